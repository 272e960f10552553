import { addLeads } from '../kit/fixtures/leads.ts'
import type { TestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

/** Creates a workspace with a published agent, and returns it with what tests do to its campaigns. */
export async function createCampaignTenant(testServer: TestServer) {
  const { acme, key, agentId } = await createTenant(testServer)
  const create = async (more: object = {}): Promise<number> => (await key.post('/campaigns', { name: 'Autumn', ...more })).body.id
  return {
    workspaceId: acme.id,
    key,
    agentId,
    create,
    /** Creates a campaign that is ready to start. */
    async ready(more: object = {}) {
      const id = await create({ agent_ref_id: agentId, ...more })
      await addLeads(acme.id, id, [{ phone_number: '+14155550113' }])
      return id
    },
    start: (id: number, body?: object) => key.post(`/campaigns/${id}/start`, body),
    pause: (id: number) => key.post(`/campaigns/${id}/pause`),
    statusOf: async (id: number) => (await key.get(`/campaigns/${id}`)).body.status,
    async eventsOf(id: number) {
      const { campaign } = await key.gql<{ campaign: { events: { nodes: { type: string; apiKeyId: string | null }[] } } }>(
        'query ($id: ID!) { campaign(id: $id) { events { nodes { type apiKeyId } } } }',
        { id },
      )
      return campaign.events.nodes.map(({ type: kind }) => kind)
    },
  }
}
