import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { complaints, signIn, useBrowser } from '../kit/browser.ts'
import { graphql } from '../kit/client.ts'
import { type Lively, makeLively, signedIn } from '../kit/lively.ts'
import { useWorld } from '../kit/world.ts'

const world = useWorld()
const browser = useBrowser()
let lively: Lively
beforeAll(async () => {
  lively = await makeLively(world())
}, 120_000)

/** Adds somebody by the form and answers the password that is shown. */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.goto(`${world().url}/members?add=yes`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail address').fill(email)
  await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByRole('button', { name: 'Copy Password' }).waitFor()
  const password = (await dialog
    .locator('.mantine-Text-root')
    .filter({ hasText: /^[\w-]{16}$/ })
    .first()
    .textContent())!
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  return password
}

test('whoever is added as a viewer signs in with the password shown once, reads all these pages, and finds nothing on them that changes anything', async () => {
  const page = await browser().page()
  await signIn(page, world().url, lively.acme)
  const password = await invite(page, 'ines@example.com', 'Viewer')
  await page.getByText('ines@example.com').waitFor()

  const hers = await browser().page()
  await signIn(hers, world().url, { email: 'ines@example.com', password }, '/members')
  const main = hers.getByRole('main')
  const pages: [path: string, shows: string][] = [
    ['/members', 'vera@example.com'],
    ['/settings', 'Only owners of the workspace change this.'],
    ['/settings?tab=data', 'How long data is kept'],
    ['/settings?tab=messaging', 'Answer to STOP'],
    ['/settings?tab=notices', 'Many calls fail'],
    ['/notices', 'The balance is low'],
    ['/privacy', 'is for owners and admins'],
  ]
  for (const [path, shows] of pages) {
    await hers.goto(world().url + path)
    await main.getByText(shows).first().waitFor()
    const controls = main.locator('button:not([role=tab]), input, textarea, select')
    const names = await controls.evaluateAll((found) => found.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''))
    expect([path, names.filter((name) => !name.startsWith('Copy ') && name !== 'Leave')]).toEqual([path, []])
  }
  expect(complaints.get(hers)).toEqual([])
}, 120_000)

test('the last owner cannot go, as the server says; a member leaves, and is out', async () => {
  const page = await browser().page()
  await signIn(page, world().url, lively.acme)
  const password = await invite(page, 'leo@example.com', 'Member')
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('alert').getByText('A workspace keeps at least one owner').waitFor()

  const his = await browser().page()
  await signIn(his, world().url, { email: 'leo@example.com', password }, '/members')
  await his.getByRole('button', { name: 'Leave', exact: true }).click()
  await his.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await his.getByRole('heading', { name: 'Sign in' }).waitFor()
  await his.getByLabel('E-mail address').fill('leo@example.com')
  await his.locator('input[autocomplete=current-password]').fill(password)
  await his.getByRole('button', { name: 'Sign in' }).click()
  await his.getByText('You are in no workspace').waitFor()
}, 120_000)

test('another role is given in the list, and holds at once', async () => {
  const page = await browser().page()
  await signIn(page, world().url, lively.acme, '/members')
  await page.getByRole('combobox', { name: 'Role of Vera' }).click()
  await page.getByRole('option', { name: 'Admin' }).click()
  await page.getByText('Vera is now Admin').waitFor()
  const { members } = await lively.person('{ members { name role } }')
  expect(members).toContainEqual({ name: 'Vera', role: 'admin' })
}, 60_000)

test('switching the workspace shows the data of the other one only, and leads from what is not there to its list', async () => {
  const input = { email: 'two@example.com', password: 'correct horse', name: 'Two', workspaceName: 'Second & only' }
  await graphql(world().url, {}, 'mutation($input: SignUpInput!) { signUp(input: $input) { userId } }', { input })
  await lively.person('mutation { addMember(input: { email: "two@example.com", role: "owner" }) { member { id } } }')
  const second = await signedIn(world().url, input)
  await second('mutation { addDncEntry(input: { phoneNumber: "+14155550999" }) { id } }')

  const page = await browser().page()
  await signIn(page, world().url, input, '/dnc')
  await page.getByText('+14155550999').waitFor()
  await expect.poll(() => page.getByText('+14155550142').count(), { timeout: 10_000 }).toBe(0)
  await page.getByRole('button', { name: 'Workspace: Second & only' }).click()
  await page.getByRole('menuitem', { name: /Acme <img/ }).click()
  await page.getByText('+14155550142').waitFor()
  await expect.poll(() => page.getByText('+14155550999').count(), { timeout: 10_000 }).toBe(0)

  await page.goto(`${world().url}/campaigns/${lively.campaignId}`)
  await page.getByRole('button', { name: /Workspace: Acme/ }).click()
  await page.getByRole('menuitem', { name: 'Second & only' }).click()
  await page.getByRole('button', { name: 'Workspace: Second & only' }).waitFor()
  await page.waitForURL(`${world().url}/campaigns`)
  expect(complaints.get(page)).toEqual([])
}, 120_000)
