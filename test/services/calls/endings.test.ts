import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { receiverForTest } from '../../kit/receiver.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { tenant } from './placementKit.ts'

const world = useWorld({ speed: 20 })
const END = 'mutation ($id: ID!) { endCall(id: $id) { id status endRequestedAt } }'
const stored = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id } })
const fault = (body: object) => fetch(`${world().running.simulator!.url}/simulator/faults`, { method: 'POST', body: JSON.stringify(body) })

describe.each(['retell', 'vapi'])('%s', (engine) => {
  let acme: Awaited<ReturnType<typeof tenant>>
  beforeAll(async () => {
    acme = await tenant(world(), { engine })
  })
  const end = (id: number, key = acme.key) => key.gql<{ endCall: { status: string; endRequestedAt: string } }>(END, { id })
  /** 0011 is a long call. */
  const talking = async () => {
    const { id } = (await acme.place('+14155550011')).body
    await until('the conversation', async () => (await stored(id)).status === 'in_progress')
    return id as number
  }
  const finished = (id: number) => until('the end', async () => ((await stored(id)).finishedAt ? stored(id) : null))

  test('a call that somebody ends is hung up at the provider, ends canceled, and is told and paid once', async () => {
    const hook = await receiverForTest()
    await acme.key.put('/webhooks', { url: hook.url })
    const id = await talking()
    const answers = await Promise.all([end(id), end(id), end(id)])
    for (const { endCall } of answers) expect(endCall.endRequestedAt).not.toBeNull()
    expect(await finished(id)).toMatchObject({ status: 'canceled', outcome: 'unknown' })
    await hook.event(String(id))
    expect(hook.received.filter(({ body }) => body.id === String(id))).toHaveLength(1)
    const { rows } = { rows: await anyWorkspace.ledgerEntry.findMany({ where: { kind: 'call', ref: String(id) } }) }
    expect(rows).toHaveLength(1)
    await acme.key.put('/webhooks', { url: null })
  })

  /** Waits for hanging up to be tried again: the job does so a second after it failed. */
  test('a provider that cannot hang up at first is asked until it does', async () => {
    const id = await talking()
    await fault({ provider: engine, operation: 'any', mode: 'http500', times: 4 })
    await end(id)
    expect((await finished(id)).status).toBe('canceled')
  })

  test('a call whose placement is in doubt is hung up as soon as it turns out to ring', async () => {
    // 0104: answered 500, and placed all the same.
    const { id } = (await acme.place('+14155550104')).body
    await end(id)
    const call = await finished(id)
    expect(['canceled', 'completed']).toContain(call.status)
    expect(call.providerCallId).not.toBeNull()
  })

  test('a call that is over stays as it ended', async () => {
    const { id } = (await acme.place('+14155550001')).body
    await finished(id)
    expect((await end(id)).endCall).toEqual({ id: String(id), status: 'busy', endRequestedAt: null })
  })

  test("another workspace's call cannot be ended, nor without the scope", async () => {
    const id = await talking()
    const stranger = await (await world().workspace()).key()
    await expect(end(id, stranger)).rejects.toThrow('Call not found')
    await expect(end(id, await acme.acme.key('calls:read'))).rejects.toThrow('Missing scope: calls:write')
    expect((await stored(id)).endRequestedAt).toBeNull()
    await end(id)
  })
})
