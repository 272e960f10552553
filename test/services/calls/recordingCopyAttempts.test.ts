import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { settings } from '../../../src/kernel/config/settings.ts'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import * as keptRecordings from '../../../src/services/calls/recordings/keptRecordings.ts'
import * as recordingCopies from '../../../src/services/calls/recordings/recordingCopies.ts'
import * as recordingDeletions from '../../../src/services/calls/recordings/recordingDeletions.ts'
import { fileStore } from '../../../src/services/shared/files.ts'
import { provider, useProvider } from '../../../src/services/voiceProviders/voiceProviders.ts'
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

describe('no copy is made', () => {
  test('unless the server administrator turns it on', async () => {
    const { id } = await acme.recorded()
    await recordingCopies.sweep()
    await recordingCopies.sweepEarlier()
    expect(await readRow(id)).toBeNull()
  })

  test('of a deleted recording, of a call that is not recorded, and for a workspace that does not want it', async () => {
    const [deleted, unrecorded] = [await acme.recorded(), await acme.recorded()]
    await acme.key.gql(DELETE, { callId: deleted.id })
    await anyWorkspace.call.update({ where: { id: unrecorded.id }, data: { recorded: false } })
    const other = await createRecordingTenant(testServer())
    const optedOut = await other.recorded()
    await anyWorkspace.workspace.update({ where: { id: other.acme.id }, data: { keepsRecordings: false } })
    settings.keepRecordings = 'copy'
    await recordingCopies.sweep()
    expect([await readRow(deleted.id), await readRow(unrecorded.id), await readRow(optedOut.id)]).toEqual([null, null, null])
  })

  test("from a private address that is not the provider's own", async () => {
    const call = await acme.recorded()
    let requests = 0
    const server = createServer((_req, res) => void (requests++, res.end('private')))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const voice = provider('retell')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/audio.wav`
    useProvider({ ...voice, openRecording: () => Promise.resolve({ url, headers: {} }) })
    onTestFinished(() => (useProvider(voice), void server.close()))
    await acme.plan(call.id)
    settings.keepRecordings = 'copy'
    await expect(recordingCopies.copy(call.id as never)).rejects.toThrow('private or local')
    expect([requests, (await readRow(call.id))!.keptAt]).toEqual([0, null])
  })
})

const fail = (times: number) =>
  fetch(`${testServer().running.simulator!.url}/simulator/faults`, {
    method: 'POST',
    body: JSON.stringify({ provider: 'retell', operation: 'any', mode: 'http500', times }),
  })

describe('a process that dies', () => {
  test('while it copies leaves a file that the next attempt deletes', async () => {
    const { id, audio } = await acme.recorded()
    await acme.plan(id, { attempt: 1 })
    const left = keptRecordings.fileKeyOf({ workspaceId: acme.acme.id, callId: id }, 1)
    await fileStore().write(left, [Buffer.from('a part')] as never, 'application/octet-stream')
    settings.keepRecordings = 'copy'
    await anyWorkspace.keptRecording.update({ where: { callId: id }, data: { retryAt: new Date(0) } })
    await recordingCopies.sweepEarlier()
    await waitFor('the copy', async () => (await readRow(id))!.keptAt)
    expect([await acme.fileOf(id, 1), (await readRow(id))!.keptAttempt]).toEqual([null, 2])
    expect((await bytesOf(await acme.raw(id))).equals(audio)).toBe(true)
  })

  test('while the call is erased leaves a file that a sweep deletes', async () => {
    const { id } = await acme.recorded()
    await acme.plan(id, { attempt: 1 })
    await acme.erase(id)
    expect((await readRow(id))!.removedAt).not.toBeNull()
    await waitFor('the job', async () => (await pool.query(`select from graphile_worker.jobs where key = $1`, [`discard:${id}`])).rowCount === 0)
    await fileStore().write(keptRecordings.fileKeyOf({ workspaceId: acme.acme.id, callId: id }, 1), [Buffer.from('late')] as never, '')
    await anyWorkspace.keptRecording.update({ where: { callId: id }, data: { removedAt: new Date(Date.now() - 2 * HOUR) } })
    await keptRecordings.sweep()
    expect([await acme.fileOf(id), await readRow(id)]).toEqual([null, null])
  })

  test('after the copy leaves an original that a sweep has deleted', async () => {
    const { id } = await acme.kept()
    await anyWorkspace.keptRecording.update({ where: { callId: id }, data: { originalDueAt: new Date(Date.now() - 2 * HOUR) } })
    await recordingDeletions.sweep()
    await waitFor('the deletion', async () => (await readCall(id)).recordingPurgedAt)
    expect([(await readRow(id))!.originalDueAt, await audioAtProvider(id), (await acme.raw(id)).status]).toEqual([null, null, 200])
  })
})

test('a recording that the provider has late is copied later, and a copy that runs twice stays one', async () => {
  const { id, audio } = await acme.recorded()
  await acme.plan(id)
  settings.keepRecordings = 'copy'
  await fail(9)
  await expect(recordingCopies.copy(id as never)).rejects.toThrow(/\w/)
  await fetch(`${testServer().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
  await Promise.all([recordingCopies.copy(id as never), recordingCopies.copy(id as never)].map((run) => run.catch(() => {})))
  if (!(await readRow(id))!.keptAt) await recordingCopies.copy(id as never)
  const row = (await readRow(id))!
  expect(row.keptAt).not.toBeNull()
  for (let attempt = 1; attempt <= row.attempt; attempt++)
    expect([attempt, (await acme.fileOf(id, attempt)) !== null]).toEqual([attempt, attempt === row.keptAttempt])
  expect((await bytesOf(await acme.raw(id))).equals(audio)).toBe(true)
})

test('a copy that has not been permitted for a week is given up with its reason, and is not tried again', async () => {
  const other = await createRecordingTenant(testServer())
  const { id } = await other.recorded()
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
  const { id } = await acme.recorded()
  settings.keepRecordings = 'copy'
  await recordingCopies.sweepEarlier(AbortSignal.abort())
  expect(await readRow(id)).toBeNull()
})
