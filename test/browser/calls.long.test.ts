import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { RULES_VERSION } from '../../src/services/calls/recordings/recordings.ts'
import { complaints, signIn, useBrowser } from '../kit/browser.ts'
import { HOSTILE } from '../kit/lively.ts'
import { until } from '../kit/until.ts'
import { type Acme, useWorld } from '../kit/world.ts'
import { tenant } from '../services/calls/placementKit.ts'

const CALLS = 100_000
const world = useWorld()
const browser = useBrowser()
let acme: Acme
let callId: string
let crowd: Acme
beforeAll(async () => {
  const made = await tenant(world())
  acme = made.acme
  const { id } = (await made.place('+12125550100', { metadata: { note: HOSTILE } })).body
  callId = String(id)
  await until(
    'the call to be settled',
    async () => (await made.key.get(`/calls/${id}`)).body.recording_url && (await made.key.get(`/calls/${id}`)).body.cost !== null,
  )
  crowd = await world().workspace({ name: 'Crowd' })
  await pool.query(
    `insert into calls (workspace_id, ref, from_number, to_number, provider, provider_agent, status, outcome, recorded, recording_reason, placement, ended_at, finished_at)
     select $1, gen_random_uuid(), '+12025550100', '+1415' || (5000000 + n), 'retell', '{}', 'completed', case when n % 5000 = 0 then 'busy' else 'success' end, true, 'enabled', 'placed', now(), now()
     from generate_series(1, ${CALLS}) as n order by n`,
    [crowd.id],
  )
  await pool.query('analyze calls')
})

const opened = async (who: Acme, path: string): Promise<Page> => {
  const page = await browser().page()
  await signIn(page, world().url, who, path)
  return page
}

/** Every test here waits for the page of calls to be loaded in a real browser, once or twice. */

/** Waits also for a recording to be loaded, played and sought. */
test('a recording is played and sought: a click on a line goes to it, and the line that is heard is marked', async () => {
  const page = await opened(acme, `/calls?call=${callId}`)
  await page.getByRole('button', { name: 'Play' }).click()
  const time = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)
  await expect.poll(time).toBeGreaterThan(0)
  const lines = page.getByRole('dialog').locator('ol > li button')
  await lines.last().click()
  const [minutes, seconds] = (await lines.last().locator('span span').nth(1).innerText()).split(':').map(Number)
  await expect.poll(time).toBeGreaterThanOrEqual(minutes! * 60 + seconds! - 1)
  await expect.poll(() => page.getByRole('dialog').locator('ol > li').last().getAttribute('aria-current')).toBe('true')
  expect(complaints.get(page)).toEqual([])
})

test('a call says whether it may be recorded, and by which version of the rules that was decided', async () => {
  const page = await opened(acme, `/calls?call=${callId}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Recording decision').waitFor()
  await dialog
    .getByRole('definition')
    .filter({ hasText: /^Allowed/ })
    .getByText(`Recording rules, version ${RULES_VERSION}`)
    .waitFor()
})

test('what others wrote is shown as text: metadata, and what was said', async () => {
  await pool.query(`update call_details set transcript = $2 where call_id = $1`, [
    Number(callId),
    JSON.stringify([{ role: 'user', text: HOSTILE, startSeconds: 0 }]),
  ])
  const page = await opened(acme, `/calls?call=${callId}`)
  await page.getByRole('heading', { name: 'Metadata' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').getByText(HOSTILE).count()).toBe(2)
  expect(await page.title()).not.toBe('harmed')
  expect(complaints.get(page)).toEqual([])
})

/** Waits also for the list of 100,000 calls to be read anew for each filter that is set or taken away. */
test('filters stand in the address: they survive a reload, and the back button takes them away one by one', async () => {
  const page = await opened(crowd, '/calls')
  await page.getByLabel('Phone number or last digits').fill('5000')
  await page.getByLabel('Phone number or last digits').press('Enter')
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

/** Waits also for a thousand rows to be scrolled past, one frame of the browser after the other. */
test('100,000 calls: the first come at once, and scrolling shows the right ones, in order, none twice', async () => {
  const page = await opened(crowd, '/calls')
  await page.getByText('+14155100000').waitFor()
  const began = Date.now()
  await page.reload()
  await page.getByText('+14155100000').waitFor()
  expect(Date.now() - began).toBeLessThan(10_000)
  const seen = new Map<number, string>()
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[role=row][aria-rowindex]')]
        .slice(1)
        .map((row) => [Number(row.getAttribute('aria-rowindex')), row.querySelector('a')?.textContent ?? ''] as const),
    )
  while (seen.size < 1_000) {
    for (const [index, number] of await shown()) {
      expect(seen.get(index) ?? number).toBe(number)
      seen.set(index, number)
    }
    await page.mouse.wheel(0, 600)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  for (const [index, number] of seen) expect(number).toBe(`+1415${5_000_000 + CALLS - (index - 2)}`)
})
