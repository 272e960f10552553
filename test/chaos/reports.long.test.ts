import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { client } from '../kit/clients/client.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { download, waitForReport } from '../kit/fixtures/reports.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

/** REPORT_CALLS=1000000 uses a million calls, which takes some minutes more. */
const CALLS = Number(process.env.REPORT_CALLS ?? 25_000)
/** For JavaScript objects of the whole server, less than the transcripts of all calls together. */
const LIMIT_MB = 160
/** Without digits, in which the index of mentioned numbers would look for some. */
const TRANSCRIPT_BYTES = 8_192

let server: Product
let workspaceId: number
beforeAll(async () => {
  server = await createProduct({ NODE_OPTIONS: `--max-old-space-size=${LIMIT_MB}` })
  await server.start()
  const { url } = JSON.parse(readFileSync(join(server.dataDir, 'postgres.json'), 'utf8')) as { url: string }
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  workspaceId = (await database.query<{ id: number }>('select id from workspaces limit 1')).rows[0]!.id
  await database.query(
    `with made as (
       insert into calls (workspace_id, ref, from_number, to_number, provider, provider_agent, status, outcome, recorded, recording_reason, placement, ended_at, finished_at)
       select $1, gen_random_uuid(), '+12025550100', '+1202' || (5550000 + n), 'retell', '{}', 'completed', 'success', true, 'enabled', 'placed', now() - interval '1 hour', now()
       from generate_series(1, ${CALLS}) as n returning id)
     insert into call_details (call_id, workspace_id, transcript, summary, structured_data)
     select id, $1, jsonb_build_array(jsonb_build_object('role', 'agent', 'text', repeat(translate(md5(id::text), '0123456789', 'ghijklmnop'), ${TRANSCRIPT_BYTES / 32}), 'startSeconds', 0)), 'They spoke.', jsonb_build_object('n', id) from made`,
    [workspaceId],
  )
  await database.query('analyze calls, call_details')
  await database.end()
})
afterAll(() => server.end())

/** Waits until some rows of an export are written. */
const waitForRows = (id: number) =>
  waitFor('some of its rows', async () => {
    await sleep(200)
    return (await client(server.url, server.demo().api_key).get(`/reports/${id}`)).body.rows_processed > 0
  })

const files = () => readdirSync(join(server.dataDir, 'files/reports', String(workspaceId)))

/** Writes an export of all calls twice. The server is killed during the first and started again. */
test(`an export of ${CALLS} calls completes once and fully although its server is killed meanwhile, under ${LIMIT_MB} MB for objects`, async () => {
  const key = client(server.url, server.demo().api_key)
  const { id } = (await key.post('/reports', { type: 'calls', format: 'csv' })).body
  await waitForRows(id)
  await server.kill('SIGKILL')
  expect(files()).toEqual([`${id}-1.csv.part`])
  await server.start()
  const report = await waitForReport(key, id, scaledTimeout(240_000))
  expect(report).toMatchObject({ status: 'done', rows_processed: CALLS, rows_total: CALLS, error: null })
  const { bytes } = await download(report.download_url)
  expect(bytes.length).toBe(report.bytes)
  const lines = bytes.toString('utf8').split('\r\n')
  expect(new Set(lines.slice(1, -1).map((line) => line.slice(0, line.indexOf(',')))).size).toBe(CALLS)
  expect(files()).toEqual([`${id}-2.csv`])
})

/** Waits for a workbook of all calls, and until another export has started, is canceled and deleted. */
test(`an Excel workbook of ${CALLS} calls is written under ${LIMIT_MB} MB for objects, and a canceled one stops and leaves nothing`, async () => {
  const key = client(server.url, server.demo().api_key)
  const before = files()
  const { id } = (await key.post('/reports', { type: 'calls', format: 'xlsx' })).body
  const canceled = (await key.post('/reports', { type: 'calls', format: 'json' })).body.id as number
  expect(await waitForReport(key, id, scaledTimeout(300_000))).toMatchObject({ status: 'done', rows_processed: CALLS })
  await waitForRows(canceled)
  expect((await key.delete(`/reports/${canceled}`)).status).toBe(204)
  expect((await key.get(`/reports/${canceled}`)).body).toMatchObject({ status: 'canceled', download_url: null })
  await waitFor('its remains to be deleted', () => files().length === before.length + 1)
  expect(files()).toContain(`${id}-1.xlsx`)
})
