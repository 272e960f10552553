import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import type { CampaignState } from '../../src/inputs/campaignStates.ts'
import type { Client } from '../kit/clients/client.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { expectResponse, errorsIn } from './responses.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let key: Client
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
})

const campaign = async (status: CampaignState = 'draft') => (await anyWorkspace.campaign.create({ data: { workspaceId: acme.id, name: 'Autumn', status } })).id
let line = 1000
const number = () => `+1415556${(line += 1)}`
const add = (id: number, ...leads: unknown[]) => key.post(`/campaigns/${id}/leads`, { leads })
const upsert = (campaign_id: number, ...rows: unknown[]) => key.post('/leads:upsert', { campaign_id, items: rows })
const leadsOf = async (id: number) => (await key.get(`/campaigns/${id}/leads?limit=500`)).body.items

describe('adding', () => {
  test('returns how many were imported, and they are stored as sent', async () => {
    const id = await campaign()
    const [first, second] = [number(), number()]
    const response = await add(id, { phone_number: first, name: 'Rosa', external_id: 'crm-1', data: { seats: 12 } }, { phone_number: second, name: 'Jonas' })
    expectResponse('add_leads', 201, response)
    expect(response.body).toEqual({ imported: 2, errors: [], total: 2, import_id: expect.any(Number) })
    const listed = await key.get(`/campaigns/${id}/leads`)
    expectResponse('list_leads', 200, listed)
    expect(listed.body.items).toEqual([
      expect.objectContaining({ phone_number: second, phone: second, name: 'Jonas', external_id: null, data: {}, status: 'pending', attempts: 0 }),
      expect.objectContaining({
        phone_number: first,
        phone: first,
        name: 'Rosa',
        external_id: 'crm-1',
        data: { seats: 12 },
        next_attempt_at: null,
        last_call_id: null,
      }),
    ])
  })

  test("an invalid row is named by its position and doesn't affect the others", async () => {
    const id = await campaign()
    const known = number()
    await add(id, { phone_number: known, external_id: 'known' })
    const good = number()
    const rows: [unknown, string | null, string | null][] = [
      [{ phone_number: good, name: 'x'.repeat(200), external_id: 'é'.repeat(200), data: { text: 'x'.repeat(16_000) } }, good, null],
      ['text', null, 'value is not a valid dict'],
      [null, null, 'value is not a valid dict'],
      [[], null, 'value is not a valid dict'],
      [{ name: 'Nobody' }, null, 'phone_number: field required'],
      [{ phone_number: '4155550100' }, '4155550100', 'Invalid phone number'],
      [{ phone_number: '+1 415 555 0100' }, '+1 415 555 0100', 'Invalid phone number'],
      [{ phone_number: 14155550100 }, null, 'Invalid phone number'],
      [{ phone_number: number(), name: 'x'.repeat(201) }, expect.any(String), 'name: ensure this value has at most 200 characters'],
      [{ phone_number: number(), name: 7 }, expect.any(String), 'name: str type expected'],
      [{ phone_number: number(), external_id: 'x'.repeat(201) }, expect.any(String), 'external_id: ensure this value has at most 200 characters'],
      [{ phone_number: number(), data: [] }, expect.any(String), 'data: value is not a valid dict'],
      [{ phone_number: number(), data: { text: 'x'.repeat(16_384) } }, expect.any(String), 'data: ensure this value has at most 16384 bytes of JSON'],
      [{ phone_number: good }, good, 'duplicate'],
      [{ phone_number: known }, known, 'duplicate'],
      [{ phone_number: number(), external_id: 'known' }, expect.any(String), 'duplicate external_id'],
      [{ phone_number: number(), external_id: 'é'.repeat(200) }, expect.any(String), 'duplicate external_id'],
    ]
    const { body } = await add(id, ...rows.map(([row]) => row))
    expect(body.errors).toEqual(rows.flatMap(([, phone_number, error], index) => (error === null ? [] : [{ index, phone_number, error }])))
    expect([body.imported, body.total]).toEqual([1, rows.length])
    expect((await leadsOf(id)).map((lead: { phone_number: string }) => lead.phone_number)).toEqual([good, known])
  })

  test.each([
    ['not a list', {}, 'value_error.missing'],
    ['an object', { leads: {} }, 'type_error.list'],
    ['an empty list', { leads: [] }, 'value_error.list.min_items'],
    ['10001 rows', { leads: Array.from({ length: 10_001 }, () => 0) }, 'value_error.list.max_items'],
  ])('%s returns 422 for the whole request', async (_name, body, type) => {
    const id = await campaign()
    expect(errorsIn(await key.post(`/campaigns/${id}/leads`, body))).toMatchObject([{ loc: ['body', 'leads'], type }])
    expect(await anyWorkspace.leadImport.count({ where: { campaignId: id } })).toBe(0)
  })

  test('10000 rows with large custom fields are accepted, and a body above 12 MiB returns 413', async () => {
    const id = await campaign()
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ phone_number: `+1415${2_000_000 + at}`, name: `Lead ${at}`, data: { note: 'x'.repeat(200) } }))
    const { body } = await add(id, ...rows)
    expect(body).toMatchObject({ imported: 10_000, errors: [], total: 10_000 })
    expect(await anyWorkspace.lead.count({ where: { campaignId: id } })).toBe(10_000)
    const large = await add(id, { phone_number: number(), data: { text: 'x'.repeat(12 * 1024 * 1024) } })
    expect([large.status, large.body.detail]).toEqual([413, 'The request body is larger than 12582912 bytes.'])
  })

  test("the number of a deleted lead, or of another campaign's lead, can be added", async () => {
    const [id, other] = [await campaign(), await campaign()]
    const lead = { phone_number: number(), external_id: 'crm-1' }
    await add(other, lead)
    await add(id, lead)
    const [{ id: leadId }] = await leadsOf(id)
    await key.delete(`/campaigns/${id}/leads/${leadId}`)
    expect((await add(id, lead)).body.imported).toBe(1)
  })

  test('the same rows sent simultaneously are imported once, without an error', async () => {
    const id = await campaign()
    const rows = Array.from({ length: 200 }, () => ({ phone_number: number() }))
    const responses = await Promise.all(Array.from({ length: 8 }, (_, n) => add(id, ...(n % 2 ? rows : rows.toReversed()))))
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
    expect(responses.map(({ body }) => body.imported).sort((a, b) => b - a)).toEqual([200, 0, 0, 0, 0, 0, 0, 0])
    expect(await anyWorkspace.lead.count({ where: { campaignId: id } })).toBe(200)
  })
})

