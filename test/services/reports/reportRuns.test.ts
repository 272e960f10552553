import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { nowMs } from '../../../src/kernel/lib/clock.ts'
import { fileStore } from '../../../src/services/shared/files.ts'
import * as reportRuns from '../../../src/services/reports/reportRuns.ts'
import * as reportSweeps from '../../../src/services/reports/reportSweeps.ts'
import type { Client } from '../../kit/clients/client.ts'
import { download } from '../../kit/fixtures/reports.ts'
import { type TestWorkspace, useTestServer } from '../../kit/server/testServer.ts'
import { advanceClock, MINUTE } from '../../kit/waiting/clock.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'callwright-report-runs-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
// Without workers, so that the tests start each run.
const testServer = useTestServer({ env: { DATA_DIR: dataDir, ROLE: 'api' } })
let acme: TestWorkspace
let key: Client
let place: string
beforeAll(async () => {
  reportRuns.stopSignal.set(new AbortController().signal)
  acme = await testServer().workspace()
  key = await acme.key()
  place = join(dataDir, 'files/reports', String(acme.id))
  mkdirSync(join(dataDir, 'files/reports'), { recursive: true })
})

const createReport = async (): Promise<number> => (await key.post('/reports', { type: 'ledger' })).body.id
const updateReport = (id: number, data: object) => anyWorkspace.report.update({ where: { id }, data })
const getReport = async (id: number) => (await key.get(`/reports/${id}`)).body

test('an export that cannot be written fails after three attempts, with a message without internal details', async () => {
  const id = await createReport()
  writeFileSync(place, 'a file where a folder is wanted')
  for (const _attempt of [1, 2]) {
    await expect(reportRuns.run(id)).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect(await getReport(id)).toMatchObject({ status: 'queued', error: null, download_url: null })
  }
  await reportRuns.run(id)
  const failed = { status: 'failed', error: 'The file could not be written. Request the export again.', download_url: null, bytes: null, expires_at: null }
  expect(await getReport(id)).toMatchObject(failed)
  rmSync(place)
  await reportRuns.run(id)
  expect(await getReport(id)).toMatchObject(failed)
})

test('an export that failed once is written correctly by the next run', async () => {
  const id = await createReport()
  writeFileSync(place, '')
  await expect(reportRuns.run(id)).rejects.toThrow(/EEXIST|ENOTDIR/)
  rmSync(place)
  await reportRuns.run(id)
  const report = await getReport(id)
  expect(report).toMatchObject({ status: 'done', progress: 100, error: null })
  expect((await download(report.download_url)).status).toBe(200)
  expect(readdirSync(place)).toEqual([`${id}-2.csv`])
})

test('an export that five processes died with fails with a message and leaves no file', async () => {
  const id = await createReport()
  await updateReport(id, { status: 'running', owner: randomUUID(), attempt: 5, rowsProcessed: 70 })
  mkdirSync(place, { recursive: true })
  for (const attempt of [3, 5]) writeFileSync(join(place, `${id}-${attempt}.csv.part`), 'a part')
  await reportRuns.run(id)
  expect(await getReport(id)).toMatchObject({ status: 'failed', error: 'The export failed after 5 attempts. Try a shorter period.', download_url: null })
  await reportSweeps.sweep()
  expect(readdirSync(place).filter((name) => name.startsWith(`${id}-`))).toEqual([])
  expect(await getReport(id)).toMatchObject({ status: 'failed' })
})

test('a permanent error, such as a deleted campaign, fails the export immediately with its reason', async () => {
  const { id } = (await key.post('/reports', { type: 'results' })).body
  await updateReport(id, { filter: { from: null, to: new Date().toISOString(), timezone: 'UTC', campaignId: 999_999, status: null, outcome: null } })
  await reportRuns.run(id)
  expect(await getReport(id)).toMatchObject({ status: 'failed', error: 'Campaign not found' })
})

test('an export whose file cannot be deleted is no longer offered, returns 503, and is deleted by a repeated request', async () => {
  const id = await createReport()
  await reportRuns.run(id)
  const { download_url } = await getReport(id)
  const file = join(place, `${id}-1.csv`)
  rmSync(file)
  mkdirSync(file)
  const refused = await key.delete(`/reports/${id}`)
  expect([refused.status, refused.body.detail]).toEqual([
    503,
    'The file storage cannot be reached. The file can no longer be downloaded. Delete the export again later.',
  ])
  expect([(await download(download_url)).status, (await getReport(id)).status]).toEqual([404, 'expired'])
  rmSync(file, { recursive: true })
  expect([(await key.delete(`/reports/${id}`)).status, (await key.get(`/reports/${id}`)).status]).toEqual([204, 404])
})

/** Starts a run whose file cannot be written until `goOn` is called. */
async function startSlowRun(id: number) {
  const store = fileStore()
  let goOn!: () => void
  let begin!: () => void
  const [released, hasBegun] = [new Promise<void>((resolve) => (goOn = resolve)), new Promise<void>((resolve) => (begin = resolve))]
  fileStore.set({ ...store, write: (...args) => (begin(), released.then(() => store.write(...args))) })
  onTestFinished(() => fileStore.set(store))
  const run = reportRuns.run(id)
  await hasBegun
  fileStore.set(store)
  return { run, goOn }
}

test('a second run of an export leaves it to the first one, and comes back', async () => {
  const id = await createReport()
  const { run, goOn } = await startSlowRun(id)
  await expect(reportRuns.run(id)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  goOn()
  await run
  await reportRuns.run(id)
  expect(await getReport(id)).toMatchObject({ status: 'done', progress: 100 })
  expect(readdirSync(place).filter((name) => name.startsWith(`${id}-`))).toEqual([`${id}-1.csv`])
})

test('an export that waits again, but is not free yet, keeps its job', async () => {
  const id = await createReport()
  // A server of an earlier version, which knows no leases, has queued the export of a dead process again.
  await updateReport(id, { status: 'queued', owner: null, attempt: 1, leaseUntil: new Date(nowMs() + MINUTE) })
  await expect(reportRuns.run(id)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  advanceClock(MINUTE)
  await reportRuns.run(id)
  expect(await getReport(id)).toMatchObject({ status: 'done' })
})

test('an export whose run is stuck is written by the next one, and the late first one changes nothing and leaves no file', async () => {
  const id = await createReport()
  const { run, goOn } = await startSlowRun(id)
  advanceClock(2 * MINUTE)
  await reportRuns.run(id)
  const done = await getReport(id)
  expect(done).toMatchObject({ status: 'done', progress: 100 })
  goOn()
  await run
  expect(await getReport(id)).toMatchObject({ ...done, download_url: expect.any(String) })
  expect(readdirSync(place).filter((name) => name.startsWith(`${id}-`))).toEqual([`${id}-2.csv`])
})
