import { expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { connectedApp } from '../kit/apps.ts'
import { signIn, told, useBrowser } from '../kit/browser.ts'
import { client } from '../kit/client.ts'
import { receiverForTest } from '../kit/receiver.ts'
import { useWorld } from '../kit/world.ts'

const world = useWorld()
const browser = useBrowser()

async function at(path: string) {
  const acme = await world().workspace()
  const page = await browser().page()
  await signIn(page, world().url, acme, path)
  return { acme, page }
}

/** Every test here waits for one to three pages of a real browser to be loaded and drawn. */

/** Waits also for the second attempt at a delivery, some five seconds after the first, and for a page that asks for news every second or two. */
test('a test event reaches the address that was set; a refusal, the attempt after it and a repeated delivery are seen without a reload', async () => {
  const customer = await receiverForTest((response, nth) => response.writeHead(nth === 1 ? 500 : 200).end(nth === 1 ? 'not <b>yet</b>' : 'thanks'))
  const { page } = await at('/webhooks')
  await page.getByLabel('Endpoint URL').fill('ftp://nowhere')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('textbox', { name: 'Endpoint URL' }).and(page.locator('[aria-invalid=true]')).waitFor()

  await page.getByLabel('Endpoint URL').fill(customer.url)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Copy the signing secret now').waitFor()
  await page.getByText(/^whsec_/).waitFor()

  await page.getByRole('button', { name: 'Send test event' }).click()
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

test('a key that is made here is shown once and works at once; one that is revoked is refused', async () => {
  const { page } = await at('/keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name').fill('Shop <img src=x>')
  await page.getByRole('button', { name: 'Read only' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  const key = (await page.getByText(/^ago_\w+$/).textContent())!
  const shop = client(world().url, key)
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

test('a token for the command line is shown once with the line to log in by, works at once, and is refused when it is revoked; keys know nothing of it', async () => {
  const { page } = await at('/keys?tab=cli')
  await page.getByRole('button', { name: 'Create CLI token' }).click()
  await page.getByLabel('Name').fill('Laptop <img src=x>')
  await page.getByRole('button', { name: 'Read only' }).click()
  const lastDay = Date.parse(await page.getByLabel('Expires').inputValue())
  expect(Math.round((lastDay - Date.now()) / 86_400_000)).toBeGreaterThanOrEqual(89)
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByText(`callwright login --base-url ${world().url}`).waitFor()
  const token = (await page.getByText(/^agc_\w+$/).textContent())!
  const cli = client(world().url, token)
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

test('who may not read keys has tokens and apps of their own on that page, and sees none of anybody else', async () => {
  const acme = await world().workspace()
  const owner = await connectedApp(world(), acme.id, { name: 'App of the owner' })
  await anyWorkspace.membership.updateMany({ where: { workspaceId: acme.id, userId: owner.userId }, data: { role: 'viewer' } })
  const mate = await world().workspace()
  const { userId } = await anyWorkspace.membership.findFirstOrThrow({ where: { workspaceId: mate.id } })
  await anyWorkspace.membership.updateMany({ where: { userId }, data: { workspaceId: acme.id, role: 'member' } })
  const page = await browser().page()
  await signIn(page, world().url, mate, '/keys?tab=api')
  await page.getByText('No CLI tokens yet').waitFor()
  expect(await page.getByRole('tab').allTextContents()).toEqual(['CLI tokens', 'Connected apps'])
  await page.getByRole('tab', { name: 'Connected apps' }).click()
  await page.getByText('No connected apps').waitFor()

  const other = await browser().page()
  await signIn(other, world().url, acme, '/keys?tab=apps')
  await other.getByText('App of the owner').waitFor()
  await other.getByRole('button', { name: 'Actions for App of the owner' }).waitFor()
})

test('the audit log tells who changed what from what to what, finds it again by its words, and keeps the filter in the address', async () => {
  const { page, acme } = await at('/settings')
  await page.getByLabel('Name').fill('Renamed <b>Ltd</b>')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await told(page, 'Changes saved')
  await page.goto(`${world().url}/audit?operation=renameWorkspace`)
  await page.getByRole('cell', { name: acme.email }).waitFor()
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
