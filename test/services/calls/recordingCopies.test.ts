import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { anyWorkspace, pool, transaction } from '../../../src/kernel/db/db.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import * as keptRecordings from '../../../src/services/calls/recordings/keptRecordings.ts'
import * as recordingCopies from '../../../src/services/calls/recordings/recordingCopies.ts'
import * as recordingDeletions from '../../../src/services/calls/recordings/recordingDeletions.ts'
import * as keyRotation from '../../../src/services/operator/keyRotation.ts'
import * as rowErasure from '../../../src/services/privacy/rowErasure.ts'
import { fileStore } from '../../../src/services/shared/files.ts'
import { provider, useProvider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import { DAY, HOUR } from '../../kit/waiting/clock.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createTenant } from './placementKit.ts'

const testServer = useTestServer({ speed: 200 })
const DELETE = 'mutation ($callId: ID!) { deleteRecording(callId: $callId) { recordingUrl } }'
const COPY = 'query ($callId: ID!) { recordingCopy(callId: $callId) { status reason keptAt sha256 bytes durationSeconds expiresAt } }'
let acme: Awaited<ReturnType<typeof createTenant>>
beforeAll(async () => {
  acme = await createTenant(testServer())
})
afterEach(() => void (settings.keepRecordings = 'off'))

const readCall = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id } })
const readRow = (callId: number) => anyWorkspace.keptRecording.findUnique({ where: { callId } })
const audioAtProvider = async (id: number) => {
  const { provider: name, providerCallId } = await readCall(id)
  const source = await provider(name).openRecording(providerCallId!)
  const audio = source && (await fetch(source.url))
  return audio?.status === 200 ? Buffer.from(await audio.arrayBuffer()) : null
}
/** A finished call with a recording, and its audio. */
async function recorded(tenant = acme) {
  const { id } = (await tenant.place('+14155550009')).body
  await waitFor('the end', async () => (await readCall(id)).finishedAt)
  return { id: id as number, audio: (await audioAtProvider(id))! }
}
async function kept(mode: 'copy' | 'move' = 'copy', tenant = acme) {
  const call = await recorded(tenant)
  settings.keepRecordings = mode
  await recordingCopies.sweep()
  await waitFor('the copy', async () => (await readRow(call.id))?.keptAt)
  return call
}
const askCopy = async (callId: number) => (await acme.key.gql<{ recordingCopy: Record<string, unknown> }>(COPY, { callId })).recordingCopy
const NO_FACTS = { keptAt: null, sha256: null, bytes: null, durationSeconds: null, expiresAt: null }
const raw = (id: number, headers: Record<string, string> = {}) =>
  fetch(`${testServer().url}/api/v1/calls/${id}/recording`, { headers: { 'X-API-Key': acme.key.apiKey, ...headers } })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const fileOf = async (callId: number, attempt = 1) => {
  const file = await fileStore().read(keptRecordings.fileKeyOf({ workspaceId: acme.acme.id, callId }, attempt))
  return file && buffer(file)
}
const isGone = (callId: number, attempt = 1) => waitFor('the file to be deleted', async () => (await fileOf(callId, attempt)) === null)
const erase = (id: number) => transaction((tx) => rowErasure.eraseCalls(tx, acme.acme.id as never, [id as never], 'request'))

