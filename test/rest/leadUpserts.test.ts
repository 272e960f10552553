import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createLeadTenant, number } from './leadKit.ts'
import { errorsIn, expectResponse } from './responses.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof createLeadTenant>>
beforeAll(async () => {
  acme = await createLeadTenant(testServer())
})

describe('upserting', () => {
  test('changes the fields sent of known leads, and adds the others', async () => {
    const id = await acme.campaign()
    const [one, two, three] = [number(), number(), number()]
    await acme.add(
      id,
      { phone_number: one, name: 'Rosa', external_id: 'a', data: { seats: 1 } },
      { phone_number: two, name: 'Jonas', external_id: 'b', data: { seats: 2 } },
    )
    const response = await acme.upsert(
      id,
      { external_id: 'a', name: 'Rosa M.' },
      { external_id: 'b', phone: three, data: { seats: 3 } },
      { external_id: 'c', phone_number: number() },
    )
    expectResponse('upsert_leads', 200, response)
    expect(response.body).toMatchObject({ created: 1, updated: 2, failed: 0, errors: [] })
    const [, b, a] = await acme.leadsOf(id)
    expect(a).toMatchObject({ external_id: 'a', phone: one, name: 'Rosa M.', data: { seats: 1 } })
    expect(b).toMatchObject({ external_id: 'b', phone: three, name: 'Jonas', data: { seats: 3 } })
  })

  test('a repetition changes nothing and counts as updated', async () => {
    const id = await acme.campaign()
    const row = { external_id: 'a', phone: number(), name: 'Rosa', data: { seats: 1 } }
    await acme.upsert(id, row)
    const [before] = await acme.leadsOf(id)
    expect((await acme.upsert(id, row)).body).toMatchObject({ created: 0, updated: 1, failed: 0 })
    expect(await acme.leadsOf(id)).toEqual([before])
  })

  test("another lead's number, a new lead without a number, and a duplicate fail individually", async () => {
    const id = await acme.campaign()
    const [one, two] = [number(), number()]
    await acme.add(id, { phone_number: one, external_id: 'a' }, { phone_number: two, external_id: 'b' })
    const { body } = await acme.upsert(
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
    expect((await acme.leadsOf(id)).map((lead: { phone: string; external_id: string }) => [lead.external_id, lead.phone])).toEqual([
      ['d', expect.any(String)],
      ['b', two],
      ['a', one],
    ])
  })

  test('a lead with an active call keeps its number, and its other fields may change', async () => {
    const id = await acme.campaign()
    const one = number()
    await acme.add(id, { phone_number: one, external_id: 'a' })
    await anyWorkspace.lead.updateMany({ where: { campaignId: id }, data: { status: 'calling' } })
    expect((await acme.upsert(id, { external_id: 'a', phone: number() })).body.errors).toMatchObject([
      { error: 'the lead is being called, its number cannot change now' },
    ])
    expect((await acme.upsert(id, { external_id: 'a', phone: one, name: 'Rosa' })).body).toMatchObject({ updated: 1, errors: [] })
    expect(await acme.leadsOf(id)).toMatchObject([{ phone: one, name: 'Rosa', status: 'calling' }])
  })

  test('a missing campaign_id or items returns 422', async () => {
    expect(errorsIn(await acme.key.post('/leads:upsert', {})).map(({ loc }) => loc)).toEqual([
      ['body', 'campaign_id'],
      ['body', 'items'],
    ])
  })
})
