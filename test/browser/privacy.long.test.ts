import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { axe, complaints, signIn, useBrowser } from '../kit/browser.ts'
import { type Lively, makeLively } from '../kit/lively.ts'
import { useWorld } from '../kit/world.ts'

const world = useWorld()
const browser = useBrowser()
let lively: Lively
beforeAll(async () => {
  lively = await makeLively(world())
})

const NUMBER = '+14155550100'

/** Waits for a page to load in a browser, for a file to be written, for an erasure that the page looks at every two seconds, and for an accessibility check. */
test('a person gets a file with all that is held about them, and is erased once the number is typed again', async () => {
  const page = await browser().page()
  await signIn(page, world().url, lively.acme, '/privacy')
  await page.getByLabel('Phone number to export').fill(NUMBER)
  await page.getByRole('button', { name: 'Export data' }).click()
  const link = page.getByRole('link', { name: `Download the export for ${NUMBER}` })
  await link.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const held = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(held.calls.length).toBeGreaterThan(0)
  expect(JSON.stringify(held.calls)).toContain(NUMBER)

  await page.getByLabel('Phone number to erase').fill(NUMBER)
  await page.getByRole('button', { name: 'Erase…' }).click()
  const dialog = page.getByRole('dialog')
  const forGood = dialog.getByRole('button', { name: 'Erase permanently' })
  await dialog.getByLabel(`Type ${NUMBER} to confirm`).fill('+14155550101')
  expect(await forGood.isDisabled()).toBe(true)
  expect(await axe(page)).toEqual([])
  await dialog.getByLabel(`Type ${NUMBER} to confirm`).fill(NUMBER)
  await forGood.click()
  const row = page.getByRole('row').filter({ hasText: 'Ends in 00' })
  await row.getByText('Completed').waitFor()
  await row.getByText(/Calls: \d/).waitFor()
  expect(page.url().slice(world().url.length)).not.toContain('415')
  expect(complaints.get(page)).toEqual([])
})

/** Waits for a page to load in a browser. */
test("one of the workspace's own numbers is refused in the server's words", async () => {
  const { phoneNumber } = await lively.person('query($id: ID!) { phoneNumber(id: $id) { phoneNumber } }', { id: lively.numberId })
  const page = await browser().page()
  await signIn(page, world().url, lively.acme, '/privacy')
  await page.getByLabel('Phone number to export').fill(phoneNumber.phoneNumber)
  await page.getByRole('button', { name: 'Export data' }).click()
  await page.getByText('This phone number belongs to your workspace.').waitFor()
})
