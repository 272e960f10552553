import { expect, test } from 'vitest'
import { useTestServer } from '../kit/server/testServer.ts'

const TOKEN = 'a-token-of-sixteen-or-more'
const testServer = useTestServer({ env: { METRICS_TOKEN: TOKEN } })
const ask = (headers: Record<string, string> = {}) => fetch(`${testServer().url}/metrics`, { headers })

test("metrics are returned with the token, and without it the path doesn't exist", async () => {
  for (const headers of [undefined, { authorization: 'Bearer guess' }, { authorization: `Bearer ${TOKEN}x` }]) expect((await ask(headers)).status).toBe(404)
  const res = await ask({ authorization: `Bearer ${TOKEN}` })
  expect(res.status).toBe(200)
  const text = await res.text()
  for (const name of ['callwright_inbound_webhooks_total', 'callwright_provider_requests_total', 'callwright_provider_circuit_open'])
    expect(text).toContain(name)
})