describe('the campaign', () => {
  test('pauses again if it was completed, with the reason, unless nothing was imported', async () => {
    const id = await campaign('completed')
    await add(id, {})
    expect(await anyWorkspace.campaign.findUnique({ where: { id } })).toMatchObject({ status: 'completed' })
    await add(id, { phone_number: number() })
    expect(await anyWorkspace.campaign.findUnique({ where: { id } })).toMatchObject({ status: 'paused', pauseReason: 'reopened' })
    const log = await anyWorkspace.campaignEvent.findMany({ where: { campaignId: id }, orderBy: { id: 'asc' } })
    expect(log.map(({ type }) => type)).toEqual(['reopened', 'leads_imported'])
  })

  test('is checked by the dialer immediately if it is running', async () => {
    const id = await campaign('running')
    await anyWorkspace.campaign.update({ where: { id }, data: { dialAt: new Date('2100-01-01') } })
    await add(id, { phone_number: number() })
    const { dialAt, status } = await anyWorkspace.campaign.findUniqueOrThrow({ where: { id } })
    expect([status, dialAt! <= new Date()]).toEqual(['running', true])
  })

  test("returns 404 to every request if it is canceled, missing or another workspace's", async () => {
    const other = await (await testServer().workspace()).key()
    const campaignId = await campaign()
    await add(campaignId, { phone_number: number() })
    const [{ id: leadId }] = await leadsOf(campaignId)
    const cancelled = await campaign('cancelled')
    const attempts: [Client, number][] = [
      [key, cancelled],
      [key, 2_000_000_000],
      [other, campaignId],
    ]
    for (const [client, id] of attempts)
      for (const response of [
        await client.get(`/campaigns/${id}/leads`),
        await client.post(`/campaigns/${id}/leads`, { leads: [{ phone_number: number() }] }),
        await client.post('/leads:upsert', { campaign_id: id, items: [{ external_id: 'x', phone: number() }] }),
        await client.delete(`/campaigns/${id}/leads/${leadId}`),
      ])
        expect([response.status, response.body]).toEqual([404, { detail: 'Campaign not found' }])
    expect(await leadsOf(campaignId)).toHaveLength(1)
  })
})

