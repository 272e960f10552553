import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { axe, complaints, signIn, useBrowser } from '../kit/browser.ts'
import { addHistory } from '../kit/history.ts'
import { READERS } from '../kit/reports.ts'
import { signedIn, type Lively } from '../kit/lively.ts'
import { type Acme, useWorld } from '../kit/world.ts'

const world = useWorld()
const browser = useBrowser()
let acme: Acme
let person: Lively['person']
beforeAll(async () => {
  acme = await world().workspace()
  const key = await acme.key()
  const agentId = (await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body.id as number
  await addHistory({ workspaceId: acme.id, agentId })
  person = await signedIn(world().url, acme)
})

const opened = async (path = '/reports') => {
  const page = await browser().page()
  await signIn(page, world().url, acme, path)
  return page
}

/** Every test here waits for a page of a real browser to be loaded and drawn. */

/** Waits also for a report to be written, and for its download. */
test('a report is made, watched to its end, and its file has the rows', async () => {
  const page = await opened()
  await page.getByText('No exports yet').waitFor()
  await page.getByRole('button', { name: 'Create export' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Voicemail' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create export' }).click()
  const download = page.getByRole('button', { name: /^Download export/ })
  await download.waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  const { header, lines } = READERS.csv(readFileSync(await file.path()))
  const { dailyStats } = await person('{ dailyStats(input: { from: "2026-01-01" }) { days { voicemail } } }')
  const voicemails = dailyStats.days.reduce((sum: number, day: { voicemail: number }) => sum + day.voicemail, 0)
  expect(lines).toHaveLength(voicemails)
  expect(new Set(lines.map((line) => line[header.indexOf('status')]))).toEqual(new Set(['voicemail']))
  expect(complaints.get(page)).toEqual([])
})

/** Waits also for an accessibility check. */
test('the form offers what the kind can be limited to, and a refusal of the server is told', async () => {
  const page = await opened('/reports?make=ledger')
  await page.getByRole('combobox', { name: 'Data' }).waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'Status' }).count()).toBe(0)
  await page.getByLabel('Start date').fill('2026-11-20')
  await page.getByLabel('End date').fill('2026-11-01')
  await page.getByRole('dialog').getByRole('button', { name: 'Create export' }).click()
  await page.getByText('must be after from').waitFor()
  expect(await axe(page)).toEqual([])
})

test('a report is deleted only once that is confirmed', async () => {
  const { exportReport } = await person('mutation { exportReport(input: { type: usage, from: "2026-11-01" }) { id } }')
  const page = await opened()
  await page.getByRole('button', { name: `Delete export ${exportReport.id}` }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: `Delete export ${exportReport.id}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete export', exact: true }).click()
  await expect.poll(() => page.getByRole('button', { name: `Delete export ${exportReport.id}` }).count()).toBe(0)
})
