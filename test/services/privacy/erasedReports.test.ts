import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { fileStore } from '../../../src/services/shared/files.ts'
import * as reportSweeps from '../../../src/services/reports/reportSweeps.ts'
import { addLeads } from '../../kit/fixtures/leads.ts'
import { download, waitForReport } from '../../kit/fixtures/reports.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { waitForErasure, signInAsOwner } from './privacyKit.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'callwright-erased-reports-'))
const testServer = useTestServer({ env: { DATA_DIR: dataDir } })
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const [PHONE, OTHER] = ['+14155510019', '+14155520019']
const EXPORT = 'mutation ($input: ReportInput!) { exportReport(input: $input) { id } }'
const ERASE = 'mutation ($phone: String!) { erasePersonalData(phoneNumber: $phone) { id } }'

/** Lists the report files of a workspace that contain the number, including unfinished ones. */
const filesNaming = (workspaceId: number, phone: string) => {
  const folder = join(dataDir, 'files/reports', String(workspaceId))
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8').includes(phone))
}

async function createFixture() {
  const acme = await testServer().workspace()
  const key = await acme.key()
  const gql = await signInAsOwner(testServer(), acme)
  const { id: campaignId } = await anyWorkspace.campaign.create({ data: { workspaceId: acme.id, name: 'Autumn' } })
  await addLeads(acme.id, campaignId, [{ phone_number: PHONE }, { phone_number: OTHER }])
  const ask = async (input: object) => Number((await gql<{ exportReport: { id: string } }>(EXPORT, { input })).exportReport.id)
  const erase = async (phone: string) => (await gql<{ erasePersonalData: { id: string } }>(ERASE, { phone })).erasePersonalData.id
  return { acme, key, gql, ask, erase }
}

/** Waits for three reports and for an erasure. */
test('report files that may contain an erased number expire and are deleted; ledger reports stay', async () => {
  const { acme, key, gql, ask, erase } = await createFixture()
  const ids = {
    leads: await ask({ type: 'leads', format: 'json' }),
    audit: await ask({ type: 'audit', format: 'json' }),
    ledger: await ask({ type: 'ledger' }),
  }
  const readReport = (name: keyof typeof ids) => anyWorkspace.report.findUniqueOrThrow({ where: { id: ids[name] } })
  await waitFor('the reports', async () =>
    (await Promise.all([readReport('leads'), readReport('audit'), readReport('ledger')])).every(({ status }) => status === 'done'),
  )
  const { download_url } = (await key.get(`/reports/${ids.leads}`)).body
  expect(filesNaming(acme.id, PHONE)).toHaveLength(1)
  await waitForErasure(await erase(PHONE))

  expect((await download(download_url)).status).toBe(404)
  expect((await key.get(`/reports/${ids.leads}`)).body).toMatchObject({ status: 'expired', download_url: null })
  expect((await key.get(`/reports/${ids.ledger}`)).body).toMatchObject({ status: 'done', download_url: expect.any(String) })
  const audit = await gql<{ report: object }>('query ($id: ID!) { report(id: $id) { status downloadUrl } }', { id: ids.audit })
  expect(audit.report).toEqual({ status: 'expired', downloadUrl: null })
  await reportSweeps.sweep()
  expect(filesNaming(acme.id, PHONE)).toEqual([])
  expect((await readReport('leads')).fileKey).toBeNull()
})

test('a report that is being written while an erasure finishes is written again without the number', async () => {
  const { acme, key, ask, erase } = await createFixture()
  const real = fileStore()
  let [isWritten, goOn] = [() => {}, () => {}]
  const [written, gate] = [new Promise<void>((resolve) => (isWritten = resolve)), new Promise<void>((resolve) => (goOn = resolve))]
  // Blocks the first write until the test continues it.
  fileStore.set({
    ...real,
    async write(name, source, type) {
      const bytes = await real.write(name, source, type)
      isWritten()
      await gate
      return bytes
    },
  })
  const id = await ask({ type: 'leads', format: 'json' })
  await written
  expect(filesNaming(acme.id, PHONE)).toHaveLength(1)
  await waitForErasure(await erase(PHONE))
  expect((await key.get(`/reports/${id}`)).body).toMatchObject({ status: 'queued', download_url: null })
  goOn()
  const report = await waitForReport(key, id)
  fileStore.set(real)

  expect(report).toMatchObject({ status: 'done', rows_processed: 1 })
  const content = (await download(report.download_url)).bytes.toString()
  expect(content).toContain(OTHER)
  expect(content).not.toContain(PHONE)
  expect(filesNaming(acme.id, PHONE)).toEqual([])
})

test('reports about an erased number expire, whether they are finished, running or waiting, and no longer contain its digits', async () => {
  const { acme, ask, erase } = await createFixture()
  const reportId = await ask({ type: 'person', phoneNumber: PHONE })
  const about = await ask({ type: 'person', phoneNumber: OTHER })
  const all = () => anyWorkspace.report.findMany({ where: { workspaceId: acme.id }, orderBy: { id: 'asc' } })
  await waitFor('the reports', async () => (await all()).every(({ status }) => status === 'done'))
  const open = { workspaceId: acme.id, type: 'person', format: 'json', filter: { phoneNumber: PHONE } }
  await anyWorkspace.report.createMany({ data: [open, { ...open, status: 'running', attempt: 1 }] })
  expect(filesNaming(acme.id, PHONE).length).toBeGreaterThan(0)
  await waitForErasure(await erase(PHONE))

  expect((await all()).map(({ id, status }) => [id, status])).toEqual([
    [reportId, 'expired'],
    [about, 'expired'],
    [expect.any(Number), 'canceled'],
    [expect.any(Number), 'canceled'],
  ])
  expect((await all()).map(({ filter }) => (filter as { phoneNumber: string }).phoneNumber)).toEqual(['[erased]', OTHER, '[erased]', '[erased]'])
  await reportSweeps.sweep()
  expect(filesNaming(acme.id, PHONE)).toEqual([])
})
