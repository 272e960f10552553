import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import { axe, complaints, picture, signIn, told, useBrowser } from '../kit/browser.ts'
import { type Lively, signedIn } from '../kit/lively.ts'
import { headersOf, linkIn, mailServer } from '../kit/mailServer.ts'
import { until } from '../kit/until.ts'
import { type Acme, useWorld } from '../kit/world.ts'

const server = await mailServer()
afterAll(() => server.close())
const world = useWorld({ env: { SMTP_URL: server.url, MAIL_FROM: 'Callwright <alerts@example.org>' } })
const browser = useBrowser()
let acme: Acme
let person: Lively['person']
beforeAll(async () => {
  acme = await world().workspace()
  person = await signedIn(world().url, acme)
  server.verdict = (address) => (address.startsWith('gone') ? { code: 550, text: 'no such user here' } : undefined)
  await person('mutation($emails: [String!]) { updateAlertSettings(input: { emails: $emails }) { emails } }', {
    emails: ['new@example.com', 'ready@example.com', 'left@example.com', 'gone@example.com'],
  })
  const mailTo = (address: string) => until(`the email to ${address}`, () => server.to(address)[0])
  await mailTo('new@example.com')
  for (const address of ['ready@example.com', 'left@example.com']) await posted(linkIn(await mailTo(address), 'confirm'))
  const oneClick = /List-Unsubscribe: <(.*)>/.exec(headersOf(await mailTo('left@example.com')).join('\n'))![1]!
  await posted(oneClick, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }))
  await until('the mail server has refused', async () => (await recipient('gone@example.com')).error)
})

/** A link that a busy server refuses for the moment is opened again. */
const posted = (url: string, body?: URLSearchParams) => until('the link is taken', async () => (await fetch(url, { method: 'POST', body })).ok)
const recipient = async (address: string) =>
  (await person('{ alertSettings { recipients { address status error } } }')).alertSettings.recipients.find(
    (row: { address: string }) => row.address === address,
  )

async function opened(width = 1280, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser().page({ colorScheme, viewport: { width, height: 900 } })
  await signIn(page, world().url, acme, '/settings?tab=alerts')
  await page.getByText('Alert recipients').waitFor()
  return page
}
const rowOf = (page: Page, address: string) => page.getByRole('region', { name: 'Alert recipients' }).getByRole('listitem').filter({ hasText: address })

/** Every test here waits for the page of settings to be loaded in a real browser, once or twice. */
test('each address says whether it has confirmed, waits, has unsubscribed or was refused by the mail server, and why', async () => {
  const page = await opened()
  await rowOf(page, 'ready@').getByText('Confirmed', { exact: true }).waitFor()
  await rowOf(page, 'new@').getByText('Waiting for confirmation').waitFor()
  await rowOf(page, 'left@').getByText('Only the recipient can subscribe again').waitFor()
  await rowOf(page, 'gone@').getByText('Email not sent').waitFor()
  await rowOf(page, 'gone@')
    .getByText(/no such user here/)
    .waitFor()
  expect(complaints.get(page)).toEqual([])
})

/** Waits also for an accessibility check and a screenshot of each of two windows. */
test('the list is accessible and fits wide and narrow windows, in light and dark', async () => {
  for (const [width, scheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    const page = await opened(width, scheme)
    await rowOf(page, 'gone@').scrollIntoViewIfNeeded()
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await picture(page, `alert-recipients-${width}-${scheme}`, { fullPage: true })
  }
})

/** Waits also for the server to send an email. */
test('a confirmation is sent again a day after the last one, once, and only to an address that waits for it', async () => {
  const fresh = await opened()
  await rowOf(fresh, 'new@').getByText('You can resend it after').waitFor()
  expect(await fresh.getByRole('button', { name: /^Resend/ }).count()).toBe(0)
  await pool.query(`update alert_recipients set asked_at = now() - interval '25 hours' where workspace_id = $1`, [acme.id])
  const page = await opened()
  expect(await page.getByRole('button', { name: /^Resend/ }).count()).toBe(2)
  await rowOf(page, 'new@').getByRole('button', { name: 'Resend confirmation to new@example.com' }).click()
  await told(page, 'Confirmation email queued for new@example.com')
  await until('the second email', () => server.to('new@example.com').length === 2)
  await rowOf(page, 'new@').getByRole('button').waitFor({ state: 'detached' })
  expect(complaints.get(page)).toEqual([])
})

test('a resend that the server refuses is explained', async () => {
  await pool.query(`update alert_recipients set asked_at = null where workspace_id = $1`, [acme.id])
  const page = await opened()
  const resend = page.getByRole('button', { name: 'Resend confirmation to gone@example.com' })
  await resend.waitFor()
  await pool.query(`update alert_recipients set asked_at = now() where workspace_id = $1`, [acme.id])
  await resend.click()
  await told(page, 'A confirmation email was already sent within the last 24 hours. Try again tomorrow.')
})

test('members who may not change settings see the states and no button', async () => {
  await pool.query(`update alert_recipients set asked_at = null where workspace_id = $1`, [acme.id])
  await anyWorkspace.membership.updateMany({ where: { workspaceId: acme.id }, data: { role: 'viewer' } })
  const page = await opened()
  await rowOf(page, 'new@').getByText('Waiting for confirmation').waitFor()
  expect(
    await page
      .locator('main')
      .getByRole('button', { name: /resend/i })
      .count(),
  ).toBe(0)
})
