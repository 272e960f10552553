import { expect, test } from 'vitest'
import { findAccessibilityViolations, pageErrors, signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()

async function atHome() {
  const page = await browser().page()
  await signIn(page, testServer().url, await testServer().workspace())
  return page
}

/** Every test here waits for one to four pages of a real browser. */

/** Also waits for three searches, each 0.2 seconds after the last letter, and for an accessibility check. */
test("the command palette opens pages, a number's history and matching documentation with the keyboard alone", async () => {
  const page = await atHome()
  const open = async (words: string) => {
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+K')
    await page.getByPlaceholder('Search pages, contacts, agents, campaigns, phone numbers or docs').fill(words)
  }
  await open('webh')
  await page.getByRole('button', { name: 'Webhooks' }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/webhooks')

  await open('+14155550100')
  await page.getByRole('button', { name: 'View calls with +14155550100' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/calls?number=*')
  expect(new URL(page.url()).searchParams.get('number')).toMatch(/\+14155550100/)

  await open('how do I stop a campaign')
  await page.getByRole('button', { name: /^Campaigns/ }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/en-US/campaigns#*')
  await page.getByRole('heading', { name: 'Pause a campaign' }).waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

test('a workspace creates its own page, finds it by its words, changes and deletes it, and its content is shown as text', async () => {
  const page = await atHome()
  await page.goto(`${testServer().url}/docs`)
  await page.getByRole('button', { name: 'Create page' }).click()
  await page.getByLabel('Title').fill('Parrots')
  await page.getByLabel('Content').fill('## Feeding\n\nWalnuts <img src=x onerror="document.title=\'harmed\'"> [away](javascript:alert(1))')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/docs/en-US/parrots')
  await page.getByText('Walnuts <img src=x').waitFor()
  expect((await page.getByText('away').getAttribute('href')) ?? '').not.toContain('javascript')

  await page.goto(`${testServer().url}/docs?q=walnuts`)
  await page.getByRole('link', { name: 'Parrots' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Content').fill('## Feeding\n\nOnly seeds.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('paragraph').filter({ hasText: 'Only seeds.' }).waitFor()

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/docs')
  await page.goto(`${testServer().url}/docs/en-US/parrots`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect(await page.title()).not.toBe('harmed')
})

test('the dashboard, its documentation and its search are in Italian for an Italian browser', async () => {
  const acme = await testServer().workspace()
  const italian = await browser().page({ locale: 'it-IT' })
  await italian.goto(`${testServer().url}/sign-in?next=/docs`)
  await italian.getByLabel('Email').fill(acme.email)
  await italian.locator('input[autocomplete=current-password]').fill(acme.password)
  await italian.getByRole('button', { name: 'Accedi' }).click()
  await italian.getByRole('main').getByRole('link', { name: 'Campagne' }).click()
  await italian.waitForURL('**/docs/it-IT/campaigns')
  expect(await italian.locator('html').getAttribute('lang')).toBe('it')
})