describe('upserting', () => {
  test('changes the fields sent of known leads, and adds the others', async () => {
    const id = await campaign()
    const [one, two, three] = [number(), number(), number()]
    await add(
      id,
      { phone_number: one, name: 'Rosa', external_id: 'a', data: { seats: 1 } },
      { phone_number: two, name: 'Jonas', external_id: 'b', data: { seats: 2 } },
    )
    const response = await upsert(
      id,
      { external_id: 'a', name: 'Rosa M.' },
      { external_id: 'b', phone: three, data: { seats: 3 } },
      { external_id: 'c', phone_number: number() },
    )
    expectResponse('upsert_leads', 200, response)
    expect(response.body).toMatchObject({ created: 1, updated: 2, failed: 0, errors: [] })
    const [, b, a] = await leadsOf(id)
    expect(a).toMatchObject({ external_id: 'a', phone: one, name: 'Rosa M.', data: { seats: 1 } })
    expect(b).toMatchObject({ external_id: 'b', phone: three, name: 'Jonas', data: { seats: 3 } })
  })

  test('a repetition changes nothing and counts as updated', async () => {
    const id = await campaign()
    const row = { external_id: 'a', phone: number(), name: 'Rosa', data: { seats: 1 } }
    await upsert(id, row)
    const [before] = await leadsOf(id)
    expect((await upsert(id, row)).body).toMatchObject({ created: 0, updated: 1, failed: 0 })
    expect(await leadsOf(id)).toEqual([before])
  })

  test("another lead's number, a new lead without a number, and a duplicate fail individually", async () => {
    const id = await campaign()
    const [one, two] = [number(), number()]
    await add(id, { phone_number: one, external_id: 'a' }, { phone_number: two, external_id: 'b' })
    const { body } = await upsert(
      id,
      { external_id: 'a', phone: two },
      { external_id: 'b', phone: one },
      { external_id: 'c' },
      { phone: one },
      {},
      { external_id: 'd', phone: number() },
      { external_id: 'd', phone: number() },
    )
    expect(body).toMatchObject({ created: 1, updated: 0, failed: 6 })
    expect(body.errors.map(({ index, error }: { index: number; error: string }) => [index, error])).toEqual([
      [0, 'duplicate'],
      [1, 'duplicate'],
      [2, 'phone_number: field required'],
      [3, 'duplicate'],
      [4, 'phone_number: field required'],
      [6, 'duplicate external_id'],
    ])
    expect((await leadsOf(id)).map((lead: { phone: string; external_id: string }) => [lead.external_id, lead.phone])).toEqual([
      ['d', expect.any(String)],
      ['b', two],
      ['a', one],
    ])
  })

  test('a lead with an active call keeps its number, and its other fields may change', async () => {
    const id = await campaign()
    const one = number()
    await add(id, { phone_number: one, external_id: 'a' })
    await anyWorkspace.lead.updateMany({ where: { campaignId: id }, data: { status: 'calling' } })
    expect((await upsert(id, { external_id: 'a', phone: number() })).body.errors).toMatchObject([
      { error: 'the lead is being called, its number cannot change now' },
    ])
    expect((await upsert(id, { external_id: 'a', phone: one, name: 'Rosa' })).body).toMatchObject({ updated: 1, errors: [] })
    expect(await leadsOf(id)).toMatchObject([{ phone: one, name: 'Rosa', status: 'calling' }])
  })

  test('a missing campaign_id or items returns 422', async () => {
    expect(errorsIn(await key.post('/leads:upsert', {})).map(({ loc }) => loc)).toEqual([
      ['body', 'campaign_id'],
      ['body', 'items'],
    ])
  })
})

