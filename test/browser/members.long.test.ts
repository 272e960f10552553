import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { findAccessibilityViolations, pageErrors, navigate, takeScreenshot, signIn, waitForToast, useBrowser } from '../kit/browser/browser.ts'
import { graphql } from '../kit/clients/client.ts'
import { type SeededWorkspace, seedWorkspace, signInToApi } from '../kit/fixtures/seededWorkspace.ts'
import { secretOf } from '../kit/fixtures/members.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()
let seededWorkspace: SeededWorkspace
beforeAll(async () => {
  seededWorkspace = await seedWorkspace(testServer())
})

const PASSWORD = 'correct horse battery'

/** Invites a person through the form, and returns the link shown. */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.goto(`${testServer().url}/members?add=yes`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByRole('button', { name: 'Copy Invitation link' }).waitFor()
  const link = (await dialog.getByText(/\/invitation#[\w-]{43}$/).textContent())!
  await takeScreenshot(page, 'invitation-made')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  return link
}

/** Signs up through a link as a person without an account. */
async function join(page: Page, link: string, name: string) {
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.locator('input[autocomplete=new-password]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor({ state: 'attached' })
}

/** Every test here waits for one to six pages of a real browser. */

/** Also waits for seven pages, opened one after the other, and for a screenshot. */
test('a new viewer reads all these pages, without controls that change anything', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace.acme)
  const link = await invite(page, 'ines@example.com', 'Viewer')
  await page.getByText('ines@example.com').waitFor()

  const hers = await browser().page()
  await join(hers, link, 'Ines')
  const main = hers.getByRole('main')
  const pages: [path: string, shows: string][] = [
    ['/members', 'vera@example.com'],
    ['/settings', 'Only owners can change this.'],
    ['/settings?tab=data', 'Data retention'],
    ['/settings?tab=messaging', 'Reply to STOP'],
    ['/settings?tab=alerts', 'Call failures'],
    ['/alerts', 'Your balance is low'],
    ['/privacy', 'Only owners and admins can export and erase'],
  ]
  for (const [path, shows] of pages) {
    await navigate(hers, path)
    await main.getByText(shows).first().waitFor()
    const controls = main.locator('button:not([role=tab]), input, textarea, select')
    const names = await controls.evaluateAll((found) => found.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''))
    expect([path, names.filter((name) => !name.startsWith('Copy ') && name !== 'Leave')]).toEqual([path, []])
  }
  expect(pageErrors.get(hers)).toEqual([])
})

/** Also waits for a person to create an account and to sign in again, and for a screenshot. */
test("the last owner can't leave, with the server's reason, and a member leaves and loses access", async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace.acme)
  const link = await invite(page, 'leo@example.com', 'Member')
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await waitForToast(page, 'A workspace must have at least one owner.')

  const his = await browser().page()
  await join(his, link, 'Leo')
  await his.goto(`${testServer().url}/members`)
  await his.getByRole('button', { name: 'Leave', exact: true }).click()
  await his.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await his.getByRole('heading', { name: 'Sign in' }).waitFor()
  await his.getByLabel('Email').fill('leo@example.com')
  await his.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await his.getByRole('button', { name: 'Sign in' }).click()
  await his.getByText('You don’t belong to any workspace').waitFor()
})

test('a role is changed in the list and applies immediately', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace.acme, '/members')
  await page.getByRole('combobox', { name: 'Role of Vera' }).click()
  await page.getByRole('option', { name: 'Admin' }).click()
  await waitForToast(page, 'Vera is now Admin')
  const { members } = await seededWorkspace.ownerGql('{ members { name role } }')
  expect(members).toContainEqual({ name: 'Vera', role: 'admin' })
})

/** Also waits for the dashboard to load in another workspace, twice. */
test('switching the workspace shows only its data, and a missing resource leads to its list', async () => {
  const input = { email: 'two@example.com', password: 'correct horse', name: 'Two', workspaceName: 'Second & only' }
  await graphql(testServer().url, {}, 'mutation($input: SignUpInput!) { signUp(input: $input) { userId } }', { input })
  const second = await signInToApi(testServer().url, input)
  const { inviteMember } = await seededWorkspace.ownerGql('mutation { inviteMember(email: "two@example.com", role: owner) { link } }')
  await second('mutation($secret: String!) { acceptInvitation(secret: $secret) { id } }', { secret: secretOf(inviteMember.link) })
  await second('mutation { addDncEntry(input: { phoneNumber: "+14155550999" }) { id } }')

  const page = await browser().page()
  await signIn(page, testServer().url, input, '/dnc')
  await page.getByText('+14155550999').waitFor()
  await expect.poll(() => page.getByText('+14155550142').count()).toBe(0)
  await page.getByRole('button', { name: 'Workspace: Second & only' }).click()
  await page.getByRole('menuitem', { name: /Acme <img/ }).click()
  await page.getByText('+14155550142').waitFor()
  await expect.poll(() => page.getByText('+14155550999').count()).toBe(0)

  await page.goto(`${testServer().url}/campaigns/${seededWorkspace.campaignId}`)
  await page.getByRole('button', { name: /Workspace: Acme/ }).click()
  await page.getByRole('menuitem', { name: 'Second & only' }).click()
  await page.getByRole('button', { name: 'Workspace: Second & only' }).waitFor()
  await page.waitForURL(`${testServer().url}/campaigns`)
  expect(pageErrors.get(page)).toEqual([])
})

