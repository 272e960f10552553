import * as leadImportRuns from '../../../src/services/leads/imports/leadImportRuns.ts'
import type { TestServer } from '../../kit/server/testServer.ts'

const COUNTS = 'id status isDryRun total processed created updated failed error errors { nodes { index phoneNumber error } hasMore }'
const PREVIEW = `import { ${COUNTS} } columns delimiter mapping rows { index phoneNumber name externalId data action error }`
export const UPLOAD = `mutation ($id: ID!, $input: LeadFile!) { answer: uploadLeads(campaignId: $id, input: $input) { ${PREVIEW} } }`
export const LOOK = `mutation ($id: ID!, $input: LeadParseOptions!) { answer: previewLeadImport(id: $id, input: $input) { ${PREVIEW} } }`
export const RUN = `mutation ($id: ID!, $input: LeadImportInput!) { answer: runLeadImport(id: $id, input: $input) { ${COUNTS} } }`
export const UNDO = 'mutation ($id: ID!) { answer: revertLeadImport(id: $id) { deleted restored kept import { status revertedAt } } }'
export const GET = `query ($id: ID!) { answer: leadImport(id: $id) { ${COUNTS} } }`

/** Creates a workspace, and returns it with what tests do to import leads. */
export async function createImportTenant(testServer: TestServer) {
  const workspace = await testServer.workspace()
  const key = await workspace.key()
  const ask = async (query: string, variables: object, client = key) => (await client.gql<{ answer: any }>(query, variables)).answer
  const uploadFile = (id: number, content: string, format = 'csv') => ask(UPLOAD, { id, input: { fileName: `leads.${format}`, format, content } })
  const startImport = (id: string, mapping: object, options: object = {}) => ask(RUN, { id, input: { mapping, ...options } })
  return {
    workspace,
    key,
    createCampaign: async () => (await key.post('/campaigns', { name: 'Autumn' })).body.id as number,
    addLeads: (id: number, ...leads: unknown[]) => key.post(`/campaigns/${id}/leads`, { leads }),
    leadsOf: async (id: number) => (await key.get(`/campaigns/${id}/leads?limit=500`)).body.items.toReversed(),
    ask,
    uploadFile,
    startImport,
    /** Uploads a file, starts its import, runs the job, and returns the finished import. */
    async importFile(campaignId: number, content: string, options: object = {}) {
      const { import: leadImport, mapping } = await uploadFile(campaignId, content)
      await startImport(leadImport.id, mapping, options)
      await leadImportRuns.run(Number(leadImport.id))
      return ask(GET, { id: leadImport.id })
    },
  }
}