describe('the list', () => {
  test('has 50 rows by default, 500 at most, and can be filtered by status', async () => {
    const id = await campaign()
    await add(id, ...Array.from({ length: 51 }, () => ({ phone_number: number() })))
    const first = await key.get(`/campaigns/${id}/leads`)
    expect([first.body.items.length, first.body.has_more]).toEqual([50, true])
    expect((await key.get(`/campaigns/${id}/leads?cursor=${first.body.next_cursor}`)).body).toMatchObject({ items: [{}], has_more: false, next_cursor: null })
    expect(errorsIn(await key.get(`/campaigns/${id}/leads?limit=501`))).toMatchObject([{ loc: ['query', 'limit'] }])
    await anyWorkspace.lead.update({ where: { id: first.body.items[3].id }, data: { status: 'failed' } })
    expect((await key.get(`/campaigns/${id}/leads?status=failed`)).body.items).toMatchObject([{ id: first.body.items[3].id }])
    expect((await key.get(`/campaigns/${id}/leads?status=nonsense`)).status).toBe(422)
  })

  test('can be searched over GraphQL by a literal part of name, number or external ID', async () => {
    const id = await campaign()
    await add(id, { phone_number: '+14155557777', name: 'Rosa 100%' }, { phone_number: '+14155558888', name: 'Jonas', external_id: 'crm_9' })
    const search = async (text: string) =>
      (
        await key.gql<{ leads: { nodes: { name: string }[] } }>(
          'query ($id: ID!, $text: String) { leads(campaignId: $id, search: $text) { nodes { name } } }',
          { id, text },
        )
      ).leads.nodes.map(({ name }) => name)
    expect(await search('rosa')).toEqual(['Rosa 100%'])
    expect(await search('%')).toEqual(['Rosa 100%'])
    expect(await search('8888')).toEqual(['Jonas'])
    expect(await search('crm_')).toEqual(['Jonas'])
    expect(await search('_')).toEqual(['Jonas'])
  })
})

describe('deleting', () => {
  test('removes the lead from the campaign once, and is in the audit log', async () => {
    const id = await campaign()
    await add(id, { phone_number: number() })
    const [{ id: leadId }] = await leadsOf(id)
    expectResponse('delete_lead', 204, await key.delete(`/campaigns/${id}/leads/${leadId}`))
    expect(await leadsOf(id)).toEqual([])
    expect(await anyWorkspace.lead.findUnique({ where: { id: leadId } })).toMatchObject({ status: 'cancelled', deletedAt: expect.any(Date) })
    expect(await key.delete(`/campaigns/${id}/leads/${leadId}`)).toMatchObject({ status: 404, body: { detail: 'Lead not found' } })
    expect(await anyWorkspace.campaignEvent.findMany({ where: { campaignId: id, type: 'lead_deleted' } })).toMatchObject([{ data: { leadId } }])
  })

  test('returns 409 during a call to the lead, and 404 through another campaign', async () => {
    const [id, other] = [await campaign(), await campaign()]
    await add(id, { phone_number: number() })
    const [{ id: leadId }] = await leadsOf(id)
    expect((await key.delete(`/campaigns/${other}/leads/${leadId}`)).status).toBe(404)
    await anyWorkspace.lead.update({ where: { id: leadId }, data: { status: 'calling' } })
    expect((await key.delete(`/campaigns/${id}/leads/${leadId}`)).status).toBe(409)
    expect(await leadsOf(id)).toHaveLength(1)
  })
})
