import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { findAccessibilityViolations, signIn, takeScreenshot, waitForToast, useBrowser } from '../kit/browser/browser.ts'
import { client } from '../kit/clients/client.ts'
import { startReceiverForTest } from '../kit/fakes/webhookReceiver.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()

async function at(path: string) {
  const acme = await testServer().workspace()
  const page = await browser().page()
  await signIn(page, testServer().url, acme, path)
  return { acme, page }
}

/** Chooses an action of the only endpoint. */
async function chooseAction(page: Page, name: string) {
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Every test here waits for one to three pages of a real browser. */

/** Also waits for the second attempt of a delivery about five seconds after the first, and for a page that polls every second or two. */
test('a test event reaches the endpoint URL, and a refusal, the next attempt and a redelivery appear without a reload', async () => {
  const customer = await startReceiverForTest((response, nth) => response.writeHead(nth === 1 ? 500 : 200).end(nth === 1 ? 'not <b>yet</b>' : 'thanks'))
  const { page } = await at('/webhooks')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const form = page.getByRole('dialog', { name: 'Add endpoint' })
  await form.getByLabel('Endpoint URL').fill('ftp://nowhere')
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  await form.getByRole('textbox', { name: 'Endpoint URL' }).and(page.locator('[aria-invalid=true]')).waitFor()

  await form.getByLabel('Endpoint URL').fill(customer.url)
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByText('Copy the signing secret now').waitFor()
  await page.getByText(/^whsec_/).waitFor()

  await chooseAction(page, 'Send test event')
  const drawer = page.getByRole('dialog')
  await drawer.getByText(/HTTP 500 in \d+ ms/).waitFor()
  await drawer.getByText('not <b>yet</b>').waitFor()
  await drawer.getByText(/HTTP 200 in \d+ ms/).waitFor()
  await drawer.getByText('Delivered').waitFor()
  await drawer.getByRole('button', { name: 'Resend event' }).click()
  await drawer.getByText(/Resent from delivery/).waitFor()
  await drawer.getByText('Delivered').waitFor()
  expect(customer.received).toHaveLength(3)
  expect(customer.received[2]!.raw).toEqual(customer.received[0]!.raw)

  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered').count()).toBe(2)
})

test('a second endpoint is added with its own events, turned off and deleted, and the deliveries name the endpoint', async () => {
  const { acme, page } = await at('/webhooks')
  const key = await acme.key()
  await key.put('/webhooks', { url: 'http://127.0.0.1:9/first' })
  await key.gql('mutation { sendTestWebhook { id } }')
  await page.reload()
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const form = page.getByRole('dialog', { name: 'Add endpoint' })
  await form.getByLabel('Endpoint URL').fill('http://127.0.0.1:9/second')
  await form.getByLabel('Description').fill('CRM')
  await form.getByLabel('Message received (sms.received)').uncheck()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  const endpoints = page.getByRole('table', { name: 'Endpoints' })
  const second = endpoints.getByRole('row').filter({ hasText: 'CRM' })
  await second.getByText('Call completed').waitFor()
  await page.getByRole('table', { name: 'Deliveries' }).getByText('http://127.0.0.1:9/first').first().waitFor()
  await second.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Enabled').uncheck()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await second.getByText('Off', { exact: true }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  await takeScreenshot(page, 'webhook-endpoints')
  await second.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete endpoint' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete endpoint' }).click()
  await second.waitFor({ state: 'detached' })
})

