import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import * as reportRuns from '../../src/services/reports/reportRuns.ts'
import * as reportSweeps from '../../src/services/reports/reportSweeps.ts'
import { fileStore } from '../../src/services/shared/files.ts'
import { s3Store } from '../../src/storage/s3Store.ts'
import { startBucketServer, BUCKET_KEYS } from '../kit/fakes/bucketServer.ts'
import type { Client } from '../kit/clients/client.ts'
import { DAY, stopClock } from '../kit/waiting/clock.ts'
import { addLeads } from '../kit/fixtures/leads.ts'
import { download, waitForReport, createReport } from '../kit/fixtures/reports.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const bucket = await startBucketServer()
const testServer = useTestServer({
  env: { S3_ENDPOINT: bucket.endpoint, S3_REGION: 'us-east-1', S3_ACCESS_KEY_ID: BUCKET_KEYS.accessKeyId, S3_SECRET_ACCESS_KEY: BUCKET_KEYS.secretAccessKey },
})
/** Enough long leads for a file with several parts. */
const LEADS = 4_000
let acme: TestWorkspace
let key: Client
let campaignId: number
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  const { id: agent_ref_id } = (await key.post('/agents', { name: 'Ada' })).body
  campaignId = (await key.post('/campaigns', { name: 'Autumn', agent_ref_id })).body.id
  await addLeads(
    acme.id,
    campaignId,
    Array.from({ length: LEADS }, (_, n) => ({ phone_number: `+1415${5_550_000 + n}` })),
  )
  await pool.query(`update leads set data = jsonb_build_object('note', repeat('long ', 1000)) where workspace_id = $1`, [acme.id])
})
afterEach(() => {
  bucket.goOnline()
  bucket.onRequest(() => {})
})
afterAll(() => bucket.close())

const LARGE = { type: 'leads', format: 'json' }
const fileOf = (id: number, attempt: number, format: string) => `reports/${acme.id}/${id}-${attempt}.${format}`
const getReport = async (id: number) => (await key.get(`/reports/${id}`)).body

test('a report is stored in the bucket, downloaded through the server, and deleted from the bucket', async () => {
  const { id, download_url } = await createReport(key, { type: 'ledger' })
  expect(bucket.files()).toEqual([fileOf(id, 1, 'csv')])
  expect(new URL(download_url).origin).toBe(testServer().url)
  const { status, bytes, headers } = await download(download_url)
  expect([status, headers.get('content-length'), bytes.toString().split(',')[0]]).toEqual([200, String(bytes.length), 'id'])
  expect((await key.delete(`/reports/${id}`)).status).toBe(204)
  expect([bucket.files(), (await download(download_url)).status]).toEqual([[], 404])
})

/** Waits for the four attempts of a deletion at the unavailable store, almost two seconds. */
test('an expired file is deleted from the bucket, and an unavailable store loses nothing else', async () => {
  const { id, download_url } = await createReport(key, { type: 'ledger' })
  bucket.goOffline()
  expect([(await download(download_url)).status, (await key.delete(`/reports/${id}`)).status]).toEqual([503, 503])
  expect((await getReport(id)).status).toBe('expired')
  bucket.goOnline()
  stopClock(new Date(Date.now() + 8 * DAY))
  await reportSweeps.sweep()
  expect(bucket.files()).toEqual([])
})

/** Waits for a file of about 20 MB, and for the retries of a part while the store is unavailable. */
test('a report survives an outage of the store during a large file, once and complete', async () => {
  let parts = 0
  bucket.onRequest((method, url) => {
    if (method === 'PUT' && url.includes('partNumber') && ++parts === 2) bucket.goOffline()
    // The store stays unavailable until the first run gives up.
    if (parts === 5) bucket.goOnline()
  })
  const { id } = (await key.post('/reports', LARGE)).body
  const report = await waitForReport(key, id)
  expect(report).toMatchObject({ status: 'done', rows_processed: LEADS, error: null })
  expect(parts).toBeGreaterThan(4)
  const { bytes } = await download(report.download_url)
  expect(bytes.length).toBe(report.bytes)
  expect((JSON.parse(bytes.toString()) as { id: number }[]).length).toBe(LEADS)
  expect(bucket.files()).toHaveLength(1)
  expect((await key.delete(`/reports/${id}`)).status).toBe(204)
  expect(bucket.files()).toEqual([])
})

test('a report with a wrong store key fails with a message, without further retries or files', async () => {
  const configuredStore = s3Store({ endpoint: bucket.endpoint, region: 'us-east-1', key: async () => BUCKET_KEYS })
  fileStore.set(s3Store({ endpoint: bucket.endpoint, region: 'us-east-1', key: async () => ({ ...BUCKET_KEYS, accessKeyId: 'NOBODY' }) }))
  try {
    const writes: string[] = []
    bucket.onRequest((method) => void (method === 'PUT' && writes.push(method)))
    const { id } = await anyWorkspace.report.create({
      data: { workspaceId: acme.id, type: 'leads', format: 'csv', filter: { timezone: 'UTC', to: null, from: null, status: 'none' } },
    })
    for (const _attempt of [1, 2]) await expect(reportRuns.run(id)).rejects.toThrow('403')
    await reportRuns.run(id)
    expect(await getReport(id)).toMatchObject({ status: 'failed', error: 'The file could not be written. Request the export again.', download_url: null })
    expect(writes.length).toBeLessThanOrEqual(3)
    expect(bucket.files()).toEqual([])
  } finally {
    fileStore.set(configuredStore)
  }
})
