import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_SHORT_REQUEST } from '../../src/http/graphql/operations.ts'
import { takesLongInput } from '../../src/schema/base/builder.ts'
import { graphql } from '../kit/clients/client.ts'
import { fullVariables, takesTexts } from './fullArguments.ts'
import { jsonPieces, useLoop } from './eventLoop.ts'
import { documentOf, type RootField, rootFields } from './rootFields.ts'

/** Every mutation with arguments as long as the schema and its inputs allow, so that a new field is tested automatically. */
const loop = useLoop()
/** Bytes of a body. */
const limitOf = ({ field }: RootField) => (takesLongInput(field.extensions) ? 12 * 1024 * 1024 : MAX_SHORT_REQUEST)

/** The resources that a mutation needs, unless it takes the first of their kind. */
const ids: Record<string, string> = {}
beforeAll(async () => {
  const { data, errors } = await graphql(
    loop.server().url,
    { Authorization: `Bearer ${loop.token()}` },
    `
      mutation {
        agent: createAgent(input: { name: "Ada" }) {
          id
        }
        campaign: createCampaign(input: { name: "Autumn" }) {
          id
        }
        base: createKnowledgeBase(input: { name: "Prices" }) {
          id
        }
        text: addKnowledgeText(knowledgeBaseId: 1, input: { title: "Prices", content: "Low" }) {
          id
        }
        page: createDocument(input: { title: "Page", body: "Words" }) {
          id
        }
        file: uploadLeads(campaignId: 1, input: { fileName: "a.csv", format: csv, content: "phone\\n+14155550100\\n" }) {
          import {
            id
          }
        }
      }
    `,
  )
  if (errors) throw new Error(JSON.stringify(errors))
  const created = data as Record<string, { id: string; import: { id: string } }>
  ids.updateDocument = created.page!.id
  const others = [created.agent!.id, created.campaign!.id, created.base!.id, created.text!.id, created.file!.import.id]
  if (others.some((id) => id !== '1')) throw new Error(`the first of each kind is 1, not ${others.join()}`)
})

interface GraphqlResponse {
  errors?: { message: string; extensions?: { code?: string } }[]
}

/** Uses the key, or the owner's session where keys are refused. */
async function sendAuthorized(body: Buffer[]): Promise<GraphqlResponse> {
  const send = async (headers: Record<string, string>) => JSON.parse((await loop.send({ path: '/graphql', headers, body })).text || '{}') as GraphqlResponse
  const response = await send({ 'X-API-Key': loop.key().apiKey })
  return isRefused(response) ? send({ Authorization: `Bearer ${loop.token()}` }) : response
}
const isRefused = ({ errors }: GraphqlResponse) => /^(FORBIDDEN|UNAUTHENTICATED)$/.test(errors?.[0]?.extensions?.code ?? '')

const mutations = rootFields.filter((root) => root.operation === 'mutation' && takesTexts(root))
describe.runIf(process.platform === 'linux').each(mutations.map((root): [string, RootField] => [root.name, root]))('%s', (_name, root) => {
  /** Sends the mutation with all fields full and then with each long one, and measures the server's CPU time meanwhile. A slow result is repeated. */
  test.each([1, 4])('with its fields at %i times their limits blocks no other request', async (times) => {
    for (const variables of fullVariables(root, { id: ids[root.name] ?? '1', times, bytes: limitOf(root) * 0.95 })) {
      const body = jsonPieces({ query: documentOf(root), variables })
      await loop.keepsNobodyWaiting(async () => {
        const message = (await sendAuthorized(body)).errors?.[0]?.message ?? ''
        expect(message, 'the input was read').not.toMatch(
          /^Variable|rate limit|Missing scope|^(Agent|Campaign|Document|Knowledge base|Lead import|Phone number) not found$/i,
        )
      })
    }
  })
})