describe('a copy', () => {
  test('has the bytes of the provider with their hash, size and duration, and is encrypted in the storage', async () => {
    const { id, audio } = await kept()
    const row = (await readRow(id))!
    expect(Buffer.from(row.sha256!).equals(createHash('sha256').update(audio).digest())).toBe(true)
    expect([Number(row.bytes), row.contentType, row.durationMs]).toEqual([audio.length, 'audio/wav', Math.round((audio.length - 44) / 8)])
    const file = (await fileOf(id))!
    expect(file.length).toBeGreaterThan(audio.length)
    for (let at = 0; at + 64 < audio.length; at += 4096) expect(file.includes(audio.subarray(at, at + 64))).toBe(false)
    expect((await bytesOf(await raw(id))).equals(audio)).toBe(true)
    expect(await audioAtProvider(id)).not.toBeNull()
  })

  test('is served at the same URL with ranges after the provider has deleted the original', async () => {
    const { id, audio } = await kept('move')
    await waitFor('the deletion', async () => (await readCall(id)).recordingPurgedAt)
    expect(await audioAtProvider(id)).toBeNull()
    expect((await acme.key.get(`/calls/${id}`)).body.recording_url).toBe(`${testServer().url}/api/v1/calls/${id}/recording`)
    const whole = await raw(id)
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([200, 'audio/wav', 'bytes'])
    expect((await bytesOf(whole)).equals(audio)).toBe(true)
    const ranges = {
      'bytes=4-11': [4, 12],
      'bytes=100-': [100, audio.length],
      'bytes=-7': [audio.length - 7, audio.length],
      'bytes=65530-65545': [65_530, 65_546],
    }
    for (const [Range, [start, end]] of Object.entries(ranges).filter(([, [, last]]) => last! <= audio.length)) {
      const part = await raw(id, { Range })
      expect([Range, part.status, part.headers.get('content-range')]).toEqual([Range, 206, `bytes ${start}-${end! - 1}/${audio.length}`])
      expect((await bytesOf(part)).equals(audio.subarray(start, end))).toBe(true)
    }
    expect([(await raw(id, { Range: `bytes=${audio.length}-` })).status, (await raw(id, { Range: 'bytes=0-1', 'If-Range': '"other"' })).status]).toEqual([
      416, 200,
    ])
    const { recordingLink } = await acme.key.gql<{ recordingLink: { url: string } }>('query ($callId: ID!) { recordingLink(callId: $callId) { url } }', {
      callId: id,
    })
    const head = await fetch(recordingLink.url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(audio.length)])
    expect((await bytesOf(await fetch(recordingLink.url))).equals(audio)).toBe(true)
  })

  test('is in backups, and is played after a rotation of the server key', async () => {
    const { id, audio } = await kept()
    const client = await pool.connect()
    const files: { key: string }[] = []
    for await (const file of keptRecordings.listStored(client)) files.push(file)
    client.release()
    expect(files.map(({ key }) => key)).toContain(keptRecordings.fileKeyOf({ workspaceId: acme.acme.id, callId: id }, 1))
    const before = (await readRow(id))!.dataKey!
    await keyRotation.rotate()
    expect(Buffer.from((await readRow(id))!.dataKey!).equals(before)).toBe(false)
    expect((await bytesOf(await raw(id))).equals(audio)).toBe(true)
  })

  test('has its hash, size, duration and the end of its retention in GraphQL, until it is deleted', async () => {
    const { id, audio } = await kept()
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
    const { id } = await recorded()
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
    await plan(id)
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
    const { id } = await kept()
    const other = await testServer().workspace()
    await expect((await other.key()).gql(COPY, { callId: id })).rejects.toThrow('Call not found')
    expect((await (await other.key()).get(`/calls/${id}/recording`)).body).toEqual({ detail: 'Call not found' })
    expect(await keptRecordings.find(other.id as never, id as never)).toBeNull()
  })

  test('is deleted with the recording, by its retention, and with the call', async () => {
    const [deleted, expired, erased] = [await kept(), await kept(), await kept('move')]
    await acme.key.gql(DELETE, { callId: deleted.id })
    expect((await raw(deleted.id)).status).toBe(404)
    expect((await readRow(deleted.id))!.dataKey).toBeNull()
    await isGone(deleted.id)

    await anyWorkspace.call.update({ where: { id: expired.id }, data: { endedAt: new Date(Date.now() - 8 * DAY) } })
    await anyWorkspace.workspace.update({ where: { id: acme.acme.id }, data: { recordingRetentionDays: 7 } })
    await recordingDeletions.sweep()
    await isGone(expired.id)

    await erase(erased.id)
    await isGone(erased.id)
    const removedAt = new Date(Date.now() - 2 * HOUR)
    await anyWorkspace.keptRecording.updateMany({ where: { callId: { in: [deleted.id, expired.id, erased.id] } }, data: { removedAt } })
    await keptRecordings.sweep()
    expect([await readRow(deleted.id), await readRow(expired.id), await readRow(erased.id)]).toEqual([null, null, null])
  })
})

