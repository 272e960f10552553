import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { axe, complaints, picture, useBrowser } from '../kit/browser.ts'
import { receiverForTest } from '../kit/receiver.ts'
import { until } from '../kit/until.ts'
import { type Acme, useWorld } from '../kit/world.ts'
import { exchange, pkce, registered, type Tokens } from '../oauth/oauthFlow.ts'

const world = useWorld()
const browser = useBrowser()
let acme: Acme
beforeAll(async () => {
  acme = await world().workspace()
})

/** An app on this computer that has registered itself: the address to which it sends its person, and what comes back to it. */
async function app({ name = 'Desk <b>assistant</b>', scope }: { name?: string; scope?: string } = {}) {
  const { url } = world()
  const { received, url: redirect } = await receiverForTest((response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Back</title>'))
  const { client_id } = await registered(url, { client_name: name, redirect_uris: [redirect] })
  const { verifier, challenge } = pkce()
  const query = new URLSearchParams({
    client_id,
    response_type: 'code',
    redirect_uri: redirect,
    resource: `${url}/mcp`,
    state: randomUUID(),
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(scope && { scope }),
  })
  const back = async () => {
    await until('the app hears of it', () => received.some(({ path }) => path.startsWith('/hook?')))
    return new URL(received.find(({ path }) => path.startsWith('/hook?'))!.path, redirect).searchParams
  }
  return { name, redirect, address: `${url}/oauth/authorize?${query}`, client_id, verifier, back, received }
}

/** Opens the app's address as somebody who is not signed in yet, and signs them in on the way. */
async function opened(page: Page, address: string, { email, password }: Acme = acme) {
  await page.goto(address)
  await page.getByLabel('Email').fill(email)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Allow' }).waitFor()
}

/** Every test here waits for one to three pages of a real browser to be loaded, and for somebody to sign in on one of them. */

/** Waits also for the limits of the app to be changed, and for its access to be revoked, on the page of connected apps. */
test('who was sent by an app signs in, comes back to its question, unticks a scope, sets limits and allows it: the app gets that and no more', async () => {
  const { address, name, back, redirect, client_id, verifier } = await app({ scope: 'me:read agents:read calls:read calls:write sms:write' })
  const page = await browser().page()
  await opened(page, address)
  await page.getByText(name).waitFor()
  await page.getByText('127.0.0.1', { exact: true }).waitFor()
  await page.getByText('Any local program can use this name').waitFor()
  await page.getByLabel('Send and read messages').uncheck()
  await page.getByLabel('View agents').uncheck()
  await page.getByLabel('Spending cap').fill('a lot')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Enter an amount, such as 12.50').waitFor()
  await page.getByLabel('Spending cap').fill('12.50')
  await page.getByLabel('Call cap').fill('7')
  await page.getByRole('button', { name: 'Allow' }).click()

  const answer = await back()
  await page.waitForURL(`${redirect}?**`)
  const tokens = (await (await exchange(world().url, { client_id, verifier, code: answer.get('code')! }, { redirect_uri: redirect })).json()) as Tokens
  expect(tokens.scope.split(' ')).toEqual(expect.arrayContaining(['me:read', 'calls:read', 'calls:write']))
  expect(tokens.scope).not.toMatch(/agents:read|sms:write/)
  const grant = await anyWorkspace.appGrant.findFirstOrThrow({ where: { clientId: client_id }, include: { key: true } })
  expect(grant).toMatchObject({ workspaceId: acme.id, callLimit: 7, spendLimitMicros: 12_500_000n, redirectHost: '127.0.0.1' })
  expect([...grant.declinedScopes].sort()).toEqual(['agents:read', 'sms:write'])
  expect(complaints.get(page)).toEqual([])

  // It stands among the connected ones, where its limits are changed and its access is taken back.
  await page.goto(`${world().url}/keys?tab=apps`)
  await page.getByText(name).waitFor()
  await page.getByText('0 of 7').waitFor()
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit limits' }).click()
  await page.getByLabel('Call cap').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('0 of 7').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Access revoked').waitFor()
  await page.getByRole('table').getByText('Revoked').waitFor()
  expect((await anyWorkspace.apiKey.findUniqueOrThrow({ where: { id: grant.keyId } })).revokedAt).not.toBeNull()
})

/** Waits also for an accessibility check. */
test('who refuses is sent back, and the app is told so; the question cannot be answered again', async () => {
  const { address, back, redirect, client_id } = await app()
  const page = await browser().page()
  await opened(page, address)
  const question = page.url()
  await page.getByRole('button', { name: 'Deny' }).click()
  expect((await back()).get('error')).toBe('access_denied')
  await page.waitForURL(`${redirect}?**`)
  await page.goto(question)
  await page.getByText('This request is no longer valid').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await anyWorkspace.appGrant.count({ where: { clientId: client_id } })).toBe(0)
})

/** Waits also for the same person to sign in with a second browser. */
test('the question of one browser is not to be answered in another, though the same person is signed in', async () => {
  const { address, client_id } = await app()
  const page = await browser().page()
  await opened(page, address)
  const other = await browser().page()
  await other.goto(page.url())
  await other.getByLabel('Email').fill(acme.email)
  await other.locator('input[autocomplete=current-password]').fill(acme.password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByText('This request is no longer valid').waitFor()
  await other.getByRole('link', { name: 'Go to dashboard' }).click()
  await other.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  expect(await anyWorkspace.appGrant.count({ where: { clientId: client_id } })).toBe(0)
})

test('what the role forbids is not to be ticked, and says so; another workspace may allow it, and its answer is of that one', async () => {
  const other = await world().workspace({ name: 'Second' })
  const { userId } = await anyWorkspace.membership.findFirstOrThrow({ where: { workspaceId: acme.id } })
  await anyWorkspace.membership.create({ data: { workspaceId: other.id, userId, role: 'viewer' } })
  const { address, back, client_id } = await app({ scope: 'me:read numbers:write calls:write' })
  const page = await browser().page()
  await opened(page, address)
  await page.getByLabel('View the account and workspace').uncheck()
  await page.getByRole('combobox', { name: 'Workspace' }).click()
  await page.getByRole('option', { name: 'Second (Viewer)' }).click()
  expect(await page.getByLabel('Place and end calls').isDisabled()).toBe(true)
  expect(await page.getByText('Your role in this workspace doesn’t allow this.').count()).toBe(2)
  // What was unticked stays so, and nothing is left: that cannot be allowed.
  expect(await page.getByRole('button', { name: 'Allow' }).isDisabled()).toBe(true)
  await page.getByLabel('View the account and workspace').check()
  expect(await page.getByLabel('Call cap').count()).toBe(0)
  await page.getByRole('button', { name: 'Allow' }).click()
  expect((await back()).get('code')).toBeTruthy()
  const grant = await anyWorkspace.appGrant.findFirstOrThrow({ where: { clientId: client_id }, include: { key: true } })
  expect([grant.workspaceId, grant.key.scopes]).toEqual([other.id, ['me:read']])
})

/** Waits also for a second window to open. */
test('an app that asks in a window of its own keeps hold of that window', async () => {
  const { address, redirect, back } = await app()
  const page = await browser().page()
  await page.goto(redirect.replace('/hook', '/start'))
  const popup = page.waitForEvent('popup')
  await page.evaluate((asked) => void window.open(asked, 'consent', 'width=500,height=700'), address)
  const asking = await popup
  await asking.getByLabel('Email').fill(acme.email)
  await asking.locator('input[autocomplete=current-password]').fill(acme.password)
  await asking.getByRole('button', { name: 'Sign in' }).click()
  await asking.getByRole('button', { name: 'Allow' }).click()
  await back()
  await asking.waitForURL(`${redirect}?**`)
  expect(await asking.evaluate(() => window.opener !== null)).toBe(true)
})

const LOOKS = [
  ['light', 'wide', 1280],
  ['dark', 'phone', 390],
] as const

/** Waits also for a screenshot and an accessibility check. */
test.each(LOOKS)('in %s, on a %s window, the question is whole and accessible, whatever an app calls itself', async (colorScheme, width, size) => {
  const name = `<img src=x onerror="document.title='harmed'">\u202Eevil ${'W'.repeat(60)}`
  const { address } = await app({ name })
  const page = await browser().page({ colorScheme, viewport: { width: size, height: 844 } })
  await opened(page, address)
  await picture(page, `connect-${width}-${colorScheme}`, { fullPage: true })
  expect(await axe(page)).toEqual([])
  expect(complaints.get(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  expect(await page.title()).toBe('Authorize this app? · Callwright')
  // By keyboard alone: from the last scope over the limits to both answers.
  await page.getByLabel('Spending cap').focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Deny')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Allow')
})
