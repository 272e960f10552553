import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as recordingDeletions from '../../../src/services/calls/recordings/recordingDeletions.ts'
import { provider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import { DAY } from '../../kit/clock.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { tenant } from './placementKit.ts'

const world = useWorld({ speed: 200 })
const DELETE = 'mutation ($callId: ID!) { deleteRecording(callId: $callId) { recordingUrl recordingDeletedAt } }'
const stored = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id } })

describe.each(['retell', 'vapi'])('%s', (engine) => {
  let acme: Awaited<ReturnType<typeof tenant>>
  beforeAll(async () => {
    acme = await tenant(world(), { engine })
  })
  const recorded = async () => {
    const { id } = (await acme.place('+14155550009')).body
    await until('the end', async () => (await stored(id)).finishedAt)
    expect((await acme.key.get(`/calls/${id}`)).body.recording_url).toContain(`/calls/${id}/recording`)
    return id as number
  }
  const audioAtProvider = async (id: number) => {
    const source = await provider(engine).openRecording((await stored(id)).providerCallId!)
    return source && (await fetch(source.url)).status === 200
  }
  const purged = (id: number) => until('the provider to delete it', async () => (await stored(id)).recordingPurgedAt)

  test('a deleted recording is gone at once, then at the provider; what was said stays', async () => {
    const id = await recorded()
    expect(await audioAtProvider(id)).toBe(true)
    const { deleteRecording } = await acme.key.gql<{ deleteRecording: object }>(DELETE, { callId: id })
    expect(deleteRecording).toEqual({ recordingUrl: null, recordingDeletedAt: expect.any(String) })
    expect((await acme.key.get(`/calls/${id}/recording`)).status).toBe(404)
    const { body } = await acme.key.get(`/calls/${id}`)
    expect(body).not.toHaveProperty('recording_url')
    expect(body.transcript.length).toBeGreaterThan(1)
    await purged(id)
    expect(await audioAtProvider(id)).toBeFalsy()
    await expect(acme.key.gql(DELETE, { callId: id })).rejects.toThrow('Recording not found')
  })

  /** Waits for a second try of the job that failed, which comes some three seconds after the first. */
  test('a provider that fails to delete is asked again', async () => {
    const id = await recorded()
    await fetch(`${world().running.simulator!.url}/simulator/faults`, {
      method: 'POST',
      body: JSON.stringify({ provider: engine, operation: 'any', mode: 'http500', times: 3 }),
    })
    await acme.key.gql(DELETE, { callId: id })
    await purged(id)
    expect(await audioAtProvider(id)).toBeFalsy()
  })

  /** Waits for three simulated calls to end, one after another, and for the provider to delete a recording. */
  test("a workspace's retention deletes what has come of age and nothing else", async () => {
    const [old, young] = [await recorded(), await recorded()]
    const other = await tenant(world(), { engine })
    const theirs = (await other.place('+14155550009')).body.id
    await until('the end', async () => (await stored(theirs)).finishedAt)
    const longAgo = { endedAt: new Date(Date.now() - 8 * DAY) }
    await anyWorkspace.call.updateMany({ where: { id: { in: [old, theirs] } }, data: longAgo })
    await recordingDeletions.sweep()
    expect((await stored(old)).recordingDeletedAt).toBeNull()

    await recordingDeletions.setRetention({ workspaceId: acme.acme.id } as never, 7)
    await Promise.all([recordingDeletions.sweep(), recordingDeletions.sweep()])
    await purged(old)
    expect(await audioAtProvider(old)).toBeFalsy()
    for (const kept of [young, theirs]) expect((await stored(kept)).recordingDeletedAt).toBeNull()
  })
})

test('retention is set in whole days by who may change the workspace, a call under way keeps its recording, and strangers delete nothing', async () => {
  const acme = await tenant(world())
  await expect(acme.key.gql('mutation { setRecordingRetention(days: 30) { id } }')).rejects.toThrow('Missing scope: workspace:write')
  const { id } = (await acme.place('+14155550113')).body
  await anyWorkspace.call.update({ where: { id }, data: { hasRecording: true } })
  await expect(acme.key.gql(DELETE, { callId: id })).rejects.toThrow('not ended')
  await expect((await (await world().workspace()).key()).gql(DELETE, { callId: id })).rejects.toThrow('Call not found')
})
