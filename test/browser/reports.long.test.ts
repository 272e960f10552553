import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { findAccessibilityViolations, pageErrors, signIn, useBrowser } from '../kit/browser/browser.ts'
import { addCallHistory } from '../kit/fixtures/callHistory.ts'
import { FILE_READERS } from '../kit/fixtures/reports.ts'
import { signInToApi, type SeededWorkspace } from '../kit/fixtures/seededWorkspace.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()
let acme: TestWorkspace
let person: SeededWorkspace['ownerGql']
beforeAll(async () => {
  acme = await testServer().workspace()
  const key = await acme.key()
  const agentId = (await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body.id as number
  await addCallHistory({ workspaceId: acme.id, agentId })
  person = await signInToApi(testServer().url, acme)
})

const openPage = async (path = '/reports') => {
  const page = await browser().page()
  await signIn(page, testServer().url, acme, path)
  return page
}

/** Every test here waits for a page of a real browser. */

/** Also waits for an export to be written, and for its download. */
test('an export is created, shows its progress, and its file has the rows', async () => {
  const page = await openPage()
  await page.getByText('No exports yet').waitFor()
  await page.getByRole('button', { name: 'Create export' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Voicemail' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create export' }).click()
  const download = page.getByRole('button', { name: /^Download export/ })
  await download.waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  const { header, lines } = FILE_READERS.csv(readFileSync(await file.path()))
  const { dailyStats } = await person('{ dailyStats(input: { from: "2026-01-01" }) { days { voicemail } } }')
  const voicemails = dailyStats.days.reduce((sum: number, day: { voicemail: number }) => sum + day.voicemail, 0)
  expect(lines).toHaveLength(voicemails)
  expect(new Set(lines.map((line) => line[header.indexOf('status')]))).toEqual(new Set(['voicemail']))
  expect(pageErrors.get(page)).toEqual([])
})

/** Also waits for an accessibility check. */
test("the form offers the filters of the type, and shows the server's refusal", async () => {
  const page = await openPage('/reports?make=ledger')
  await page.getByRole('combobox', { name: 'Data' }).waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'Status' }).count()).toBe(0)
  await page.getByLabel('Start date').fill('2026-11-20')
  await page.getByLabel('End date').fill('2026-11-01')
  await page.getByRole('dialog').getByRole('button', { name: 'Create export' }).click()
  await page.getByText('The end must be after the start.').waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('an export is deleted only after a confirmation', async () => {
  const { exportReport } = await person('mutation { exportReport(input: { type: usage, from: "2026-11-01" }) { id } }')
  const page = await openPage()
  await page.getByRole('button', { name: `Delete export ${exportReport.id}` }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: `Delete export ${exportReport.id}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete export', exact: true }).click()
  await expect.poll(() => page.getByRole('button', { name: `Delete export ${exportReport.id}` }).count()).toBe(0)
})
