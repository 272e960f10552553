import { beforeAll, expect, test } from 'vitest'
import { axe, complaints, signIn, useBrowser } from '../kit/browser.ts'
import { useWorld, type Acme } from '../kit/world.ts'

const world = useWorld()
const browser = useBrowser()
let acme: Acme
beforeAll(async () => {
  acme = await world().workspace()
}, 60_000)

test('a wrong password is told in the language of the page, and the right one leads where one wanted to go', async () => {
  const page = await browser().page({ locale: 'it-IT', viewport: { width: 390, height: 844 } })
  await page.goto(`${world().url}/members`)
  await page.waitForURL(/sign-in\?next=/)
  await page.getByLabel('Indirizzo e-mail').fill(acme.email)
  await page.locator('input[autocomplete=current-password]').fill('not this one')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('L’indirizzo e-mail o la password non sono giusti').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  await page.locator('input[autocomplete=current-password]').fill(acme.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Membri' }).waitFor()
  expect(complaints.get(page)).toEqual([expect.stringContaining('401')])
}, 60_000)

test('who is signed in is not asked again, and an address elsewhere is not gone to', async () => {
  const page = await browser().page()
  await signIn(page, world().url, acme)
  await page.goto(`${world().url}/sign-in?next=${encodeURIComponent('/\\example.com/')}`)
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  expect(new URL(page.url()).origin).toBe(world().url)
}, 60_000)

test('an account is made with a workspace of its own; what is wrong stands at its field, and is where one writes next', async () => {
  const page = await browser().page()
  await page.goto(`${world().url}/sign-in?next=%2Fsettings`)
  await page.getByRole('link', { name: 'No account yet? Create one' }).click()
  await page.getByLabel('Your name').fill('Nora')
  await page.getByLabel('Name of your workspace').fill('Nora & Co')
  await page.getByLabel('E-mail address').fill('nora@example.com')
  await page.locator('input[autocomplete=new-password]').fill('short')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByText('At least 8 characters', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('new-password')
  expect(await axe(page)).toEqual([])
  await page.keyboard.type(' no longer')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Workspace: Nora & Co' }).waitFor()
  expect(complaints.get(page)).toEqual([])
}, 60_000)
