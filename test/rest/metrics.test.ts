import { beforeAll, describe, expect, test } from 'vitest'
import { statements } from '../../src/kernel/db/statement.ts'
import { watchQueries } from '../kit/observers/queries.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

const TOKEN = 'a-token-of-sixteen-or-more'
const testServer = useTestServer({ speed: 200, env: { METRICS_TOKEN: TOKEN, RETELL_MAX_CALLS: '7', RETELL_CALLS_PER_SECOND: '50' } })
const ask = (headers: Record<string, string> = {}) => fetch(`${testServer().url}/metrics`, { headers })
const scrape = async () => (await ask({ authorization: `Bearer ${TOKEN}` })).text()

let text: string
beforeAll(async () => {
  const key = await (await testServer().workspace()).key()
  const { id: agent_id } = (await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body
  await key.post(`/agents/${agent_id}/publish`)
  const { id } = (await key.post('/calls', { to_number: '+14155550100', agent_id })).body
  await waitFor('the call to be charged', async () => (await key.get(`/calls/${id}`)).body.cost !== null)
  await key.get('/calls/999999')
  // A request is counted when its connection is done with it, shortly after the client has the response.
  text = await waitFor('the last request to be counted, and the database to answer', async () => {
    const scraped = await scrape()
    return scraped.includes('status="404"') && scraped.includes('callwright_state_read 1') && scraped
  })
})

/** Returns the value of a series, which the text has as it stands here. */
const valueOf = (series: string) => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test("metrics are returned with the token, and without it the path doesn't exist", async () => {
  for (const headers of [undefined, { authorization: 'Bearer guess' }, { authorization: `Bearer ${TOKEN}x` }]) expect((await ask(headers)).status).toBe(404)
  expect((await ask({ authorization: `Bearer ${TOKEN}` })).status).toBe(200)
})

describe('metrics', () => {
  test('count requests by documented path and status, without IDs', () => {
    expect(valueOf('callwright_http_requests_total{method="POST",route="/calls",status="202"}')).toBe(1)
    expect(valueOf('callwright_http_requests_total{method="GET",route="/calls/{call_id}",status="404"}')).toBe(1)
    expect(valueOf('callwright_http_request_duration_seconds_count{route="/calls"}')).toBe(1)
  })

  test('count finished calls, their charges, and requests to voice providers with their duration', () => {
    expect(valueOf('callwright_calls_finished_total{direction="outbound",status="completed"}')).toBe(1)
    expect(valueOf('callwright_call_charges_dollars_total')).toBeGreaterThanOrEqual(0)
    expect(valueOf('callwright_provider_requests_total{provider="retell",outcome="ok"}')).toBeGreaterThan(0)
    expect(valueOf('callwright_provider_request_duration_seconds_count{provider="retell"}')).toBeGreaterThan(0)
  })

  test('show the limits of a provider account and what is in use', () => {
    expect(valueOf('callwright_provider_slots{provider="retell"}')).toBe(7)
    expect(valueOf('callwright_provider_slots_used{provider="retell"}')).toBe(0)
    expect(valueOf('callwright_provider_calls_per_second{provider="retell"}')).toBe(50)
    expect(valueOf('callwright_provider_rate_wait_seconds{provider="retell"}')).toBeGreaterThanOrEqual(0)
  })

  test('say how late the work of all processes is', () => {
    expect(valueOf('callwright_state_read')).toBe(1)
    for (const name of ['dial_lag', 'job_oldest', 'webhook_oldest', 'provider_event_oldest', 'call_check_oldest', 'message_check_oldest'])
      expect.soft(valueOf(`callwright_${name}_seconds`), name).toBeGreaterThanOrEqual(0)
  })

  test('have labels with few values, and none that identifies a customer', () => {
    const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name))
    const known = [
      'direction',
      'kind',
      'le',
      'major',
      'method',
      'minor',
      'outcome',
      'patch',
      'pool',
      'provider',
      'quantile',
      'result',
      'route',
      'space',
      'state',
    ]
    expect([...labels].filter((label) => ![...known, 'status', 'type', 'version'].includes(label!))).toEqual([])
  })
})

test('scrapes at the same time share the statement for the state of the work', async () => {
  const queries = watchQueries()
  await scrape()
  const before = queries.mock.calls.length
  await Promise.all(Array.from({ length: 10 }, scrape))
  const asked = queries.mock.calls.slice(before).map(([query]) => (query as { name?: string }).name ?? '')
  queries.mockRestore()
  expect(statements.has('operator.readState')).toBe(true)
  expect(asked.filter((name) => name.startsWith('operator.readState')).length).toBeLessThan(10)
})
