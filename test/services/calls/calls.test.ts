import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { Client } from '../../kit/clients/client.ts'
import { startReceiver } from '../../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer({ speed: 200 })
let hooks: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  hooks = await startReceiver()
})
afterAll(() => hooks.close())

const waitForEnd = async (key: Client, id: number) =>
  waitFor(`call ${id} to be finished`, async () => {
    const row = await anyWorkspace.call.findUnique({ where: { id } })
    return row?.finishedAt ? (await key.get(`/calls/${id}`)).body : null
  })

async function createWorkspace(voiceEngine: string) {
  const acme = await testServer().workspace()
  const key = await acme.key()
  await key.put('/webhooks', { url: hooks.url })
  const agent = (
    await key.post('/agents', {
      name: 'Ada',
      voice_engine: voiceEngine,
      voice_id: voiceEngine === 'retell' ? '11labs-Adrian' : '11labs:sarah',
      system_prompt: 'Ask for the email address.',
      post_call_analysis_data: [{ type: 'string', name: 'email', description: 'Email address' }],
    })
  ).body
  const published = await key.post(`/agents/${agent.id}/publish`)
  expect(published).toMatchObject({ status: 200, body: { status: 'published', is_published: true, has_unpublished_changes: false } })
  const place = (to: string, more: object = {}) => key.post('/calls', { to_number: to, agent_id: agent.id, ...more })
  return { acme, key, agent, place }
}

const ENDS = [
  ['0100', 'completed', 'success'],
  ['0009', 'completed', 'success'],
  ['0007', 'completed', 'not_interested'],
  ['0008', 'completed', 'unknown'],
  ['0001', 'busy', 'busy'],
  ['0002', 'no_answer', 'no_answer'],
  ['0003', 'voicemail', 'voicemail'],
  ['0004', 'failed', 'failed'],
  ['0005', 'failed', 'failed'],
  ['0006', 'failed', 'failed'],
  ['0104', 'completed', 'success'],
  ['0106', 'completed', 'success'],
  ['0111', 'completed', 'success'],
  ['0112', 'completed', 'success'],
  ['0113', 'completed', 'success'],
] as const

/** Places 15 simulated calls at once, and waits for their ends and webhooks. */
test.each(['retell', 'vapi'])('%s: every kind of call ends with its status, one call.completed event and settled money', async (engine) => {
  const { acme, key, place } = await createWorkspace(engine)
  const calls = await Promise.all(
    ENDS.map(async ([digits, status, outcome]) => {
      const { status: code, body } = await place(`+1212555${digits}`, { metadata: { digits } })
      expect(code, digits).toBe(202)
      return { digits, status, outcome, id: body.id as number }
    }),
  )
  for (const { digits, status, outcome, id } of calls) {
    const call = await waitForEnd(key, id)
    expect(call, digits).toMatchObject({ status, outcome, metadata: { digits } })
    const event = await hooks.event(String(id))
    expect(event.body, digits).toMatchObject({
      type: 'call.completed',
      workspace_id: String(acme.id),
      data: { call_id: String(id), status, outcome, metadata: { digits } },
    })
    const isConnected = ['completed', 'voicemail'].includes(status) || digits === '0006'
    expect(Number(call.cost) > 0, digits).toBe(isConnected)
    expect(call.transcript.length > 0, digits).toBe(isConnected)
  }
  expect(new Set(hooks.received.map(({ body }) => body.id)).size).toBe(hooks.received.length)
  const { wallet, ledgerEntries } = await key.gql<any>('{ wallet { balance reserved } ledgerEntries(first: 100) { nodes { amount } } }')
  expect(Number(wallet.reserved)).toBe(0)
  const sum = ledgerEntries.nodes.reduce((total: number, { amount }: { amount: string }) => total + Math.round(Number(amount) * 1e6), 0)
  expect(sum).toBe(Math.round(Number(wallet.balance) * 1e6))
})
