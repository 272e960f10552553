import { expect, test } from 'vitest'
import { findAccessibilityViolations, pageErrors, navigate, signIn, useBrowser } from '../kit/browser/browser.ts'
import { HOSTILE_NAME } from '../kit/fixtures/seededWorkspace.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { useSeededWorkspace } from './everyPage.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

/** Waits for five pages to open in a browser, and for an accessibility check of three. */
test('a page that a viewer may not open says so calmly', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace().viewer)
  for (const path of ['/audit', '/agents/new', '/campaigns/new']) {
    await navigate(page, path)
    await page.getByRole('heading', { level: 1, name: 'You don’t have access to this page' }).waitFor()
    expect(await findAccessibilityViolations(page)).toEqual([])
  }
  await page.getByRole('link', { name: 'View members' }).click()
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
})

/** Waits for the dashboard and the page of live calls to load in a browser. */
test('a hostile transcript is shown as text on a live call', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace().acme)
  await page.goto(`${testServer().url}/live?call=${seededWorkspace().callId}`)
  await page.getByRole('log').getByText(HOSTILE_NAME).waitFor()
  expect(pageErrors.get(page)).toEqual([])
})
