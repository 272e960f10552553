import type { CampaignState } from '../../src/inputs/campaignStates.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import type { TestServer } from '../kit/server/testServer.ts'

let line = 1000
/** Returns a new number each time. */
export const number = () => `+1415556${(line += 1)}`

/** Creates a workspace, and returns it with what tests do to its leads. */
export async function createLeadTenant(testServer: TestServer) {
  const workspace = await testServer.workspace()
  const key = await workspace.key()
  return {
    key,
    /** Adds a campaign with a status, directly in the table. */
    campaign: async (status: CampaignState = 'draft') =>
      (await anyWorkspace.campaign.create({ data: { workspaceId: workspace.id, name: 'Autumn', status } })).id,
    add: (id: number, ...leads: unknown[]) => key.post(`/campaigns/${id}/leads`, { leads }),
    upsert: (campaign_id: number, ...rows: unknown[]) => key.post('/leads:upsert', { campaign_id, items: rows }),
    leadsOf: async (id: number) => (await key.get(`/campaigns/${id}/leads?limit=500`)).body.items,
  }
}
