import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { findAccessibilityViolations, pageErrors, takeScreenshot, useBrowser } from '../kit/browser/browser.ts'
import { startReceiverForTest } from '../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { exchangeCode, createPkce, registerClient, type Tokens } from '../oauth/oauthFlow.ts'

const testServer = useTestServer()
const browser = useBrowser()
let acme: TestWorkspace
beforeAll(async () => {
  acme = await testServer().workspace()
})

/** An app on this computer that has registered itself: the URL to which it sends its person, and the response it receives. */
async function app({ name = 'Desk <b>assistant</b>', scope }: { name?: string; scope?: string } = {}) {
  const { url } = testServer()
  const { received, url: redirect } = await startReceiverForTest((response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Back</title>'),
  )
  const { client_id } = await registerClient(url, { client_name: name, redirect_uris: [redirect] })
  const { verifier, challenge } = createPkce()
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
    await waitFor('the app to receive the redirect', () => received.some(({ path }) => path.startsWith('/hook?')))
    return new URL(received.find(({ path }) => path.startsWith('/hook?'))!.path, redirect).searchParams
  }
  return { name, redirect, address: `${url}/oauth/authorize?${query}`, client_id, verifier, back, received }
}

/** Opens the app's URL without a session, and signs in on the way. */
async function openConsent(page: Page, address: string, { email, password }: TestWorkspace = acme) {
  await page.goto(address)
  await page.getByLabel('Email').fill(email)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Allow' }).waitFor()
}

/** Every test here waits for one to three pages of a real browser, and for a person to sign in on one of them. */

/** Also waits for the app's limits to be changed, and for its access to be revoked, on the page of connected apps. */
test('a person sent by an app signs in, returns to the consent page, removes a scope, sets limits and allows it, and the app gets only that', async () => {
  const { address, name, back, redirect, client_id, verifier } = await app({ scope: 'me:read agents:read calls:read calls:write sms:write' })
  const page = await browser().page()
  await openConsent(page, address)
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
  const tokens = (await (await exchangeCode(testServer().url, { client_id, verifier, code: answer.get('code')! }, { redirect_uri: redirect })).json()) as Tokens
  expect(tokens.scope.split(' ')).toEqual(expect.arrayContaining(['me:read', 'calls:read', 'calls:write']))
  expect(tokens.scope).not.toMatch(/agents:read|sms:write/)
  const grant = await anyWorkspace.appGrant.findFirstOrThrow({ where: { clientId: client_id }, include: { key: true } })
  expect(grant).toMatchObject({ workspaceId: acme.id, callLimit: 7, spendLimitMicros: 12_500_000n, redirectHost: '127.0.0.1' })
  expect([...grant.declinedScopes].sort()).toEqual(['agents:read', 'sms:write'])
  expect(pageErrors.get(page)).toEqual([])

  // It is then listed among the connected apps, where its limits can be changed and its access revoked.
  await page.goto(`${testServer().url}/keys?tab=apps`)
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

/** Also waits for an accessibility check. */
test("a refusal sends the person back with an error for the app, and the request can't be answered again", async () => {
  const { address, back, redirect, client_id } = await app()
  const page = await browser().page()
  await openConsent(page, address)
  const question = page.url()
  await page.getByRole('button', { name: 'Deny' }).click()
  expect((await back()).get('error')).toBe('access_denied')
  await page.waitForURL(`${redirect}?**`)
  await page.goto(question)
  await page.getByText('This request is no longer valid').waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(await anyWorkspace.appGrant.count({ where: { clientId: client_id } })).toBe(0)
})

/** Also waits for the same person to sign in with a second browser. */
test("a request from one browser can't be answered in another, even by the same person", async () => {
  const { address, client_id } = await app()
  const page = await browser().page()
  await openConsent(page, address)
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

test('scopes that the role forbids are disabled with a reason, and another workspace with its own role can be chosen', async () => {
  const other = await testServer().workspace({ name: 'Second' })
  const { userId } = await anyWorkspace.membership.findFirstOrThrow({ where: { workspaceId: acme.id } })
  await anyWorkspace.membership.create({ data: { workspaceId: other.id, userId, role: 'viewer' } })
  const { address, back, client_id } = await app({ scope: 'me:read numbers:write calls:write' })
  const page = await browser().page()
  await openConsent(page, address)
  await page.getByLabel('View the account and workspace').uncheck()
  await page.getByRole('combobox', { name: 'Workspace' }).click()
  await page.getByRole('option', { name: 'Second (Viewer)' }).click()
  expect(await page.getByLabel('Place and end calls').isDisabled()).toBe(true)
  expect(await page.getByText('Your role in this workspace doesn’t allow this.').count()).toBe(2)
  // Removed scopes stay removed, so no scope is left and the app can't be allowed.
  expect(await page.getByRole('button', { name: 'Allow' }).isDisabled()).toBe(true)
  await page.getByLabel('View the account and workspace').check()
  expect(await page.getByLabel('Call cap').count()).toBe(0)
  await page.getByRole('button', { name: 'Allow' }).click()
  expect((await back()).get('code')).toBeTruthy()
  const grant = await anyWorkspace.appGrant.findFirstOrThrow({ where: { clientId: client_id }, include: { key: true } })
  expect([grant.workspaceId, grant.key.scopes]).toEqual([other.id, ['me:read']])
})

/** Also waits for a second window to open. */
test('an app that opens the consent page in a window keeps control of that window', async () => {
  const { address, redirect, back } = await app()
  const page = await browser().page()
  await page.goto(redirect.replace('/hook', '/start'))
  const popup = page.waitForEvent('popup')
  await page.evaluate((asked) => void window.open(asked, 'consent', 'width=500,height=700'), address)
  const consentPage = await popup
  await consentPage.getByLabel('Email').fill(acme.email)
  await consentPage.locator('input[autocomplete=current-password]').fill(acme.password)
  await consentPage.getByRole('button', { name: 'Sign in' }).click()
  await consentPage.getByRole('button', { name: 'Allow' }).click()
  await back()
  await consentPage.waitForURL(`${redirect}?**`)
  expect(await consentPage.evaluate(() => window.opener !== null)).toBe(true)
})

const MODES = [
  ['light', 'wide', 1280],
  ['dark', 'phone', 390],
] as const

/** Also waits for a screenshot and an accessibility check. */
test.each(MODES)('in %s, on a %s window, the consent page is complete and accessible with any app name', async (colorScheme, width, size) => {
  const name = `<img src=x onerror="document.title='harmed'">\u202Eevil ${'W'.repeat(60)}`
  const { address } = await app({ name })
  const page = await browser().page({ colorScheme, viewport: { width: size, height: 844 } })
  await openConsent(page, address)
  await takeScreenshot(page, `connect-${width}-${colorScheme}`, { fullPage: true })
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(pageErrors.get(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  expect(await page.title()).toBe('Authorize this app? · Callwright')
  // With the keyboard alone: from the last scope through the limits to both buttons.
  await page.getByLabel('Spending cap').focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Deny')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Allow')
})
