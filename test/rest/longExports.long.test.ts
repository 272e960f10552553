import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { addManyResults } from '../kit/fixtures/callResults.ts'
import { countContaining, watchQueries } from '../kit/observers/queries.ts'
import { waitForStableCount } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()

/** Writes 48 MB of results, downloads all of them twice, then stops reading and waits for the server to pause. */
test('a large export of results is complete, uses little memory, is no faster than the client reads, and stops after it disconnects', async () => {
  const [COUNT, BYTES] = [3_000, 16_000]
  const acme = await testServer().workspace()
  const key = await acme.key()
  const id = (await key.post('/campaigns', { name: 'Autumn' })).body.id as number
  await addManyResults(acme.id, id, COUNT, BYTES)
  const query = watchQueries()
  const batches = () => countContaining(query, 'd.success_evaluation, d.transcript')
  const open = (form: string) => fetch(`${testServer().url}/api/v1/campaigns/${id}/results.${form}`, { headers: { 'X-API-Key': key.apiKey } })
  for (const form of ['csv', 'json']) {
    query.mockClear()
    const before = process.memoryUsage().rss
    let [most, size, numbers] = [0, 0, 0]
    const text = new TextDecoder()
    for await (const chunk of (await open(form)).body!) {
      size += chunk.length
      numbers += text.decode(chunk, { stream: true }).split('Said to').length - 1
      most = Math.max(most, process.memoryUsage().rss - before)
    }
    expect(size).toBeGreaterThan(COUNT * BYTES)
    // One may be cut between two chunks.
    expect(numbers).toBeGreaterThan(COUNT * 0.95)
    expect(most).toBeLessThan(150_000_000)
    expect(batches()).toBe(COUNT / 100 + 1)
  }
  query.mockClear()
  const address = `${testServer().url}/api/v1/campaigns/${id}/results.json`
  const reading = await new Promise<IncomingMessage>((resolve) => get(address, { agent: false, headers: { 'X-API-Key': key.apiKey } }, resolve))
  await once(reading, 'readable')
  const stood = await waitForStableCount(batches)
  expect(stood).toBeLessThan(20)
  reading.destroy()
  expect(await waitForStableCount(batches)).toBeLessThanOrEqual(stood + 1)
  query.mockRestore()
})

/** Reads an entire ledger of 25 MB, then stops reading and waits for the server to pause. */
test('a long ledger is read in batches, no faster than the client reads, and no further after it disconnects', async () => {
  const acme = await testServer().workspace({ wallet: '0' })
  const long = await acme.key()
  const COUNT = 8_500
  await anyWorkspace.$executeRaw`
    insert into ledger_entries (workspace_id, type, ref, amount, balance, reason)
    select ${acme.id}, 'credit', n::text, 1, n, repeat('x', 3000) from generate_series(1, ${COUNT}::int) as n`
  const query = watchQueries()
  const batches = () => countContaining(query, 'FROM "public"."ledger_entries"')
  const fullLedger = (await long.get('/billing/ledger.csv')).body as string
  expect(fullLedger.split('\r\n')).toHaveLength(COUNT + 2)
  expect(batches()).toBe(9)

  query.mockClear()
  const abort = new AbortController()
  const res = await fetch(`${testServer().url}/api/v1/billing/ledger.csv`, { headers: { 'X-API-Key': long.apiKey }, signal: abort.signal })
  await res.body!.getReader().read()
  const before = await waitForStableCount(batches)
  expect(before).toBeLessThan(8)
  abort.abort()
  expect(await waitForStableCount(batches)).toBeLessThanOrEqual(before + 1)
  query.mockRestore()
})
