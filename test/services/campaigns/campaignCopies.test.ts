import { expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createTenant } from '../calls/placementKit.ts'

const testServer = useTestServer()
const COPY = 'mutation($id: ID!, $input: CampaignCopyInput) { copyCampaign(id: $id, input: $input) { id name status } }'

test('a copy has the configuration of a campaign, and neither its leads, status nor activity', async () => {
  const { key, agentId } = await createTenant(testServer())
  const { body } = await key.post('/campaigns', {
    name: 'Spring',
    purpose: 'appointment',
    agent_ref_id: agentId,
    output_language: 'it',
    extraction_schema: { type: 'object', properties: { seats: { type: 'integer' } } },
    display_columns: ['seats'],
    schedule: { timezone: 'Europe/Rome', end_date: '2030-01-01' },
  })
  await key.gql('mutation($id: ID!) { updateCampaignSettings(campaignId: $id, input: { budget: "5", maxAttempts: 2 }) { id } }', { id: body.id })
  await key.post(`/campaigns/${body.id}/leads`, { leads: [{ phone_number: '+14155550100' }] })
  await pool.query(`update campaigns set status = 'completed', started_at = now(), completed_at = now() where id = $1`, [body.id])

  const { copyCampaign: copy } = await key.gql<any>(COPY, { id: body.id })
  expect(copy).toMatchObject({ name: 'Spring (copy)', status: 'draft' })
  const [original, copied] = await Promise.all([body.id, Number(copy.id)].map((id) => anyWorkspace.campaign.findUniqueOrThrow({ where: { id } })))
  const own = { id: copied!.id, name: 'Spring (copy)', status: 'draft', createdAt: copied!.createdAt, updatedAt: copied!.updatedAt }
  expect(copied).toEqual({ ...original, ...own, startedAt: null, completedAt: null })
  expect(await anyWorkspace.lead.count({ where: { campaignId: copied!.id } })).toBe(0)
  expect(await anyWorkspace.campaignEvent.findMany({ where: { campaignId: copied!.id } })).toMatchObject([{ type: 'created', data: { copiedFrom: body.id } }])
})

test('a copy has the name that is asked for, never one that is too long, and another workspace copies nothing', async () => {
  const { key } = await createTenant(testServer())
  const { id } = (await key.post('/campaigns', { name: '🌱'.repeat(200) })).body
  expect((await key.gql<any>(COPY, { id })).copyCampaign.name).toBe(`${'🌱'.repeat(193)} (copy)`)
  expect((await key.gql<any>(COPY, { id, input: { name: 'Autumn' } })).copyCampaign.name).toBe('Autumn')
  await expect(key.gql(COPY, { id, input: { name: ' ' } })).rejects.toMatchObject({ extensions: { code: 'UNPROCESSABLE_ENTITY' } })
  const stranger = await (await testServer().workspace()).key()
  await expect(stranger.gql(COPY, { id })).rejects.toThrow('Campaign not found')
})
