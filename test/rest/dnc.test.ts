import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { expectResponse, errorsIn } from './responses.ts'

const testServer = useTestServer()
let key: Client
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
})

let line = 1000
const newNumber = () => `+1415555${line++}`

describe('adding', () => {
  test('returns the entry', async () => {
    const phone_number = newNumber()
    const response = await key.post('/dnc', { phone_number, reason: 'asked us to stop' })
    expectResponse('add_dnc_entry', 201, response)
    expect(response.body).toMatchObject({ phone_number, reason: 'asked us to stop', source: 'manual' })
  })

  test('a blocked number keeps its entry', async () => {
    const phone_number = newNumber()
    const { body } = await key.post('/dnc', { phone_number, reason: 'first' })
    expect(await key.post('/dnc', { phone_number, reason: 'second' })).toMatchObject({ status: 201, body })
  })

  test.each(['4155550100', '+1 415 555 0100', '+0123456789', 'nonsense', ''])('%o is not a phone number and returns 400', async (phone_number) => {
    expect(await key.post('/dnc', { phone_number })).toMatchObject({ status: 400, body: { detail: 'Invalid phone number' } })
  })

  test('a body without a number returns 422', async () => {
    expect(errorsIn(await key.post('/dnc', {}))).toEqual([{ loc: ['body', 'phone_number'], msg: 'field required', type: 'value_error.missing' }])
  })
})

describe('checking', () => {
  test.each([
    ['encoded', '%2B'],
    ['unencoded', '+'],
  ])('finds a number whose plus sign is %s', async (_name, plus) => {
    const phone_number = newNumber()
    const ask = () => key.get(`/dnc/check?phone_number=${plus}${phone_number.slice(1)}`)
    const before = await ask()
    expectResponse('check_dnc', 200, before)
    expect(before.body).toEqual({ phone_number, is_on_dnc: false, entry: null })
    const { body: entry } = await key.post('/dnc', { phone_number })
    const after = await ask()
    expectResponse('check_dnc', 200, after)
    expect(after.body).toEqual({ phone_number, is_on_dnc: true, entry })
  })

  test('a missing number returns 422, and an invalid one 400', async () => {
    expect(errorsIn(await key.get('/dnc/check'))[0]).toMatchObject({ loc: ['query', 'phone_number'], type: 'value_error.missing' })
    expect(await key.get('/dnc/check?phone_number=nonsense')).toMatchObject({ status: 400, body: { detail: 'Invalid phone number' } })
  })
})

describe('removing', () => {
  test.each([
    ['encoded', '%2B'],
    ['unencoded', '+'],
    ['missing', ''],
  ])('finds a number whose plus sign is %s, once', async (_name, plus) => {
    const phone_number = newNumber()
    await key.post('/dnc', { phone_number })
    const path = `/dnc/${plus}${phone_number.slice(1)}`
    expectResponse('remove_dnc_entry', 204, await key.delete(path))
    expect(await key.delete(path)).toMatchObject({ status: 404, body: { detail: 'DNC entry not found' } })
    expect((await key.get(`/dnc/check?phone_number=%2B${phone_number.slice(1)}`)).body.is_on_dnc).toBe(false)
  })
})

test('lists have 50 rows by default and 500 at most', async () => {
  const client = await (await testServer().workspace()).key()
  for (let n = 0; n < 51; n++) await client.post('/dnc', { phone_number: newNumber() })
  const response = await client.get('/dnc')
  expectResponse('list_dnc_entries', 200, response)
  expect([response.body.items.length, response.body.has_more]).toEqual([50, true])
  expect((await client.get(`/dnc?cursor=${response.body.next_cursor}`)).body).toMatchObject({ items: [expect.any(Object)], has_more: false, next_cursor: null })
  expect((await client.get('/dnc?limit=500')).body.items).toHaveLength(51)
  expect(errorsIn(await client.get('/dnc?limit=501'))[0]).toMatchObject({ loc: ['query', 'limit'], type: 'value_error.number.not_le' })
})

test("another workspace's entry is not visible and can't be removed", async () => {
  const other = await (await testServer().workspace()).key()
  const phone_number = newNumber()
  await key.post('/dnc', { phone_number })
  expect((await other.get(`/dnc/check?phone_number=%2B${phone_number.slice(1)}`)).body.is_on_dnc).toBe(false)
  expect((await other.get('/dnc')).body.items).toEqual([])
  expect((await other.delete(`/dnc/${phone_number}`)).status).toBe(404)
  expect((await key.get(`/dnc/check?phone_number=%2B${phone_number.slice(1)}`)).body.is_on_dnc).toBe(true)
})
