import { createHash } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { settings } from '../../../src/kernel/config/settings.ts'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import * as keptRecordings from '../../../src/services/calls/recordings/keptRecordings.ts'
import * as recordingDeletions from '../../../src/services/calls/recordings/recordingDeletions.ts'
import * as keyRotation from '../../../src/services/operator/keyRotation.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { DAY, HOUR } from '../../kit/waiting/clock.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { audioAtProvider, bytesOf, createRecordingTenant, DELETE, readCall, readRow } from './recordingCopyKit.ts'

const testServer = useTestServer({ speed: 200 })
let acme: Awaited<ReturnType<typeof createRecordingTenant>>
beforeAll(async () => {
  acme = await createRecordingTenant(testServer())
})
afterEach(() => void (settings.keepRecordings = 'off'))

const COPY = 'query ($callId: ID!) { recordingCopy(callId: $callId) { status reason keptAt sha256 bytes durationSeconds expiresAt } }'
const askCopy = async (callId: number) => (await acme.key.gql<{ recordingCopy: Record<string, unknown> }>(COPY, { callId })).recordingCopy
const NO_FACTS = { keptAt: null, sha256: null, bytes: null, durationSeconds: null, expiresAt: null }
const isGone = (callId: number, attempt = 1) => waitFor('the file to be deleted', async () => (await acme.fileOf(callId, attempt)) === null)

