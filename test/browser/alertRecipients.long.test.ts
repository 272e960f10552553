import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import { findAccessibilityViolations, pageErrors, takeScreenshot, signIn, waitForToast, useBrowser } from '../kit/browser/browser.ts'
import { type SeededWorkspace, signInToApi } from '../kit/fixtures/seededWorkspace.ts'
import { headersOf, linkIn, startMailServer } from '../kit/fakes/mailServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const server = await startMailServer()
afterAll(() => server.close())
const testServer = useTestServer({ env: { SMTP_URL: server.url, MAIL_FROM: 'Callwright <alerts@example.org>' } })
const browser = useBrowser()
let acme: TestWorkspace
let person: SeededWorkspace['ownerGql']
beforeAll(async () => {
  acme = await testServer().workspace()
  person = await signInToApi(testServer().url, acme)
  server.verdict = (address) => (address.startsWith('gone') ? { code: 550, text: 'no such user here' } : undefined)
  await person('mutation($emails: [String!]) { updateAlertSettings(input: { emails: $emails }) { emails } }', {
    emails: ['new@example.com', 'ready@example.com', 'left@example.com', 'gone@example.com'],
  })
  const mailTo = (address: string) => waitFor(`the email to ${address}`, () => server.to(address)[0])
  await mailTo('new@example.com')
  for (const address of ['ready@example.com', 'left@example.com']) await posted(linkIn(await mailTo(address), 'confirm'))
  const oneClick = /List-Unsubscribe: <(.*)>/.exec(headersOf(await mailTo('left@example.com')).join('\n'))![1]!
  await posted(oneClick, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }))
  await waitFor('the refusal by the mail server', async () => (await recipient('gone@example.com')).error)
})

/** Opens a link again if a busy server refuses it. */
const posted = (url: string, body?: URLSearchParams) => waitFor('the link to be accepted', async () => (await fetch(url, { method: 'POST', body })).ok)
const recipient = async (address: string) =>
  (await person('{ alertSettings { recipients { address status error } } }')).alertSettings.recipients.find(
    (row: { address: string }) => row.address === address,
  )

async function openSettings(width = 1280, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser().page({ colorScheme, viewport: { width, height: 900 } })
  await signIn(page, testServer().url, acme, '/settings?tab=alerts')
  await page.getByText('Alert recipients').waitFor()
  return page
}
const rowOf = (page: Page, address: string) => page.getByRole('region', { name: 'Alert recipients' }).getByRole('listitem').filter({ hasText: address })

/** Every test here waits for the settings page to load in a real browser, once or twice. */
test('each address shows whether it is confirmed, pending, unsubscribed or refused by the mail server, and why', async () => {
  const page = await openSettings()
  await rowOf(page, 'ready@').getByText('Confirmed', { exact: true }).waitFor()
  await rowOf(page, 'new@').getByText('Waiting for confirmation').waitFor()
  await rowOf(page, 'left@').getByText('Only the recipient can subscribe again').waitFor()
  await rowOf(page, 'gone@').getByText('Email not sent').waitFor()
  await rowOf(page, 'gone@')
    .getByText(/no such user here/)
    .waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

/** Also waits for an accessibility check and a screenshot of each of two windows. */
test('the list is accessible and fits wide and narrow windows, in light and dark', async () => {
  for (const [width, scheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    const page = await openSettings(width, scheme)
    await rowOf(page, 'gone@').scrollIntoViewIfNeeded()
    expect(await findAccessibilityViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await takeScreenshot(page, `alert-recipients-${width}-${scheme}`, { fullPage: true })
  }
})

/** Also waits for the server to send an email. */
test('a confirmation is sent again once, a day after the last one, and only to a pending address', async () => {
  const fresh = await openSettings()
  await rowOf(fresh, 'new@').getByText('You can resend it after').waitFor()
  expect(await fresh.getByRole('button', { name: /^Resend/ }).count()).toBe(0)
  await pool.query(`update alert_recipients set asked_at = now() - interval '25 hours' where workspace_id = $1`, [acme.id])
  const page = await openSettings()
  expect(await page.getByRole('button', { name: /^Resend/ }).count()).toBe(2)
  await rowOf(page, 'new@').getByRole('button', { name: 'Resend confirmation to new@example.com' }).click()
  await waitForToast(page, 'Confirmation email queued for new@example.com')
  await waitFor('the second email', () => server.to('new@example.com').length === 2)
  await rowOf(page, 'new@').getByRole('button').waitFor({ state: 'detached' })
  expect(pageErrors.get(page)).toEqual([])
})

test('a refused resend is explained', async () => {
  await pool.query(`update alert_recipients set asked_at = null where workspace_id = $1`, [acme.id])
  const page = await openSettings()
  const resend = page.getByRole('button', { name: 'Resend confirmation to gone@example.com' })
  await resend.waitFor()
  await pool.query(`update alert_recipients set asked_at = now() where workspace_id = $1`, [acme.id])
  await resend.click()
  await waitForToast(page, 'A confirmation email was already sent within the last 24 hours. Try again tomorrow.')
})

test('members who may not change settings see the statuses without buttons', async () => {
  await pool.query(`update alert_recipients set asked_at = null where workspace_id = $1`, [acme.id])
  await anyWorkspace.membership.updateMany({ where: { workspaceId: acme.id }, data: { role: 'viewer' } })
  const page = await openSettings()
  await rowOf(page, 'new@').getByText('Waiting for confirmation').waitFor()
  expect(
    await page
      .locator('main')
      .getByRole('button', { name: /resend/i })
      .count(),
  ).toBe(0)
})