test('a received request is checked: valid, changed after it was signed, or signed with another secret', async () => {
  const customer = await startReceiverForTest()
  const { acme, page } = await at('/webhooks')
  await (await acme.key()).put('/webhooks', { url: customer.url })
  await page.reload()
  await chooseAction(page, 'Send test event')
  await page.getByRole('dialog').getByText('Delivered').waitFor()
  await page.keyboard.press('Escape')
  const { headers, raw } = customer.received[0]!
  await chooseAction(page, 'Check a signature')
  const dialog = page.getByRole('dialog')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  await dialog.getByLabel('Headers').fill(lines.join('\n'))
  const check = async (body: string, secret: string, shows: string) => {
    await dialog.getByLabel('Body').fill(body)
    await dialog.getByRole('textbox', { name: 'Signing secret' }).fill(secret)
    await dialog.getByRole('button', { name: 'Check signature' }).click()
    await dialog.getByRole('status').getByText(shows).waitFor()
  }
  await check(raw.toString(), '', 'The signature matches the body.')
  await check(`${raw.toString()} `, '', 'The body was changed after it was signed.')
  await check(raw.toString(), 'whsec_other', 'signed this body with another secret')
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('a new key is shown once and works immediately, and a revoked one is refused', async () => {
  const { page } = await at('/keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Shop <img src=x>')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByText('Select at least one scope.').waitFor()
  await page.getByRole('button', { name: 'Read only' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  const key = (await page.getByText(/^ago_\w+$/).textContent())!
  const shop = client(testServer().url, key)
  expect((await shop.get('/me')).status).toBe(200)
  expect((await shop.post('/dnc', { phone_number: '+14155550100' })).status).toBe(403)

  await page.reload()
  await page.getByText('Shop <img src=x>').waitFor()
  await expect.poll(() => page.getByText(key).count()).toBe(0)
  await page.getByRole('button', { name: 'Actions for Shop <img src=x>' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('table').getByText('Revoked').waitFor()
  expect((await shop.get('/me')).status).toBe(401)
})

test("a CLI token is shown once with its login command, works immediately, is refused after it is revoked, and keys can't manage it", async () => {
  const { page } = await at('/keys?tab=cli')
  await page.getByRole('button', { name: 'Create CLI token' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Laptop <img src=x>')
  await page.getByRole('button', { name: 'Read only' }).click()
  const lastDay = Date.parse(await page.getByLabel('Expires').inputValue())
  expect(Math.round((lastDay - Date.now()) / 86_400_000)).toBeGreaterThanOrEqual(89)
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByText(`callwright login --base-url ${testServer().url}`).waitFor()
  const token = (await page.getByText(/^agc_\w+$/).textContent())!
  const cli = client(testServer().url, token)
  expect((await cli.get('/me')).status).toBe(200)

  await page.getByRole('tab', { name: 'API keys' }).click()
  await page.getByText('First key').waitFor()
  expect(await page.getByText('Laptop').count()).toBe(0)
  await page.getByRole('tab', { name: 'CLI tokens' }).click()
  expect(await page.getByText(token).count()).toBe(0)
  await page.getByRole('button', { name: 'Actions for Laptop <img src=x>' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('table').getByText('Revoked').waitFor()
  expect((await cli.get('/me')).status).toBe(401)
})

test('a member without keys:read has their own tokens and apps on the page, and sees no others', async () => {
  const acme = await testServer().workspace()
  const owner = await addConnectedApp(testServer(), acme.id, { name: 'App of the owner' })
  await anyWorkspace.membership.updateMany({ where: { workspaceId: acme.id, userId: owner.userId }, data: { role: 'viewer' } })
  const mate = await testServer().workspace()
  const { userId } = await anyWorkspace.membership.findFirstOrThrow({ where: { workspaceId: mate.id } })
  await anyWorkspace.membership.updateMany({ where: { userId }, data: { workspaceId: acme.id, role: 'member' } })
  const page = await browser().page()
  await signIn(page, testServer().url, mate, '/keys?tab=api')
  await page.getByText('No CLI tokens yet').waitFor()
  expect(await page.getByRole('tab').allTextContents()).toEqual(['CLI tokens', 'Connected apps'])
  await page.getByRole('tab', { name: 'Connected apps' }).click()
  await page.getByText('No connected apps').waitFor()

  const other = await browser().page()
  await signIn(other, testServer().url, acme, '/keys?tab=apps')
  await other.getByText('App of the owner').waitFor()
  await other.getByRole('button', { name: 'Actions for App of the owner' }).waitFor()
})

test('the audit log shows who changed what with both values, can be searched, and keeps the filter in the URL', async () => {
  const { page, acme } = await at('/settings')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed <b>Ltd</b>')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await waitForToast(page, 'Changes saved')
  await page.goto(`${testServer().url}/audit?operation=renameWorkspace`)
  await page.getByRole('cell', { name: acme.email }).waitFor()
  await page.getByRole('columnheader', { name: 'Change' }).waitFor()
  await page.getByRole('cell', { name: /^Workspace( \d+)? changed$/ }).waitFor()
  await page.getByRole('table').getByRole('link').first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('cell', { name: 'Acme' }).waitFor()
  await drawer.getByRole('cell', { name: 'Renamed <b>Ltd</b>' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox', { name: 'Search' }).fill('no such words')
  await page.getByText('No matching entries').waitFor()
  await page.reload()
  await page.getByText('No matching entries').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('Signed in').first().waitFor()
})
