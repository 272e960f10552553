import { afterAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { pageErrors, signIn, useBrowser } from '../kit/browser/browser.ts'
import { startTraceCollector } from '../kit/fakes/traceCollector.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

const collector = await startTraceCollector()
afterAll(() => collector.close())
const testServer = useTestServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACE_URL: 'https://tempo.example/trace/{traceId}?from=call' } })
const browser = useBrowser()

test('the page of a traced call shows its trace ID with a button to copy it, and a link to the trace', async () => {
  const { acme, place } = await createTenant(testServer())
  const { id } = (await place('+14155550191')).body
  const { trace } = await anyWorkspace.call.findUniqueOrThrow({ where: { id } })
  const traceId = trace!.slice(0, 32)
  const page = await browser().page()
  await signIn(page, testServer().url, acme, `/calls?call=${id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText(traceId, { exact: true }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Copy Trace ID' }).count()).toBe(1)
  expect(await dialog.getByRole('link', { name: 'Open trace' }).getAttribute('href')).toBe(`https://tempo.example/trace/${traceId}?from=call`)
  expect(pageErrors.get(page)).toEqual([])
})

test('the page of a call that is not traced says nothing about traces', async () => {
  const { acme, place } = await createTenant(testServer())
  const { id } = (await place('+14155550192')).body
  await anyWorkspace.call.update({ where: { id }, data: { trace: null } })
  const page = await browser().page()
  await signIn(page, testServer().url, acme, `/calls?call=${id}`)
  await page.getByRole('dialog').getByText('Call ID', { exact: true }).waitFor()
  expect(await page.getByRole('dialog').getByText('Trace ID').count()).toBe(0)
})
