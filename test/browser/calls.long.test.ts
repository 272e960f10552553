import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { settings } from '../../src/kernel/config/settings.ts'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import * as recordingCopies from '../../src/services/calls/recordings/recordingCopies.ts'
import type { CallId } from '../../src/kernel/vocabulary/ids.ts'
import { RULES_VERSION } from '../../src/services/calls/recordings/recordings.ts'
import { pageErrors, signIn, useBrowser } from '../kit/browser/browser.ts'
import { HOSTILE_NAME } from '../kit/fixtures/seededWorkspace.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

const CALLS = 100_000
const testServer = useTestServer()
const browser = useBrowser()
let acme: TestWorkspace
let callId: string
let crowd: TestWorkspace
beforeAll(async () => {
  const tenant = await createTenant(testServer())
  acme = tenant.acme
  const { id } = (await tenant.place('+12125550100', { metadata: { note: HOSTILE_NAME } })).body
  callId = String(id)
  await waitFor(
    'the call to be settled',
    async () => (await tenant.key.get(`/calls/${id}`)).body.recording_url && (await tenant.key.get(`/calls/${id}`)).body.cost !== null,
  )
  crowd = await testServer().workspace({ name: 'Crowd' })
  await pool.query(
    `insert into calls (workspace_id, ref, from_number, to_number, provider, provider_agent, status, outcome, recorded, recording_reason, placement, ended_at, finished_at)
     select $1, gen_random_uuid(), '+12025550100', '+1415' || (5000000 + n), 'retell', '{}', 'completed', case when n % 5000 = 0 then 'busy' else 'success' end, true, 'enabled', 'placed', now(), now()
     from generate_series(1, ${CALLS}) as n order by n`,
    [crowd.id],
  )
  await pool.query('analyze calls')
})

const openPage = async (who: TestWorkspace, path: string): Promise<Page> => {
  const page = await browser().page()
  await signIn(page, testServer().url, who, path)
  return page
}

/** Every test here waits for the page of calls to load in a real browser, once or twice. */

/** Also waits for a recording to load and play. */
test('a recording plays, a click on a line seeks to it, and the current line is marked', async () => {
  const page = await openPage(acme, `/calls?call=${callId}`)
  await page.getByRole('button', { name: 'Play' }).click()
  const time = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)
  await expect.poll(time).toBeGreaterThan(0)
  const lines = page.getByRole('dialog').locator('ol > li button')
  await lines.last().click()
  const [minutes, seconds] = (await lines.last().locator('span span').nth(1).innerText()).split(':').map(Number)
  await expect.poll(time).toBeGreaterThanOrEqual(minutes! * 60 + seconds! - 1)
  await expect.poll(() => page.getByRole('dialog').locator('ol > li').last().getAttribute('aria-current')).toBe('true')
  expect(pageErrors.get(page)).toEqual([])
})

/** Also waits for three files. */
test('the transcript is downloaded as text and as JSON, and the recording as audio', async () => {
  const page = await openPage(acme, `/calls?call=${callId}`)
  const download = async (name: string, within = 'Transcript') => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('region', { name: within }).getByRole('button', { name, exact: true }).click(),
    ])
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
  }
  const text = await download('Download text')
  expect(text.name).toBe(`call-${callId}-transcript.txt`)
  expect(text.content.toString()).toMatch(/^\[0:0\d\] Agent: Hello/)
  const { transcript } = (await (await acme.key()).get(`/calls/${callId}`)).body
  expect(JSON.parse((await download('Download JSON')).content.toString())).toEqual(transcript)
  const recording = await download('Download', 'Recording')
  expect(recording.name).toBe(`call-${callId}.wav`)
  expect(recording.content.subarray(0, 4).toString()).toBe('RIFF')
})

