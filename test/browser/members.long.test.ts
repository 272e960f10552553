import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axe, complaints, lead, picture, signIn, told, useBrowser } from '../kit/browser.ts'
import { graphql } from '../kit/client.ts'
import { type Lively, makeLively, signedIn } from '../kit/lively.ts'
import { secretOf } from '../kit/people.ts'
import { useWorld } from '../kit/world.ts'

const world = useWorld()
const browser = useBrowser()
let lively: Lively
beforeAll(async () => {
  lively = await makeLively(world())
})

const PASSWORD = 'correct horse battery'

/** Invites a person by the form and answers the link that is shown. */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.goto(`${world().url}/members?add=yes`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByRole('button', { name: 'Copy Invitation link' }).waitFor()
  const link = (await dialog.getByText(/\/invitation#[\w-]{43}$/).textContent())!
  await picture(page, 'invitation-made')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  return link
}

/** Signs up through a link, as a person who has no account. */
async function join(page: Page, link: string, name: string) {
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.locator('input[autocomplete=new-password]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor({ state: 'attached' })
}

/** Every test here waits for one to six pages of a real browser to be loaded and drawn. */

/** Waits also for seven pages that are opened one after the other, and for a screenshot. */
test('whoever joins as a viewer through a link reads all these pages, and finds nothing on them that changes anything', async () => {
  const page = await browser().page()
  await signIn(page, world().url, lively.acme)
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
    ['/alerts', 'The balance is low'],
    ['/privacy', 'Only owners and admins can export and erase'],
  ]
  for (const [path, shows] of pages) {
    await lead(hers, path)
    await main.getByText(shows).first().waitFor()
    const controls = main.locator('button:not([role=tab]), input, textarea, select')
    const names = await controls.evaluateAll((found) => found.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''))
    expect([path, names.filter((name) => !name.startsWith('Copy ') && name !== 'Leave')]).toEqual([path, []])
  }
  expect(complaints.get(hers)).toEqual([])
})

/** Waits also for somebody to make an account and to sign in again, and for a screenshot. */
test('the last owner cannot go, as the server says; a member leaves, and is out', async () => {
  const page = await browser().page()
  await signIn(page, world().url, lively.acme)
  const link = await invite(page, 'leo@example.com', 'Member')
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await told(page, 'A workspace must have at least one owner.')

  const his = await browser().page()
  await join(his, link, 'Leo')
  await his.goto(`${world().url}/members`)
  await his.getByRole('button', { name: 'Leave', exact: true }).click()
  await his.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await his.getByRole('heading', { name: 'Sign in' }).waitFor()
  await his.getByLabel('Email').fill('leo@example.com')
  await his.locator('input[autocomplete=current-password]').fill(PASSWORD)
  await his.getByRole('button', { name: 'Sign in' }).click()
  await his.getByText('You don’t belong to any workspace').waitFor()
})

test('another role is given in the list, and holds at once', async () => {
  const page = await browser().page()
  await signIn(page, world().url, lively.acme, '/members')
  await page.getByRole('combobox', { name: 'Role of Vera' }).click()
  await page.getByRole('option', { name: 'Admin' }).click()
  await told(page, 'Vera is now Admin')
  const { members } = await lively.person('{ members { name role } }')
  expect(members).toContainEqual({ name: 'Vera', role: 'admin' })
})

/** Waits also for the dashboard to be read anew in another workspace, twice. */
test('switching the workspace shows the data of the other one only, and leads from what is not there to its list', async () => {
  const input = { email: 'two@example.com', password: 'correct horse', name: 'Two', workspaceName: 'Second & only' }
  await graphql(world().url, {}, 'mutation($input: SignUpInput!) { signUp(input: $input) { userId } }', { input })
  const second = await signedIn(world().url, input)
  const { inviteMember } = await lively.person('mutation { inviteMember(email: "two@example.com", role: owner) { link } }')
  await second('mutation($secret: String!) { acceptInvitation(secret: $secret) { id } }', { secret: secretOf(inviteMember.link) })
  await second('mutation { addDncEntry(input: { phoneNumber: "+14155550999" }) { id } }')

  const page = await browser().page()
  await signIn(page, world().url, input, '/dnc')
  await page.getByText('+14155550999').waitFor()
  await expect.poll(() => page.getByText('+14155550142').count()).toBe(0)
  await page.getByRole('button', { name: 'Workspace: Second & only' }).click()
  await page.getByRole('menuitem', { name: /Acme <img/ }).click()
  await page.getByText('+14155550142').waitFor()
  await expect.poll(() => page.getByText('+14155550999').count()).toBe(0)

  await page.goto(`${world().url}/campaigns/${lively.campaignId}`)
  await page.getByRole('button', { name: /Workspace: Acme/ }).click()
  await page.getByRole('menuitem', { name: 'Second & only' }).click()
  await page.getByRole('button', { name: 'Workspace: Second & only' }).waitFor()
  await page.waitForURL(`${world().url}/campaigns`)
  expect(complaints.get(page)).toEqual([])
})

/** Waits also for three accessibility checks and four screenshots. */
test('an invitation is renewed and revoked in the list: earlier links do not work, and say what to do', async () => {
  const page = await browser().page()
  await signIn(page, world().url, lively.acme)
  const first = await invite(page, 'nora@example.com', 'Member')
  await page.getByRole('button', { name: 'Renew invitation for nora@example.com' }).click()
  const dialog = page.getByRole('dialog')
  const second = (await dialog.getByText(/\/invitation#[\w-]{43}$/).textContent())!
  expect(second).not.toBe(first)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await picture(page, 'invitations', { fullPage: true })
  expect(await axe(page)).toEqual([])

  const hers = await browser().page({ viewport: { width: 390, height: 844 } })
  await hers.goto(first)
  await hers.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  expect(await axe(hers)).toEqual([])
  await picture(hers, 'invitation-invalid')
  await hers.goto('about:blank')
  await hers.goto(second)
  await hers.getByRole('button', { name: 'Create account and join' }).waitFor()
  await hers.getByText('Acme <img', { exact: false }).first().waitFor()
  expect(await axe(hers)).toEqual([])
  expect(await hers.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  await picture(hers, 'invitation-new-person')

  await page.getByRole('button', { name: 'Revoke invitation for nora@example.com' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await told(page, 'Invitation revoked')
  await hers.goto('about:blank')
  await hers.goto(second)
  await hers.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
})

/** Waits also for an accessibility check and four screenshots. */
test('who is signed in joins with one click, as whoever they are; who has an account signs in to join', async () => {
  const page = await browser().page()
  await signIn(page, world().url, lively.acme)
  const [one, two] = [await invite(page, 'anyone@example.com', 'Viewer'), await invite(page, 'another@example.com', 'Viewer')]
  const [mia, ben] = [await world().workspace({ name: 'Of Mia' }), await world().workspace({ name: 'Of Ben' })]

  const hers = await browser().page()
  await signIn(hers, world().url, mia)
  await hers.goto(one)
  await hers.getByText(`You’re signed in as ${mia.email}.`).waitFor()
  expect(await axe(hers)).toEqual([])
  await picture(hers, 'invitation-signed-in')
  await hers.getByRole('button', { name: 'Join workspace' }).click()
  await hers.getByRole('button', { name: /Workspace: Acme/ }).waitFor()
  expect(complaints.get(hers)).toEqual([])

  const his = await browser().page()
  await his.goto(two)
  await his.getByRole('button', { name: 'Already have an account? Sign in' }).click()
  await his.getByLabel('Email').fill(ben.email)
  await his.locator('input[autocomplete=current-password]').fill(ben.password)
  await picture(his, 'invitation-sign-in')
  await his.getByRole('button', { name: 'Sign in and join' }).click()
  await his.getByRole('button', { name: /Workspace: Acme/ }).waitFor()
  expect(complaints.get(his)).toEqual([])
})
