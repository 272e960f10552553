import { beforeAll, expect, test } from 'vitest'
import * as passwordResets from '../../src/services/access/sessions/passwordResets.ts'
import { settings } from '../../src/kernel/config/settings.ts'
import { findAccessibilityViolations, pageErrors, takeScreenshot, signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer, type TestWorkspace } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()
let acme: TestWorkspace
beforeAll(async () => {
  acme = await testServer().workspace()
})

/** Waits for two pages to load in a browser, and for an accessibility check. */
test("a wrong password is reported in the page's language, and the correct one opens the requested page", async () => {
  const page = await browser().page({ locale: 'it-IT', viewport: { width: 390, height: 844 } })
  await page.goto(`${testServer().url}/members`)
  await page.waitForURL(/sign-in\?next=/)
  await page.getByLabel('Email').fill(acme.email)
  await page.locator('input[autocomplete=current-password]').fill('not this one')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Email o password non corretta').waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  await page.locator('input[autocomplete=current-password]').fill(acme.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Membri' }).waitFor()
  expect(pageErrors.get(page)).toEqual([expect.stringContaining('401')])
})

/** Waits for the dashboard to load in a browser, twice. */
test('a person who is signed in skips the sign-in page, and a link to another site is not followed', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, acme)
  await page.goto(`${testServer().url}/sign-in?next=${encodeURIComponent('/\\example.com/')}`)
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  expect(new URL(page.url()).origin).toBe(testServer().url)
})

/** Waits for the dashboard to load in a browser. */
test('a browser with a malformed language still shows the dashboard', async () => {
  const page = await browser().page()
  await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix'] }))
  await signIn(page, testServer().url, acme)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

/** Waits for three pages to load in a browser, and for an accessibility check. */
test('signing up creates an account with a workspace, and an error is shown at its field, which has the focus', async () => {
  const page = await browser().page()
  await page.goto(`${testServer().url}/sign-in?next=%2Fsettings`)
  await page.getByRole('link', { name: 'Don’t have an account? Create one' }).click()
  await page.getByLabel('Your name').fill('Nora')
  await page.getByLabel('Workspace name').fill('Nora & Co')
  await page.getByLabel('Email').fill('nora@example.com')
  await page.locator('input[autocomplete=new-password]').fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Enter at least 8 characters', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('new-password')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.type(' no longer')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Workspace: Nora & Co' }).waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

/** Waits for the link's page to load twice, for the dashboard, an accessibility check and a screenshot. */
test('a link from the server administrator sets a new password once', async () => {
  const person = await testServer().workspace()
  const { link } = await passwordResets.begin(person.email)
  const page = await browser().page({ viewport: { width: 390, height: 844 } })
  await page.goto(link)
  await page.getByText(person.email).waitFor()
  expect(await page.getByLabel('Also revoke my CLI tokens and connected apps').isChecked()).toBe(true)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await takeScreenshot(page, 'password-reset')
  await page.locator('input[autocomplete=new-password]').fill('a new correct horse')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Password set.').waitFor()
  expect(pageErrors.get(page)).toEqual([])
  await signIn(page, testServer().url, { ...person, password: 'a new correct horse' })
  const again = await browser().page()
  await again.goto(link)
  await again.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  await again.getByText('Ask your server administrator').waitFor()
})

/** Waits for two pages to load twice each, and for a screenshot. */
test("while sign-up is closed the dashboard doesn't offer it, and says how to get an account", async () => {
  const page = await browser().page()
  for (const [policy, sentence] of [
    ['invited', 'New accounts on this server need an invitation link'],
    ['off', 'This server doesn’t accept new accounts'],
  ] as const) {
    settings.signUp = policy
    await page.goto(`${testServer().url}/sign-up`)
    await page.getByText(sentence).waitFor()
    await expect.poll(() => page.getByLabel('Password').count()).toBe(0)
    await page.getByRole('link', { name: 'Already have an account? Sign in' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Don’t have an account? Create one' }).count()).toBe(0)
  }
  await takeScreenshot(page, 'sign-up-closed')
  settings.signUp = 'open'
})
