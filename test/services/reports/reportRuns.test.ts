import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as reportRuns from '../../../src/services/reports/reportRuns.ts'
import * as reportSweeps from '../../../src/services/reports/reportSweeps.ts'
import type { Client } from '../../kit/client.ts'
import { fetched } from '../../kit/reports.ts'
import { type Acme, useWorld } from '../../kit/world.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'callwright-report-runs-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
// Without workers: each run is made by hand.
const world = useWorld({ env: { DATA_DIR: dataDir, ROLE: 'api' } })
let acme: Acme
let key: Client
let place: string
beforeAll(async () => {
  reportRuns.stopOn(new AbortController().signal)
  acme = await world().workspace()
  key = await acme.key()
  place = join(dataDir, 'files/reports', String(acme.id))
  mkdirSync(join(dataDir, 'files/reports'), { recursive: true })
})

const ask = async (): Promise<number> => (await key.post('/reports', { type: 'ledger' })).body.id
const set = (id: number, data: object) => anyWorkspace.report.update({ where: { id }, data })
const shown = async (id: number) => (await key.get(`/reports/${id}`)).body

test('a report that cannot be written is tried three times and then failed, with a sentence that tells nothing of the inside', async () => {
  const id = await ask()
  writeFileSync(place, 'a file where a folder is wanted')
  for (const _attempt of [1, 2]) {
    await expect(reportRuns.run(id)).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect(await shown(id)).toMatchObject({ status: 'queued', error: null, download_url: null })
  }
  await reportRuns.run(id)
  const failed = { status: 'failed', error: 'The file could not be written. Request the export again.', download_url: null, bytes: null, expires_at: null }
  expect(await shown(id)).toMatchObject(failed)
  rmSync(place)
  await reportRuns.run(id)
  expect(await shown(id)).toMatchObject(failed)
})

test('one that was written badly once is written well the next time', async () => {
  const id = await ask()
  writeFileSync(place, '')
  await expect(reportRuns.run(id)).rejects.toThrow(/EEXIST|ENOTDIR/)
  rmSync(place)
  await reportRuns.run(id)
  const report = await shown(id)
  expect(report).toMatchObject({ status: 'done', progress: 100, error: null })
  expect((await fetched(report.download_url)).status).toBe(200)
  expect(readdirSync(place)).toEqual([`${id}-2.csv`])
})

test('one at which five processes died is not begun again: it fails with a sentence, and nothing of it is left', async () => {
  const id = await ask()
  await set(id, { state: 'running', owner: randomUUID(), attempt: 5, rowsProcessed: 70 })
  mkdirSync(place, { recursive: true })
  for (const attempt of [3, 5]) writeFileSync(join(place, `${id}-${attempt}.csv.part`), 'a part')
  await reportRuns.run(id)
  expect(await shown(id)).toMatchObject({ status: 'failed', error: 'The export failed after 5 attempts. Try a shorter period.', download_url: null })
  await reportSweeps.sweep()
  expect(readdirSync(place).filter((name) => name.startsWith(`${id}-`))).toEqual([])
  expect(await shown(id)).toMatchObject({ status: 'failed' })
})

test('what cannot be, such as a campaign that is gone by then, fails at once and says so', async () => {
  const { id } = (await key.post('/reports', { type: 'results' })).body
  await set(id, { filter: { from: null, to: new Date().toISOString(), timezone: 'UTC', campaignId: 999_999, status: null, outcome: null } })
  await reportRuns.run(id)
  expect(await shown(id)).toMatchObject({ status: 'failed', error: 'Campaign not found' })
})

test('one whose file cannot be deleted is offered no more, is told as 503, and is deleted when asked again', async () => {
  const id = await ask()
  await reportRuns.run(id)
  const { download_url } = await shown(id)
  const file = join(place, `${id}-1.csv`)
  rmSync(file)
  mkdirSync(file)
  const refused = await key.delete(`/reports/${id}`)
  expect([refused.status, refused.body.detail]).toEqual([
    503,
    'The file storage cannot be reached. The file can no longer be downloaded. Delete the export again later.',
  ])
  expect([(await fetched(download_url)).status, (await shown(id)).status]).toEqual([404, 'expired'])
  rmSync(file, { recursive: true })
  expect([(await key.delete(`/reports/${id}`)).status, (await key.get(`/reports/${id}`)).status]).toEqual([204, 404])
})