test('a call says in words whether this server has a copy of its recording, or why not, and nothing where it makes none', async () => {
  const page = await openPage(acme, `/calls?call=${callId}`)
  const recording = page.getByRole('region', { name: 'Recording' })
  const reopen = async () => {
    await Promise.all([page.waitForResponse((response) => !!response.request().postData()?.includes('recordingCopy(')), page.reload()])
    await recording.getByRole('button', { name: 'Play' }).waitFor()
  }
  await reopen()
  await page.waitForLoadState('networkidle')
  expect(await recording.innerText()).not.toContain('on this server')
  settings.keepRecordings = 'copy'
  onTestFinished(() => void (settings.keepRecordings = 'off'))
  // A planned copy without a job, so that it is not made before the page has shown it.
  const { workspaceId } = await anyWorkspace.call.findUniqueOrThrow({ where: { id: Number(callId) } })
  await anyWorkspace.keptRecording.create({ data: { callId: Number(callId), workspaceId, createdAt: new Date(), retryAt: new Date(Date.now() + 3_600_000) } })
  await reopen()
  await recording.getByText('A copy will be stored on this server shortly.').waitFor()
  await recordingCopies.copy(Number(callId) as CallId)
  await reopen()
  await recording.getByText(/A copy is stored on this server: [\d.]+ .?B, /).waitFor()
  await anyWorkspace.keptRecording.update({ where: { callId: Number(callId) }, data: { keptAt: null, failure: 'too_large' } })
  await reopen()
  await recording.getByText('No copy on this server: the recording is larger than 1 GB.').waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

test('a call shows whether recording is allowed, and the version of the rules that decided it', async () => {
  const page = await openPage(acme, `/calls?call=${callId}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Recording decision').waitFor()
  await dialog
    .getByRole('definition')
    .filter({ hasText: /^Allowed/ })
    .getByText(`Recording rules, version ${RULES_VERSION}`)
    .waitFor()
})

test('a call says why it was not permitted when it was placed', async () => {
  const advisory = {
    reason: 'calling_hours',
    details: { closed_by: [{ code: 'legal_hours', rule: 'US', zone: 'America/Los_Angeles', localTime: '2026-12-02T02:30' }] },
    permittedFrom: '2026-12-02T16:00:00.000Z',
    rulesVersion: '1',
  }
  await pool.query('update call_details set timing_advisory = $2 where call_id = $1', [Number(callId), JSON.stringify(advisory)])
  const page = await openPage(acme, `/calls?call=${callId}`)
  const note = page.getByRole('dialog').getByRole('note').filter({ hasText: 'Outside permitted calling times' })
  await note.getByText(/^Dec 2, 2026, 2:30.AM in Los Angeles is outside the legal calling hours \(rule US\)\. Calls are permitted from Dec 2, 2026/).waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

test('text from others is shown as text: metadata and the transcript', async () => {
  await pool.query(`update call_details set transcript = $2 where call_id = $1`, [
    Number(callId),
    JSON.stringify([{ role: 'user', text: HOSTILE_NAME, startSeconds: 0 }]),
  ])
  const page = await openPage(acme, `/calls?call=${callId}`)
  await page.getByRole('heading', { name: 'Metadata' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').getByText(HOSTILE_NAME).count()).toBe(2)
  expect(await page.title()).not.toBe('harmed')
  expect(pageErrors.get(page)).toEqual([])
})

/** Also waits for the list of 100,000 calls after each change of a filter. */
test('filters are in the URL, survive a reload, and the back button removes them one by one', async () => {
  const page = await openPage(crowd, '/calls')
  await page.getByLabel('Search calls').fill('5000')
  await page.getByLabel('Search calls').press('Enter')
  await page.getByText('Number: 5000').waitFor()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('combobox', { name: 'Outcome' }).click()
  await page.getByRole('option', { name: 'Busy' }).click()
  await page.getByText('Outcome: Busy').waitFor()
  await page.reload()
  await page.getByText('Outcome: Busy').waitFor()
  await page.getByText('+14155095000').waitFor()
  expect(new URL(page.url()).searchParams.get('outcome')).toBe('busy')
  await page.goBack()
  await page.getByText('Outcome: Busy').waitFor({ state: 'detached' })
  await page.getByText('Number: 5000').waitFor()
  await page.getByRole('button', { name: 'Remove filter: Number: 5000' }).click()
  await page.getByText('+14155099999').waitFor()
})

test('calls are searched while a number is typed, and the field keeps the focus', async () => {
  const page = await openPage(crowd, '/calls')
  const field = page.getByLabel('Search calls')
  await field.pressSequentially('95000')
  await page.getByText('Number: 95000').waitFor()
  await page.getByText('+14155095000').waitFor()
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
})

/** Also waits for a thousand rows to scroll by, one frame of the browser after the other. */
test('of 100,000 calls the first appear immediately, and scrolling shows the others in order, none twice', async () => {
  const page = await openPage(crowd, '/calls')
  await page.getByText('+14155100000').waitFor()
  const began = Date.now()
  await page.reload()
  await page.getByText('+14155100000').waitFor()
  expect(Date.now() - began).toBeLessThan(10_000)
  const rowsByIndex = new Map<number, string>()
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[role=row][aria-rowindex]')]
        .slice(1)
        .map((row) => [Number(row.getAttribute('aria-rowindex')), row.querySelector('a')?.textContent ?? ''] as const),
    )
  while (rowsByIndex.size < 1_000) {
    for (const [index, number] of await shown()) {
      expect(rowsByIndex.get(index) ?? number).toBe(number)
      rowsByIndex.set(index, number)
    }
    await page.mouse.wheel(0, 600)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  for (const [index, number] of rowsByIndex) expect(number).toBe(`+1415${5_000_000 + CALLS - (index - 2)}`)
})
