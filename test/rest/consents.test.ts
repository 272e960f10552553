import { expect, test } from 'vitest'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

const NUMBER = '+14155550126'
const consent = {
  phone_number: NUMBER,
  basis: 'express_written',
  purpose: 'marketing',
  text: 'Call me about my offer.',
  source: 'Web form',
  given_at: '2026-01-31T10:00:00.000Z',
  evidence: 'https://example.com/forms/7',
}
const toRows = ({ body }: { body: unknown }) => (body as { items: { id: number; status: string }[] }).items

test('a consent is recorded, listed and revoked over REST, and the same one is stored once', async () => {
  const { key } = await createTenant(testServer())
  const first = await key.post('/consents', consent)
  expect([first.status, first.body]).toEqual([
    201,
    { ...consent, id: expect.any(Number), status: 'valid', expires_at: null, revoked_at: null, created_at: expect.any(String) },
  ])
  expect((await key.post('/consents', consent)).body).toEqual(first.body)
  const second = (await key.post('/consents', { phone_number: NUMBER, basis: 'express', given_at: '2026-02-01', expires_at: '2027-02-01' })).body
  expect(second).toMatchObject({ purpose: 'any', given_at: '2026-02-01T00:00:00.000Z', expires_at: '2027-02-01T00:00:00.000Z' })
  const revoked = await key.post(`/consents/${first.body.id}/revoke`)
  expect([revoked.status, revoked.body]).toMatchObject([200, { id: first.body.id, status: 'revoked', revoked_at: expect.any(String) }])
  expect((await key.post(`/consents/${first.body.id}/revoke`)).body).toEqual(revoked.body)
  const listed = await key.get(`/consents?phone_number=${encodeURIComponent(NUMBER)}`)
  expect(toRows(listed).map(({ id, status }) => [id, status])).toEqual([
    [second.id, 'valid'],
    [first.body.id, 'revoked'],
  ])
  expect(toRows(await key.get(`/consents?phone_number=${NUMBER}`))).toHaveLength(2)
})

test('an invalid consent is refused with the names of its fields, and one of another workspace is not found', async () => {
  const { key } = await createTenant(testServer())
  const other = await createTenant(testServer())
  expect((await key.post('/consents', { ...consent, phone_number: '0123' })).status).toBe(400)
  const { status, body } = await key.post('/consents', { ...consent, given_at: undefined })
  expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'given_at'], type: 'value_error.missing' }]])
  expect((await key.post('/consents', { ...consent, expires_at: '2026-01-01' })).body.detail).toMatchObject([{ loc: ['body', 'expires_at'] }])
  expect((await key.get('/consents?phone_number=x')).status).toBe(400)
  const { id } = (await other.key.post('/consents', consent)).body
  expect((await key.post(`/consents/${id}/revoke`)).status).toBe(404)
  expect((await key.post('/consents/x/revoke')).status).toBe(404)
  expect(toRows(await key.get(`/consents?phone_number=${NUMBER}`))).toEqual([])
})
