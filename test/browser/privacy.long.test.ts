import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { findAccessibilityViolations, pageErrors, signIn, useBrowser } from '../kit/browser/browser.ts'
import { type SeededWorkspace, seedWorkspace } from '../kit/fixtures/seededWorkspace.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()
let seededWorkspace: SeededWorkspace
beforeAll(async () => {
  seededWorkspace = await seedWorkspace(testServer())
})

const NUMBER = '+14155550100'

/** Waits for a page to load in a browser, for a file to be written, for an erasure that the page polls every two seconds, and for an accessibility check. */
test("a person's data is exported, and erased after their number is typed again", async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace.acme, '/privacy')
  await page.getByLabel('Phone number to export').fill(NUMBER)
  await page.getByRole('button', { name: 'Export data' }).click()
  const link = page.getByRole('link', { name: `Download the export for ${NUMBER}` })
  await link.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const data = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(data.calls.length).toBeGreaterThan(0)
  expect(JSON.stringify(data.calls)).toContain(NUMBER)

  await page.getByLabel('Phone number to erase').fill(NUMBER)
  await page.getByRole('button', { name: 'Erase…' }).click()
  const dialog = page.getByRole('dialog')
  const forGood = dialog.getByRole('button', { name: 'Erase permanently' })
  await dialog.getByLabel(`Type ${NUMBER} to confirm`).fill('+14155550101')
  expect(await forGood.isDisabled()).toBe(true)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await dialog.getByLabel(`Type ${NUMBER} to confirm`).fill(NUMBER)
  await forGood.click()
  const row = page.getByRole('row').filter({ hasText: 'Ends in 00' })
  await row.getByText('Completed').waitFor()
  await row.getByText(/Calls: \d/).waitFor()
  expect(page.url().slice(testServer().url.length)).not.toContain('415')
  expect(pageErrors.get(page)).toEqual([])
})

/** Waits for a page to load in a browser. */
test("one of the workspace's own numbers is refused with the server's message", async () => {
  const { phoneNumber } = await seededWorkspace.ownerGql('query($id: ID!) { phoneNumber(id: $id) { phoneNumber } }', { id: seededWorkspace.numberId })
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace.acme, '/privacy')
  await page.getByLabel('Phone number to export').fill(phoneNumber.phoneNumber)
  await page.getByRole('button', { name: 'Export data' }).click()
  await page.getByText('This phone number belongs to your workspace.').waitFor()
})