describe('no copy is made', () => {
  test('unless the server administrator turns it on', async () => {
    const { id } = await recorded()
    await recordingCopies.sweep()
    await recordingCopies.sweepEarlier()
    expect(await readRow(id)).toBeNull()
  })

  test('of a deleted recording, of a call that is not recorded, and for a workspace that does not want it', async () => {
    const [deleted, unrecorded] = [await recorded(), await recorded()]
    await acme.key.gql(DELETE, { callId: deleted.id })
    await anyWorkspace.call.update({ where: { id: unrecorded.id }, data: { recorded: false } })
    const other = await createTenant(testServer())
    const optedOut = await recorded(other)
    await anyWorkspace.workspace.update({ where: { id: other.acme.id }, data: { keepsRecordings: false } })
    settings.keepRecordings = 'copy'
    await recordingCopies.sweep()
    expect([await readRow(deleted.id), await readRow(unrecorded.id), await readRow(optedOut.id)]).toEqual([null, null, null])
  })

  test("from a private address that is not the provider's own", async () => {
    const call = await recorded()
    let requests = 0
    const server = createServer((_req, res) => void (requests++, res.end('private')))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const voice = provider('retell')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/audio.wav`
    useProvider({ ...voice, openRecording: () => Promise.resolve({ url, headers: {} }) })
    onTestFinished(() => (useProvider(voice), void server.close()))
    await plan(call.id)
    settings.keepRecordings = 'copy'
    await expect(recordingCopies.copy(call.id as never)).rejects.toThrow('private or local')
    expect([requests, (await readRow(call.id))!.keptAt]).toEqual([0, null])
  })
})

/** The row of a copy that is about to be made, without a job. */
const plan = (callId: number, more: object = {}) =>
  anyWorkspace.keptRecording.create({ data: { callId, workspaceId: acme.acme.id, createdAt: new Date(), retryAt: new Date(Date.now() + DAY), ...more } })
const fail = (times: number) =>
  fetch(`${testServer().running.simulator!.url}/simulator/faults`, {
    method: 'POST',
    body: JSON.stringify({ provider: 'retell', operation: 'any', mode: 'http500', times }),
  })

describe('a process that dies', () => {
  test('while it copies leaves a file that the next attempt deletes', async () => {
    const { id, audio } = await recorded()
    await plan(id, { attempt: 1 })
    const left = keptRecordings.fileKeyOf({ workspaceId: acme.acme.id, callId: id }, 1)
    await fileStore().write(left, [Buffer.from('a part')] as never, 'application/octet-stream')
    settings.keepRecordings = 'copy'
    await anyWorkspace.keptRecording.update({ where: { callId: id }, data: { retryAt: new Date(0) } })
    await recordingCopies.sweepEarlier()
    await waitFor('the copy', async () => (await readRow(id))!.keptAt)
    expect([await fileOf(id, 1), (await readRow(id))!.keptAttempt]).toEqual([null, 2])
    expect((await bytesOf(await raw(id))).equals(audio)).toBe(true)
  })

  test('while the call is erased leaves a file that a sweep deletes', async () => {
    const { id } = await recorded()
    await plan(id, { attempt: 1 })
    await erase(id)
    expect((await readRow(id))!.removedAt).not.toBeNull()
    await waitFor('the job', async () => (await pool.query(`select from graphile_worker.jobs where key = $1`, [`discard:${id}`])).rowCount === 0)
    await fileStore().write(keptRecordings.fileKeyOf({ workspaceId: acme.acme.id, callId: id }, 1), [Buffer.from('late')] as never, '')
    await anyWorkspace.keptRecording.update({ where: { callId: id }, data: { removedAt: new Date(Date.now() - 2 * HOUR) } })
    await keptRecordings.sweep()
    expect([await fileOf(id), await readRow(id)]).toEqual([null, null])
  })

  test('after the copy leaves an original that a sweep has deleted', async () => {
    const { id } = await kept()
    await anyWorkspace.keptRecording.update({ where: { callId: id }, data: { originalDueAt: new Date(Date.now() - 2 * HOUR) } })
    await recordingDeletions.sweep()
    await waitFor('the deletion', async () => (await readCall(id)).recordingPurgedAt)
    expect([(await readRow(id))!.originalDueAt, await audioAtProvider(id), (await raw(id)).status]).toEqual([null, null, 200])
  })
})

test('a recording that the provider has late is copied later, and a copy that runs twice stays one', async () => {
  const { id, audio } = await recorded()
  await plan(id)
  settings.keepRecordings = 'copy'
  await fail(9)
  await expect(recordingCopies.copy(id as never)).rejects.toThrow(/\w/)
  await fetch(`${testServer().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
  await Promise.all([recordingCopies.copy(id as never), recordingCopies.copy(id as never)].map((run) => run.catch(() => {})))
  if (!(await readRow(id))!.keptAt) await recordingCopies.copy(id as never)
  const row = (await readRow(id))!
  expect(row.keptAt).not.toBeNull()
  for (let attempt = 1; attempt <= row.attempt; attempt++)
    expect([attempt, (await fileOf(id, attempt)) !== null]).toEqual([attempt, attempt === row.keptAttempt])
  expect((await bytesOf(await raw(id))).equals(audio)).toBe(true)
})

test('a copy that has not been permitted for a week is given up with its reason, and is not tried again', async () => {
  const other = await createTenant(testServer())
  const { id } = await recorded(other)
  const own = { workspaceId: other.acme.id, createdAt: new Date(Date.now() - 6 * DAY), retryAt: new Date(0) }
  await anyWorkspace.keptRecording.create({ data: { callId: id, ...own } })
  await anyWorkspace.workspace.update({ where: { id: other.acme.id }, data: { keepsRecordings: false } })
  settings.keepRecordings = 'copy'
  await recordingCopies.sweepEarlier()
  expect(await readRow(id)).toMatchObject({ failure: null, keptAt: null })
  await anyWorkspace.keptRecording.update({ where: { callId: id }, data: { createdAt: new Date(Date.now() - 8 * DAY), retryAt: new Date(0) } })
  await recordingCopies.sweepEarlier()
  expect(await readRow(id)).toMatchObject({ failure: 'not_permitted', keptAt: null, retryAt: new Date(0) })
})

test('a server that stops plans no further copies', async () => {
  const { id } = await recorded()
  settings.keepRecordings = 'copy'
  await recordingCopies.sweepEarlier(AbortSignal.abort())
  expect(await readRow(id)).toBeNull()
})
