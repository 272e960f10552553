import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createLeadTenant, number } from './leadKit.ts'
import { errorsIn, expectResponse } from './responses.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof createLeadTenant>>
beforeAll(async () => {
  acme = await createLeadTenant(testServer())
})

describe('adding', () => {
  test('returns how many were imported, and they are stored as sent', async () => {
    const id = await acme.campaign()
    const [first, second] = [number(), number()]
    const response = await acme.add(
      id,
      { phone_number: first, name: 'Rosa', external_id: 'crm-1', data: { seats: 12 } },
      { phone_number: second, name: 'Jonas' },
    )
    expectResponse('add_leads', 201, response)
    expect(response.body).toEqual({ imported: 2, errors: [], total: 2, import_id: expect.any(Number) })
    const listed = await acme.key.get(`/campaigns/${id}/leads`)
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
    const id = await acme.campaign()
    const known = number()
    await acme.add(id, { phone_number: known, external_id: 'known' })
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
    const { body } = await acme.add(id, ...rows.map(([row]) => row))
    expect(body.errors).toEqual(rows.flatMap(([, phone_number, error], index) => (error === null ? [] : [{ index, phone_number, error }])))
    expect([body.imported, body.total]).toEqual([1, rows.length])
    expect((await acme.leadsOf(id)).map((lead: { phone_number: string }) => lead.phone_number)).toEqual([good, known])
  })

  test.each([
    ['not a list', {}, 'value_error.missing'],
    ['an object', { leads: {} }, 'type_error.list'],
    ['an empty list', { leads: [] }, 'value_error.list.min_items'],
    ['10001 rows', { leads: Array.from({ length: 10_001 }, () => 0) }, 'value_error.list.max_items'],
  ])('%s returns 422 for the whole request', async (_name, body, type) => {
    const id = await acme.campaign()
    expect(errorsIn(await acme.key.post(`/campaigns/${id}/leads`, body))).toMatchObject([{ loc: ['body', 'leads'], type }])
    expect(await anyWorkspace.leadImport.count({ where: { campaignId: id } })).toBe(0)
  })

  test('10000 rows with large custom fields are accepted, and a body above 12 MiB returns 413', async () => {
    const id = await acme.campaign()
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ phone_number: `+1415${2_000_000 + at}`, name: `Lead ${at}`, data: { note: 'x'.repeat(200) } }))
    const { body } = await acme.add(id, ...rows)
    expect(body).toMatchObject({ imported: 10_000, errors: [], total: 10_000 })
    expect(await anyWorkspace.lead.count({ where: { campaignId: id } })).toBe(10_000)
    const large = await acme.add(id, { phone_number: number(), data: { text: 'x'.repeat(12 * 1024 * 1024) } })
    expect([large.status, large.body.detail]).toEqual([413, 'The request body is larger than 12582912 bytes.'])
  })

  test("the number of a deleted lead, or of another campaign's lead, can be added", async () => {
    const [id, other] = [await acme.campaign(), await acme.campaign()]
    const lead = { phone_number: number(), external_id: 'crm-1' }
    await acme.add(other, lead)
    await acme.add(id, lead)
    const [{ id: leadId }] = await acme.leadsOf(id)
    await acme.key.delete(`/campaigns/${id}/leads/${leadId}`)
    expect((await acme.add(id, lead)).body.imported).toBe(1)
  })

  test('the same rows sent simultaneously are imported once, without an error', async () => {
    const id = await acme.campaign()
    const rows = Array.from({ length: 200 }, () => ({ phone_number: number() }))
    const responses = await Promise.all(Array.from({ length: 8 }, (_, n) => acme.add(id, ...(n % 2 ? rows : rows.toReversed()))))
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
    expect(responses.map(({ body }) => body.imported).sort((a, b) => b - a)).toEqual([200, 0, 0, 0, 0, 0, 0, 0])
    expect(await anyWorkspace.lead.count({ where: { campaignId: id } })).toBe(200)
  })
})

