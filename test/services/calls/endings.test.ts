import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { startReceiverForTest } from '../../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createTenant } from './placementKit.ts'

const testServer = useTestServer({ speed: 20 })
const END = 'mutation ($id: ID!) { endCall(id: $id) { id status endRequestedAt } }'
const readCall = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id } })
const fault = (body: object) => fetch(`${testServer().running.simulator!.url}/simulator/faults`, { method: 'POST', body: JSON.stringify(body) })

describe.each(['retell', 'vapi'])('%s', (engine) => {
  let acme: Awaited<ReturnType<typeof createTenant>>
  beforeAll(async () => {
    acme = await createTenant(testServer(), { engine })
  })
  const endCall = (id: number, key = acme.key) => key.gql<{ endCall: { status: string; endRequestedAt: string } }>(END, { id })
  /** Places a long call (0011) and waits until it is in progress. */
  const startConversation = async () => {
    const { id } = (await acme.place('+14155550011')).body
    await waitFor('the conversation', async () => (await readCall(id)).status === 'in_progress')
    return id as number
  }
  const waitForEnd = (id: number) => waitFor('the end', async () => ((await readCall(id)).finishedAt ? readCall(id) : null))

  test('a call ended on request is hung up at the provider, ends as canceled, and is reported and charged once', async () => {
    const hook = await startReceiverForTest()
    await acme.key.put('/webhooks', { url: hook.url })
    const id = await startConversation()
    const answers = await Promise.all([endCall(id), endCall(id), endCall(id)])
    for (const { endCall } of answers) expect(endCall.endRequestedAt).not.toBeNull()
    expect(await waitForEnd(id)).toMatchObject({ status: 'canceled', outcome: 'unknown' })
    await hook.event(String(id))
    expect(hook.received.filter(({ body }) => body.id === String(id))).toHaveLength(1)
    const { rows } = { rows: await anyWorkspace.ledgerEntry.findMany({ where: { type: 'call', ref: String(id) } }) }
    expect(rows).toHaveLength(1)
    await acme.key.put('/webhooks', { url: null })
  })

  /** Waits for another attempt to hang up, a second after the failure. */
  test('a failed hang-up is repeated until it succeeds', async () => {
    const id = await startConversation()
    await fault({ provider: engine, operation: 'any', mode: 'http500', times: 4 })
    await endCall(id)
    expect((await waitForEnd(id)).status).toBe('canceled')
  })

  test('a call of unknown placement is hung up as soon as its provider has it', async () => {
    // 0104: the provider answers 500 but places the call.
    const { id } = (await acme.place('+14155550104')).body
    await endCall(id)
    const call = await waitForEnd(id)
    expect(['canceled', 'completed']).toContain(call.status)
    expect(call.providerCallId).not.toBeNull()
  })

  test('an ended call keeps its status', async () => {
    const { id } = (await acme.place('+14155550001')).body
    await waitForEnd(id)
    expect((await endCall(id)).endCall).toEqual({ id: String(id), status: 'busy', endRequestedAt: null })
  })

  test('a call of another workspace cannot be ended, nor any call without the scope', async () => {
    const id = await startConversation()
    const stranger = await (await testServer().workspace()).key()
    await expect(endCall(id, stranger)).rejects.toThrow('Call not found')
    await expect(endCall(id, await acme.acme.key('calls:read'))).rejects.toThrow('Missing scope: calls:write')
    expect((await readCall(id)).endRequestedAt).toBeNull()
    await endCall(id)
  })
})
