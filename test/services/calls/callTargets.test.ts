import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createTenant } from './placementKit.ts'

const testServer = useTestServer()
const LEAD = '+12185550100'

async function createCampaignWithLead({ acme, key }: Awaited<ReturnType<typeof createTenant>>) {
  const campaignId = (await key.post('/campaigns', { name: 'Autumn' })).body.id as number
  await key.post(`/campaigns/${campaignId}/leads`, { leads: [{ phone_number: LEAD }] })
  const { id: leadId } = await anyWorkspace.lead.findFirstOrThrow({ where: { workspaceId: acme.id, campaignId } })
  return { campaignId, leadId }
}

test('no call is placed for a canceled campaign, or for one of its leads', async () => {
  const tenant = await createTenant(testServer())
  const { campaignId, leadId } = await createCampaignWithLead(tenant)
  expect((await tenant.key.delete(`/campaigns/${campaignId}`)).status).toBe(204)
  for (const target of [{ campaign_id: campaignId }, { lead_id: leadId }, { campaign_id: campaignId, lead_id: leadId }]) {
    const { status, body } = await tenant.place(LEAD, target)
    expect([status, body]).toEqual([404, { detail: 'Campaign not found' }])
  }
  expect(await anyWorkspace.call.count({ where: { workspaceId: tenant.acme.id } })).toBe(0)
})

test('no call is placed for a lead of another campaign, of another workspace, or one that was removed', async () => {
  const tenant = await createTenant(testServer())
  const { campaignId, leadId } = await createCampaignWithLead(tenant)
  const other = await createCampaignWithLead(tenant)
  const foreign = await createCampaignWithLead(await createTenant(testServer()))
  await tenant.key.delete(`/campaigns/${campaignId}/leads/${leadId}`)
  for (const target of [{ campaign_id: campaignId, lead_id: other.leadId }, { lead_id: foreign.leadId }, { lead_id: leadId }]) {
    const { status, body } = await tenant.place(LEAD, target)
    expect([status, body]).toEqual([404, { detail: 'Lead not found' }])
  }
  expect(await anyWorkspace.call.count({ where: { workspaceId: tenant.acme.id } })).toBe(0)
})