describe('a copy', () => {
  test('has the bytes of the provider with their hash, size and duration, and is encrypted in the storage', async () => {
    const { id, audio } = await acme.kept()
    const row = (await readRow(id))!
    expect(Buffer.from(row.sha256!).equals(createHash('sha256').update(audio).digest())).toBe(true)
    expect([Number(row.bytes), row.contentType, row.durationMs]).toEqual([audio.length, 'audio/wav', Math.round((audio.length - 44) / 8)])
    const file = (await acme.fileOf(id))!
    expect(file.length).toBeGreaterThan(audio.length)
    for (let at = 0; at + 64 < audio.length; at += 4096) expect(file.includes(audio.subarray(at, at + 64))).toBe(false)
    expect((await bytesOf(await acme.raw(id))).equals(audio)).toBe(true)
    expect(await audioAtProvider(id)).not.toBeNull()
  })

  test('is served at the same URL with ranges after the provider has deleted the original', async () => {
    const { id, audio } = await acme.kept('move')
    await waitFor('the deletion', async () => (await readCall(id)).recordingPurgedAt)
    expect(await audioAtProvider(id)).toBeNull()
    expect((await acme.key.get(`/calls/${id}`)).body.recording_url).toBe(`${testServer().url}/api/v1/calls/${id}/recording`)
    const whole = await acme.raw(id)
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([200, 'audio/wav', 'bytes'])
    expect((await bytesOf(whole)).equals(audio)).toBe(true)
    const ranges = {
      'bytes=4-11': [4, 12],
      'bytes=100-': [100, audio.length],
      'bytes=-7': [audio.length - 7, audio.length],
      'bytes=65530-65545': [65_530, 65_546],
    }
    for (const [Range, [start, end]] of Object.entries(ranges).filter(([, [, last]]) => last! <= audio.length)) {
      const part = await acme.raw(id, { Range })
      expect([Range, part.status, part.headers.get('content-range')]).toEqual([Range, 206, `bytes ${start}-${end! - 1}/${audio.length}`])
      expect((await bytesOf(part)).equals(audio.subarray(start, end))).toBe(true)
    }
    expect([
      (await acme.raw(id, { Range: `bytes=${audio.length}-` })).status,
      (await acme.raw(id, { Range: 'bytes=0-1', 'If-Range': '"other"' })).status,
    ]).toEqual([416, 200])
    const { recordingLink } = await acme.key.gql<{ recordingLink: { url: string } }>('query ($callId: ID!) { recordingLink(callId: $callId) { url } }', {
      callId: id,
    })
    const head = await fetch(recordingLink.url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(audio.length)])
    expect((await bytesOf(await fetch(recordingLink.url))).equals(audio)).toBe(true)
  })

  test('is in backups, and is played after a rotation of the server key', async () => {
    const { id, audio } = await acme.kept()
    const client = await pool.connect()
    const files: { key: string }[] = []
    for await (const file of keptRecordings.listStored(client)) files.push(file)
    client.release()
    expect(files.map(({ key }) => key)).toContain(keptRecordings.fileKeyOf({ workspaceId: acme.acme.id, callId: id }, 1))
    const before = (await readRow(id))!.dataKey!
    await keyRotation.rotate()
    expect(Buffer.from((await readRow(id))!.dataKey!).equals(before)).toBe(false)
    expect((await bytesOf(await acme.raw(id))).equals(audio)).toBe(true)
  })

  test('has its hash, size, duration and the end of its retention in GraphQL, until it is deleted', async () => {
    const { id, audio } = await acme.kept()
    const row = (await readRow(id))!
    const facts = { status: 'stored', reason: null, bytes: audio.length, durationSeconds: row.durationMs! / 1_000, keptAt: row.keptAt!.toISOString() }
    expect(await askCopy(id)).toEqual({ ...facts, sha256: createHash('sha256').update(audio).digest('hex'), expiresAt: null })
    const retain = (recordingRetentionDays: number | null) => anyWorkspace.workspace.update({ where: { id: acme.acme.id }, data: { recordingRetentionDays } })
    await retain(30)
    expect(await askCopy(id)).toMatchObject({ expiresAt: new Date((await readCall(id)).endedAt!.getTime() + 30 * DAY).toISOString() })
    await retain(null)
    await acme.key.gql(DELETE, { callId: id })
    expect(await askCopy(id)).toEqual({ ...NO_FACTS, status: 'deleted', reason: null })
  })

  test('that is not there has its reason in GraphQL: it waits, has failed, or is not made', async () => {
    const { id } = await acme.recorded()
    const stateOf = async () => {
      const { status, reason, ...facts } = await askCopy(id)
      expect(facts).toEqual(NO_FACTS)
      return [status, reason]
    }
    const [change, changeCall] = [
      (data: object) => anyWorkspace.keptRecording.update({ where: { callId: id }, data }),
      (data: object) => anyWorkspace.call.update({ where: { id }, data }),
    ]
    expect(await stateOf()).toEqual(['none', 'server_off'])
    settings.keepRecordings = 'copy'
    expect(await stateOf()).toEqual(['waiting', 'queued'])
    const { endedAt } = await readCall(id)
    await changeCall({ endedAt: new Date(Date.now() - 8 * DAY) })
    expect(await stateOf()).toEqual(['none', 'too_old'])
    await changeCall({ endedAt })
    const wants = (keepsRecordings: boolean) => anyWorkspace.workspace.update({ where: { id: acme.acme.id }, data: { keepsRecordings } })
    await wants(false)
    expect(await stateOf()).toEqual(['none', 'workspace_off'])
    await wants(true)
    await acme.plan(id)
    expect(await stateOf()).toEqual(['waiting', 'queued'])
    await change({ attempt: 1 })
    expect(await stateOf()).toEqual(['waiting', 'retrying'])
    for (const failure of ['too_large', 'unavailable', 'not_permitted']) {
      await change({ failure })
      expect(await stateOf()).toEqual(['failed', failure])
    }
    await changeCall({ hasRecording: false })
    expect(await stateOf()).toEqual(['none', 'no_recording'])
  })

  test('cannot be read by another workspace', async () => {
    const { id } = await acme.kept()
    const other = await testServer().workspace()
    await expect((await other.key()).gql(COPY, { callId: id })).rejects.toThrow('Call not found')
    expect((await (await other.key()).get(`/calls/${id}/recording`)).body).toEqual({ detail: 'Call not found' })
    expect(await keptRecordings.find(other.id as never, id as never)).toBeNull()
  })

  test('is deleted with the recording, by its retention, and with the call', async () => {
    const [deleted, expired, erased] = [await acme.kept(), await acme.kept(), await acme.kept('move')]
    await acme.key.gql(DELETE, { callId: deleted.id })
    expect((await acme.raw(deleted.id)).status).toBe(404)
    expect((await readRow(deleted.id))!.dataKey).toBeNull()
    await isGone(deleted.id)

    await anyWorkspace.call.update({ where: { id: expired.id }, data: { endedAt: new Date(Date.now() - 8 * DAY) } })
    await anyWorkspace.workspace.update({ where: { id: acme.acme.id }, data: { recordingRetentionDays: 7 } })
    await recordingDeletions.sweep()
    await isGone(expired.id)

    await acme.erase(erased.id)
    await isGone(erased.id)
    const removedAt = new Date(Date.now() - 2 * HOUR)
    await anyWorkspace.keptRecording.updateMany({ where: { callId: { in: [deleted.id, expired.id, erased.id] } }, data: { removedAt } })
    await keptRecordings.sweep()
    expect([await readRow(deleted.id), await readRow(expired.id), await readRow(erased.id)]).toEqual([null, null, null])
  })
})