/** Also waits for nine workspaces and an accessibility check. */
test('of many workspaces, one is found by a part of its name and opened by keyboard, and the focus returns to the button', async () => {
  const person = await testServer().workspace({ name: 'Home & Co' })
  for (let index = 1; index <= 8; index += 1) {
    const { id } = await testServer().workspace({ name: `Branch ${index}` })
    await pool.query(`insert into memberships (workspace_id, user_id, role) select $1, id, 'viewer' from users where email = $2`, [id, person.email])
  }
  const page = await browser().page()
  await signIn(page, testServer().url, person)
  const button = page.getByRole('button', { name: 'Workspace: Home & Co' })
  await button.click()
  const search = page.getByRole('textbox', { name: 'Find workspace' })
  await search.fill('nch 7')
  await page.getByRole('option', { name: 'Branch 7' }).waitFor()
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await search.press('Escape')
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  await button.press('Enter')
  await search.fill('branch 7')
  await search.press('ArrowDown')
  await search.press('Enter')
  await page.getByRole('button', { name: 'Workspace: Branch 7' }).waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

/** Also waits for three accessibility checks and four screenshots. */
test('an invitation is renewed and revoked in the list, and earlier links explain what to do', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace.acme)
  const first = await invite(page, 'nora@example.com', 'Member')
  await page.getByRole('button', { name: 'Renew invitation for nora@example.com' }).click()
  const dialog = page.getByRole('dialog')
  const second = (await dialog.getByText(/\/invitation#[\w-]{43}$/).textContent())!
  expect(second).not.toBe(first)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await takeScreenshot(page, 'invitations', { fullPage: true })
  expect(await findAccessibilityViolations(page)).toEqual([])

  const hers = await browser().page({ viewport: { width: 390, height: 844 } })
  await hers.goto(first)
  await hers.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  expect(await findAccessibilityViolations(hers)).toEqual([])
  await takeScreenshot(hers, 'invitation-invalid')
  await hers.goto('about:blank')
  await hers.goto(second)
  await hers.getByRole('button', { name: 'Create account and join' }).waitFor()
  await hers.getByText('Acme <img', { exact: false }).first().waitFor()
  expect(await findAccessibilityViolations(hers)).toEqual([])
  expect(await hers.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  await takeScreenshot(hers, 'invitation-new-person')

  await page.getByRole('button', { name: 'Revoke invitation for nora@example.com' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await waitForToast(page, 'Invitation revoked')
  await hers.goto('about:blank')
  await hers.goto(second)
  await hers.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
})

/** Also waits for an accessibility check and four screenshots. */
test('a person who is signed in joins with one click, and a person with an account signs in to join', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace.acme)
  const [one, two] = [await invite(page, 'anyone@example.com', 'Viewer'), await invite(page, 'another@example.com', 'Viewer')]
  const [mia, ben] = [await testServer().workspace({ name: 'Of Mia' }), await testServer().workspace({ name: 'Of Ben' })]

  const hers = await browser().page()
  await signIn(hers, testServer().url, mia)
  await hers.goto(one)
  await hers.getByText(`You’re signed in as ${mia.email}.`).waitFor()
  expect(await findAccessibilityViolations(hers)).toEqual([])
  await takeScreenshot(hers, 'invitation-signed-in')
  await hers.getByRole('button', { name: 'Join workspace' }).click()
  await hers.getByRole('button', { name: /Workspace: Acme/ }).waitFor()
  expect(pageErrors.get(hers)).toEqual([])

  const his = await browser().page()
  await his.goto(two)
  await his.getByRole('button', { name: 'Already have an account? Sign in' }).click()
  await his.getByLabel('Email').fill(ben.email)
  await his.locator('input[autocomplete=current-password]').fill(ben.password)
  await takeScreenshot(his, 'invitation-sign-in')
  await his.getByRole('button', { name: 'Sign in and join' }).click()
  await his.getByRole('button', { name: /Workspace: Acme/ }).waitFor()
  expect(pageErrors.get(his)).toEqual([])
})
