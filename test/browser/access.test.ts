import { beforeAll, expect, test } from 'vitest'
import * as passwordResets from '../../src/services/access/sessions/passwordResets.ts'
import { settings } from '../../src/kernel/config/settings.ts'
import { axe, complaints, picture, signIn, useBrowser } from '../kit/browser.ts'
import { useWorld, type Acme } from '../kit/world.ts'

const world = useWorld()
const browser = useBrowser()
let acme: Acme
beforeAll(async () => {
  acme = await world().workspace()
})

/** Waits for two pages to load in a browser, and for an accessibility check. */
test('a wrong password is told in the language of the page, and the right one leads where one wanted to go', async () => {
  const page = await browser().page({ locale: 'it-IT', viewport: { width: 390, height: 844 } })
  await page.goto(`${world().url}/members`)
  await page.waitForURL(/sign-in\?next=/)
  await page.getByLabel('Email').fill(acme.email)
  await page.locator('input[autocomplete=current-password]').fill('not this one')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Email o password non corretta').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  await page.locator('input[autocomplete=current-password]').fill(acme.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Membri' }).waitFor()
  expect(complaints.get(page)).toEqual([expect.stringContaining('401')])
})

/** Waits for the dashboard to load in a browser, twice. */
test('who is signed in is not asked again, and an address elsewhere is not gone to', async () => {
  const page = await browser().page()
  await signIn(page, world().url, acme)
  await page.goto(`${world().url}/sign-in?next=${encodeURIComponent('/\\example.com/')}`)
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  expect(new URL(page.url()).origin).toBe(world().url)
})

/** Waits for the dashboard to load in a browser. */
test('a browser that names its language as no formatter takes it shows the dashboard all the same', async () => {
  const page = await browser().page()
  await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix'] }))
  await signIn(page, world().url, acme)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(complaints.get(page)).toEqual([])
})

/** Waits for three pages to load in a browser, and for an accessibility check. */
test('an account is made with a workspace of its own; what is wrong stands at its field, and is where one writes next', async () => {
  const page = await browser().page()
  await page.goto(`${world().url}/sign-in?next=%2Fsettings`)
  await page.getByRole('link', { name: 'Don’t have an account? Create one' }).click()
  await page.getByLabel('Your name').fill('Nora')
  await page.getByLabel('Workspace name').fill('Nora & Co')
  await page.getByLabel('Email').fill('nora@example.com')
  await page.locator('input[autocomplete=new-password]').fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Enter at least 8 characters', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('new-password')
  expect(await axe(page)).toEqual([])
  await page.keyboard.type(' no longer')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Workspace: Nora & Co' }).waitFor()
  expect(complaints.get(page)).toEqual([])
})

/** Waits for the page of the link to load in a browser, twice, and for the dashboard, an accessibility check and a screenshot. */
test('a link of the server administrator sets a new password, once', async () => {
  const person = await world().workspace()
  const { link } = await passwordResets.begin(person.email)
  const page = await browser().page({ viewport: { width: 390, height: 844 } })
  await page.goto(link)
  await page.getByText(person.email).waitFor()
  expect(await page.getByLabel('Also revoke my CLI tokens and connected apps').isChecked()).toBe(true)
  expect(await axe(page)).toEqual([])
  await picture(page, 'password-reset')
  await page.locator('input[autocomplete=new-password]').fill('a new correct horse')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Password set.').waitFor()
  expect(complaints.get(page)).toEqual([])
  await signIn(page, world().url, { ...person, password: 'a new correct horse' })
  const again = await browser().page()
  await again.goto(link)
  await again.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  await again.getByText('Ask your server administrator').waitFor()
})

/** Waits for two pages to load in a browser, twice each, and for a screenshot. */
test('where sign-up is closed the dashboard offers none, and says how to get an account', async () => {
  const page = await browser().page()
  for (const [policy, sentence] of [
    ['invited', 'New accounts on this server need an invitation link'],
    ['off', 'This server doesn’t accept new accounts'],
  ] as const) {
    settings.signUp = policy
    await page.goto(`${world().url}/sign-up`)
    await page.getByText(sentence).waitFor()
    await expect.poll(() => page.getByLabel('Password').count()).toBe(0)
    await page.getByRole('link', { name: 'Already have an account? Sign in' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Don’t have an account? Create one' }).count()).toBe(0)
  }
  await picture(page, 'sign-up-closed')
  settings.signUp = 'open'
})
