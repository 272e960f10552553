import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as recordingDeletions from '../../../src/services/calls/recordings/recordingDeletions.ts'
import * as privacySettings from '../../../src/services/workspaces/privacySettings.ts'
import { provider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import { DAY } from '../../kit/waiting/clock.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createTenant } from './placementKit.ts'

const testServer = useTestServer({ speed: 200 })
const DELETE = 'mutation ($callId: ID!) { deleteRecording(callId: $callId) { recordingUrl recordingDeletedAt } }'
const readCall = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id } })

describe.each(['retell', 'vapi'])('%s', (engine) => {
  let acme: Awaited<ReturnType<typeof createTenant>>
  beforeAll(async () => {
    acme = await createTenant(testServer(), { engine })
  })
  const createRecording = async () => {
    const { id } = (await acme.place('+14155550009')).body
    await waitFor('the end', async () => (await readCall(id)).finishedAt)
    expect((await acme.key.get(`/calls/${id}`)).body.recording_url).toContain(`/calls/${id}/recording`)
    return id as number
  }
  const audioAtProvider = async (id: number) => {
    const source = await provider(engine).openRecording((await readCall(id)).providerCallId!)
    return source && (await fetch(source.url)).status === 200
  }
  const waitForPurge = (id: number) => waitFor('the provider to delete it', async () => (await readCall(id)).recordingPurgedAt)

  test('a deleted recording is unavailable at once, then deleted at the provider; the transcript stays', async () => {
    const id = await createRecording()
    expect(await audioAtProvider(id)).toBe(true)
    const { deleteRecording } = await acme.key.gql<{ deleteRecording: object }>(DELETE, { callId: id })
    expect(deleteRecording).toEqual({ recordingUrl: null, recordingDeletedAt: expect.any(String) })
    expect((await acme.key.get(`/calls/${id}/recording`)).status).toBe(404)
    const { body } = await acme.key.get(`/calls/${id}`)
    expect(body).not.toHaveProperty('recording_url')
    expect(body.transcript.length).toBeGreaterThan(1)
    await waitForPurge(id)
    expect(await audioAtProvider(id)).toBeFalsy()
    await expect(acme.key.gql(DELETE, { callId: id })).rejects.toThrow('Recording not found')
  })

  /** Waits for the second attempt of the failed job, about three seconds after the first. */
  test('a failed deletion at the provider is retried', async () => {
    const id = await createRecording()
    await fetch(`${testServer().running.simulator!.url}/simulator/faults`, {
      method: 'POST',
      body: JSON.stringify({ provider: engine, operation: 'any', mode: 'http500', times: 3 }),
    })
    await acme.key.gql(DELETE, { callId: id })
    await waitForPurge(id)
    expect(await audioAtProvider(id)).toBeFalsy()
  })

  /** Waits for three simulated calls to end one after another, and for the provider to delete a recording. */
  test("a workspace's retention deletes recordings past their retention and nothing else", async () => {
    const [old, young] = [await createRecording(), await createRecording()]
    const other = await createTenant(testServer(), { engine })
    const otherId = (await other.place('+14155550009')).body.id
    await waitFor('the end', async () => (await readCall(otherId)).finishedAt)
    const longAgo = { endedAt: new Date(Date.now() - 8 * DAY) }
    await anyWorkspace.call.updateMany({ where: { id: { in: [old, otherId] } }, data: longAgo })
    await recordingDeletions.sweep()
    expect((await readCall(old)).recordingDeletedAt).toBeNull()

    await privacySettings.setRecordingRetention({ workspaceId: acme.acme.id } as never, 7)
    await Promise.all([recordingDeletions.sweep(), recordingDeletions.sweep()])
    await waitForPurge(old)
    expect(await audioAtProvider(old)).toBeFalsy()
    for (const keptId of [young, otherId]) expect((await readCall(keptId)).recordingDeletedAt).toBeNull()
  })
})

test('setting the retention requires workspace:write, an active call keeps its recording, and other workspaces cannot delete it', async () => {
  const acme = await createTenant(testServer())
  await expect(acme.key.gql('mutation { setRecordingRetention(days: 30) { id } }')).rejects.toThrow('Missing scope: workspace:write')
  const { id } = (await acme.place('+14155550113')).body
  await anyWorkspace.call.update({ where: { id }, data: { hasRecording: true } })
  await expect(acme.key.gql(DELETE, { callId: id })).rejects.toThrow('not ended')
  await expect((await (await testServer().workspace()).key()).gql(DELETE, { callId: id })).rejects.toThrow('Call not found')
})