describe('the campaign', () => {
  test('pauses again if it was completed, with the reason, unless nothing was imported', async () => {
    const id = await acme.campaign('completed')
    await acme.add(id, {})
    expect(await anyWorkspace.campaign.findUnique({ where: { id } })).toMatchObject({ status: 'completed' })
    await acme.add(id, { phone_number: number() })
    expect(await anyWorkspace.campaign.findUnique({ where: { id } })).toMatchObject({ status: 'paused', pauseReason: 'reopened' })
    const log = await anyWorkspace.campaignEvent.findMany({ where: { campaignId: id }, orderBy: { id: 'asc' } })
    expect(log.map(({ type }) => type)).toEqual(['reopened', 'leads_imported'])
  })

  test('is checked by the dialer immediately if it is running', async () => {
    const id = await acme.campaign('running')
    await anyWorkspace.campaign.update({ where: { id }, data: { dialAt: new Date('2100-01-01') } })
    await acme.add(id, { phone_number: number() })
    const { dialAt, status } = await anyWorkspace.campaign.findUniqueOrThrow({ where: { id } })
    expect([status, dialAt! <= new Date()]).toEqual(['running', true])
  })

  test("returns 404 to every request if it is canceled, missing or another workspace's", async () => {
    const other = await (await testServer().workspace()).key()
    const campaignId = await acme.campaign()
    await acme.add(campaignId, { phone_number: number() })
    const [{ id: leadId }] = await acme.leadsOf(campaignId)
    const cancelled = await acme.campaign('cancelled')
    const attempts: [Client, number][] = [
      [acme.key, cancelled],
      [acme.key, 2_000_000_000],
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
    expect(await acme.leadsOf(campaignId)).toHaveLength(1)
  })
})

describe('the list', () => {
  test('has 50 rows by default, 500 at most, and can be filtered by status', async () => {
    const id = await acme.campaign()
    await acme.add(id, ...Array.from({ length: 51 }, () => ({ phone_number: number() })))
    const first = await acme.key.get(`/campaigns/${id}/leads`)
    expect([first.body.items.length, first.body.has_more]).toEqual([50, true])
    expect((await acme.key.get(`/campaigns/${id}/leads?cursor=${first.body.next_cursor}`)).body).toMatchObject({
      items: [{}],
      has_more: false,
      next_cursor: null,
    })
    expect(errorsIn(await acme.key.get(`/campaigns/${id}/leads?limit=501`))).toMatchObject([{ loc: ['query', 'limit'] }])
    await anyWorkspace.lead.update({ where: { id: first.body.items[3].id }, data: { status: 'failed' } })
    expect((await acme.key.get(`/campaigns/${id}/leads?status=failed`)).body.items).toMatchObject([{ id: first.body.items[3].id }])
    expect((await acme.key.get(`/campaigns/${id}/leads?status=nonsense`)).status).toBe(422)
  })

  test('can be searched over GraphQL by a literal part of name, number or external ID', async () => {
    const id = await acme.campaign()
    await acme.add(id, { phone_number: '+14155557777', name: 'Rosa 100%' }, { phone_number: '+14155558888', name: 'Jonas', external_id: 'crm_9' })
    const search = async (text: string) =>
      (
        await acme.key.gql<{ leads: { nodes: { name: string }[] } }>(
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
    const id = await acme.campaign()
    await acme.add(id, { phone_number: number() })
    const [{ id: leadId }] = await acme.leadsOf(id)
    expectResponse('delete_lead', 204, await acme.key.delete(`/campaigns/${id}/leads/${leadId}`))
    expect(await acme.leadsOf(id)).toEqual([])
    expect(await anyWorkspace.lead.findUnique({ where: { id: leadId } })).toMatchObject({ status: 'cancelled', deletedAt: expect.any(Date) })
    expect(await acme.key.delete(`/campaigns/${id}/leads/${leadId}`)).toMatchObject({ status: 404, body: { detail: 'Lead not found' } })
    expect(await anyWorkspace.campaignEvent.findMany({ where: { campaignId: id, type: 'lead_deleted' } })).toMatchObject([{ data: { leadId } }])
  })

  test('returns 409 during a call to the lead, and 404 through another campaign', async () => {
    const [id, other] = [await acme.campaign(), await acme.campaign()]
    await acme.add(id, { phone_number: number() })
    const [{ id: leadId }] = await acme.leadsOf(id)
    expect((await acme.key.delete(`/campaigns/${other}/leads/${leadId}`)).status).toBe(404)
    await anyWorkspace.lead.update({ where: { id: leadId }, data: { status: 'calling' } })
    expect((await acme.key.delete(`/campaigns/${id}/leads/${leadId}`)).status).toBe(409)
    expect(await acme.leadsOf(id)).toHaveLength(1)
  })
})
