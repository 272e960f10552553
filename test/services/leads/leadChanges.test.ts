import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import type { Client } from '../../kit/clients/client.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer()
let key: Client
let stranger: Client
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
  stranger = await (await testServer().workspace()).key()
})

const UPDATE = 'mutation($id: ID!, $input: LeadChanges!) { updateLead(id: $id, input: $input) { id name phoneNumber data waitReason } }'
const update = async (id: number, input: object, by = key) => (await by.gql<any>(UPDATE, { id, input })).updateLead
const ADA = { phone_number: '+14155550101', name: 'Ada', data: { seats: 2, timezone: 'Europe/Rome' } }

async function campaignWith(...leads: object[]) {
  const { id } = (await key.post('/campaigns', { name: 'Edits' })).body
  const { import_id: importId } = (await key.post(`/campaigns/${id}/leads`, { leads })).body
  const rows = await anyWorkspace.lead.findMany({ where: { campaignId: id }, orderBy: { id: 'asc' } })
  return { id: id as number, importId: importId as number, ids: rows.map((row) => row.id) }
}

test('a change keeps what it omits, null removes a name, and data replaces the custom fields; the log has the names of the fields', async () => {
  const { id, ids } = await campaignWith(ADA)
  expect(await update(ids[0]!, { phoneNumber: '+14155550109' })).toMatchObject({ name: 'Ada', phoneNumber: '+14155550109', data: ADA.data })
  expect(await update(ids[0]!, { name: null, data: { city: 'Rome' } })).toMatchObject({ name: null, phoneNumber: '+14155550109', data: { city: 'Rome' } })
  const events = await anyWorkspace.campaignEvent.findMany({ where: { campaignId: id, type: 'lead_changed' }, orderBy: { id: 'asc' } })
  expect(events.map(({ data }) => data)).toEqual([
    { leadId: ids[0], fields: ['phoneNumber'] },
    { leadId: ids[0], fields: ['name', 'data'] },
  ])
})

test('what an import refuses is refused with its field: an invalid number, a long name, too much data', async () => {
  const { ids } = await campaignWith(ADA)
  for (const [input, field] of [
    [{ phoneNumber: '0123' }, 'phoneNumber'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ data: { text: 'x'.repeat(16_400) } }, 'data'],
    [{ data: [] }, 'data'],
  ] as const)
    await expect(update(ids[0]!, input)).rejects.toMatchObject({ extensions: { detail: [{ loc: expect.arrayContaining([field]) }] } })
})

test('the number of another lead, a lead in a call, and a lead of a completed or deleted campaign are refused', async () => {
  const { id, ids } = await campaignWith(ADA, { phone_number: '+14155550102' })
  await expect(update(ids[0]!, { phoneNumber: '+14155550102' })).rejects.toThrow('Another lead of this campaign has this number.')
  expect(await update(ids[0]!, { phoneNumber: ADA.phone_number })).toMatchObject({ phoneNumber: ADA.phone_number })
  await pool.query(`update leads set status = 'calling' where id = $1`, [ids[0]])
  await expect(update(ids[0]!, { name: 'Bea' })).rejects.toThrow('The lead is being called. End the call first.')
  await pool.query(`update campaigns set status = 'completed' where id = $1`, [id])
  await expect(update(ids[1]!, { name: 'Bea' })).rejects.toThrow('The campaign is completed.')
  await pool.query(`update campaigns set status = 'cancelled' where id = $1`, [id])
  await expect(update(ids[1]!, { name: 'Bea' })).rejects.toThrow('Campaign not found')
  await expect(update(ids[1]!, { name: 'Bea' }, stranger)).rejects.toThrow('Lead not found')
})

test('a lead that waits for the calling hours of its place is due at once when its place changes', async () => {
  const { ids } = await campaignWith(ADA)
  await pool.query(`update leads set next_attempt_at = now() + interval '1 hour', wait_reason = 'calling_hours' where id = $1`, [ids[0]])
  expect(await update(ids[0]!, { data: { timezone: 'Asia/Tokyo' } })).toMatchObject({ waitReason: null })
})

test('undoing an import keeps a lead that a person has edited since', async () => {
  const { id, ids } = await campaignWith({ ...ADA, external_id: 'a' }, { phone_number: '+14155550102', external_id: 'b', name: 'Bob' })
  const items = ['a', 'b'].map((external_id) => ({ external_id, name: 'Imported' }))
  const { import_id: importId } = (await key.post('/leads:upsert', { campaign_id: id, items })).body
  await update(ids[0]!, { name: 'Edited' })
  const revert = await key.gql<any>('mutation($id: ID!) { revertLeadImport(id: $id) { restored kept } }', { id: importId })
  expect(revert.revertLeadImport).toEqual({ restored: 1, kept: 1 })
  expect((await anyWorkspace.lead.findMany({ where: { campaignId: id }, orderBy: { id: 'asc' } })).map(({ name }) => name)).toEqual(['Edited', 'Bob'])
})
