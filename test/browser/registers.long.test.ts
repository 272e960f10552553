import { expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { findAccessibilityViolations, pageErrors, pressOn, signIn, useBrowser, waitForToast } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { makeRegister, SERVER } from '../services/compliance/registers/registerKit.ts'

const testServer = useTestServer()
const browser = useBrowser()

/** Waits for a page of a real browser that uploads two files. */
test('a register is added with its file, gets a newer one, shows that it has expired, and is deleted', async () => {
  const acme = await testServer().workspace()
  await makeRegister(SERVER, ['+12125550199'], { name: 'Federal register' })
  const page = await browser().page()
  await signIn(page, testServer().url, acme, '/dnc')
  const section = page.getByRole('group', { name: 'Registers and suppression lists' })
  const shared = section.getByRole('row').filter({ hasText: 'Federal register' })
  await shared.getByText('Shared').waitFor()
  expect(await shared.getByRole('button').count()).toBe(0)

  await pressOn(section.getByRole('button', { name: 'Add list' }))
  const dialog = page.getByRole('dialog', { name: 'Add list' })
  await dialog.getByLabel('Name').fill('State register')
  await dialog.getByRole('combobox', { name: 'Country' }).fill('United States')
  await page.getByRole('option', { name: 'United States', exact: true }).click()
  await dialog.getByLabel('As of').fill('2026-01-05')
  await dialog.getByLabel('Column').fill('telephone')
  const choose = (content: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'state.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await choose('name,phone\nAnn,2125550101\nBo,2125550102\nCy,none\n')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pressOn(dialog.getByRole('button', { name: 'Upload' }))
  await dialog.getByRole('alert').getByText('The first line of the file has no column named “telephone”.').waitFor()
  await dialog.getByLabel('Column').fill('phone')
  await pressOn(dialog.getByRole('button', { name: 'Upload' }))
  await waitForToast(page, '2 numbers loaded, 1 line isn’t a number')
  const row = section.getByRole('row').filter({ hasText: 'State register' })
  await row.getByText('Expired').waitFor()
  await row.getByText('Jan 5, 2026').waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await pressOn(row.getByRole('button', { name: 'Upload a file to State register' }))
  const newer = page.getByRole('dialog', { name: 'Upload a file to State register' })
  await newer.locator('input[type=file]').setInputFiles({ name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from('2125550103\n') })
  await pressOn(newer.getByRole('button', { name: 'Upload' }))
  await waitForToast(page, '1 number loaded')
  await row.getByText('Loaded').waitFor()
  await pressOn(row.getByRole('button', { name: 'Delete State register' }))
  await page.getByRole('dialog').getByRole('button', { name: 'Delete list' }).click()
  await waitForToast(page, 'List deleted')
  await row.waitFor({ state: 'detached' })
  expect(await anyWorkspace.dncRegister.count({ where: { workspaceId: acme.id } })).toBe(0)
  // The browser notes the refused file.
  expect(pageErrors.get(page)).toEqual([expect.stringContaining('status of 400')])
})
