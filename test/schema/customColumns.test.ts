import { beforeAll, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let campaignId: number
let otherCampaignId: number
beforeAll(async () => {
  acme = await testServer().workspace()
  ;[campaignId, otherCampaignId] = [await addCampaign(), await addCampaign()]
  await addLead(campaignId, '+14155550101', { city: 'Rome', size: 3 })
  await addLead(campaignId, '+14155550102', { city: 'Bari', ['n'.repeat(101)]: 'too long to be a column' })
  await addLead(otherCampaignId, '+14155550103', { plan: 'basic' })
})

async function addCampaign(): Promise<number> {
  const { rows } = await pool.query(`insert into campaigns (workspace_id, name, status, updated_at) values ($1, 'Ready', 'draft', now()) returning id`, [
    acme.id,
  ])
  return rows[0].id
}

const addLead = (campaign: number, phoneNumber: string, data: object) =>
  pool.query(`insert into leads (workspace_id, campaign_id, phone_number, data) values ($1, $2, $3, $4)`, [
    acme.id,
    campaign,
    phoneNumber,
    JSON.stringify(data),
  ])

const namesOf = async (field: string, workspace = acme, campaign: number | null = null) => {
  const key = await workspace.key('leads:read', 'calls:read')
  const data = await key.gql<Record<string, string[]>>(`query($id: ID) { ${field}(campaignId: $id) }`, { id: campaign })
  return data[field]
}

test('custom fields are listed by how many leads have them, of a campaign or of all, and of no other workspace', async () => {
  expect(await namesOf('leadFieldNames')).toEqual(['city', 'plan', 'size'])
  expect(await namesOf('leadFieldNames', acme, campaignId)).toEqual(['city', 'size'])
  expect(await namesOf('leadFieldNames', await testServer().workspace())).toEqual([])
})

test('answers are listed, and what is no object has none', async () => {
  for (const [answers, campaign] of [
    ['{"day": "Monday"}', campaignId],
    ['{"day": null, "seats": 4}', otherCampaignId],
    ['["a"]', campaignId],
  ] as const) {
    const { id } = await makeCall(acme.id)
    await pool.query('update calls set campaign_id = $2, finished_at = now() where id = $1', [id, campaign])
    await pool.query(
      `insert into call_details (call_id, workspace_id, structured_data) values ($1, $2, $3) on conflict (call_id) do update set structured_data = excluded.structured_data`,
      [id, acme.id, answers],
    )
  }
  expect(await namesOf('callAnswerNames')).toEqual(['day', 'seats'])
  expect(await namesOf('callAnswerNames', acme, campaignId)).toEqual(['day'])
  expect(await namesOf('callAnswerNames', await testServer().workspace())).toEqual([])
})

const EXPORT = 'mutation($id: ID!, $columns: [ListColumnInput!]!) { exportLeads(campaignId: $id, columns: $columns) { id } }'

test('an export takes a bounded number of custom columns, and an answer needs the scope of calls', async () => {
  const columns = Array.from({ length: 31 }, (_, at) => ({ name: `data.f${at}`, title: 'F' }))
  const key = await acme.key('leads:read')
  await expect(key.gql(EXPORT, { id: campaignId, columns })).rejects.toThrow('UNPROCESSABLE_ENTITY')
  await expect(key.gql(EXPORT, { id: campaignId, columns: [{ name: 'secret.x', title: 'X' }] })).rejects.toThrow('UNPROCESSABLE_ENTITY')
  await expect(key.gql(EXPORT, { id: campaignId, columns: [{ name: `data.${'n'.repeat(101)}`, title: 'X' }] })).rejects.toThrow('UNPROCESSABLE_ENTITY')
  await expect(key.gql(EXPORT, { id: campaignId, columns: [{ name: 'answer.day', title: 'Day' }] })).rejects.toThrow('Missing scope: calls:read')
  expect(await key.gql(EXPORT, { id: campaignId, columns: columns.slice(0, 20) })).toMatchObject({ exportLeads: { id: expect.any(String) } })
})
