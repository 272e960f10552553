import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import { pageErrors, takeScreenshot, signIn, useBrowser } from '../kit/browser/browser.ts'
import { addCallHistory } from '../kit/fixtures/callHistory.ts'
import { signInToApi, type SeededWorkspace } from '../kit/fixtures/seededWorkspace.ts'
import { inviteAndSignUp } from '../kit/fixtures/members.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
const browser = useBrowser()
let acme: TestWorkspace
let person: SeededWorkspace['ownerGql']
beforeAll(async () => {
  acme = await testServer().workspace({ wallet: '500' })
  const key = await acme.key()
  const agentId = (await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body.id as number
  await addCallHistory({ workspaceId: acme.id, agentId })
  person = await signInToApi(testServer().url, acme)
})

const openPage = async (path = '/', who = acme) => {
  const page = await browser().page()
  await signIn(page, testServer().url, who, path)
  return page
}
const figure = (page: Page, name: string) => page.locator(`[data-figure=${name}] [data-value]`)
const shownIn = async (page: Page, name: string, text: string) => {
  await expect.poll(() => figure(page, name).textContent()).toBe(text)
}

const STATS = `query ($from: String!) { workspaceStats(input: { from: $from }) {
  current { calls answerRate talkMinutes successRate cost costPerSuccess } previous { calls } } }`
const from = (days: number) => new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
/** Rounds the decimals as written. 0.725 is 73 cents, although no binary number equals it. */
const dollars = (amount: string) => new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).format(amount as unknown as number)
const percent = (share: number) => new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(share)

/** Every test here waits for the dashboard to load in a real browser. */

/** Also waits for the numbers of two other periods, and for a screenshot of the whole page. */
test('the numbers are those of the API for the period in the URL', async () => {
  const page = await openPage()
  for (const days of [30, 7, 90]) {
    if (days !== 30) await page.getByRole('radiogroup', { name: 'Period' }).getByText(`${days} days`).click()
    const { current, previous } = (await person(STATS, { from: from(days) })).workspaceStats
    await shownIn(page, 'calls', String(current.calls))
    await shownIn(page, 'answerRate', percent(current.answerRate))
    await shownIn(page, 'talkMinutes', new Intl.NumberFormat('en').format(Math.round(current.talkMinutes)))
    await shownIn(page, 'successRate', percent(current.successRate))
    await shownIn(page, 'cost', dollars(current.cost))
    await shownIn(page, 'costPerSuccess', dollars(current.costPerSuccess))
    if (previous.calls > 0) await page.locator('[data-figure=calls]').getByText(`vs. ${previous.calls}`).waitFor()
  }
  expect(new URL(page.url()).search).toBe('?days=90')
  await takeScreenshot(page, 'home-whole', { fullPage: true })
  expect(pageErrors.get(page)).toEqual([])
})

test('charts can be read with the keyboard, value by value, and as tables', async () => {
  const page = await openPage('/?days=7')
  const days = page.getByRole('slider', { name: 'Calls by day' })
  await days.focus()
  const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const at = (before: number) => new RegExp(`^${day.format(Date.now() - before * 86_400_000)}: Calls \\d+`)
  await page.keyboard.press('End')
  await expect.poll(() => days.getAttribute('aria-valuetext')).toMatch(at(0))
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => days.getAttribute('aria-valuetext')).toMatch(at(1))
  const hours = page.getByRole('slider', { name: 'Answer rate by hour' })
  await hours.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => hours.getAttribute('aria-valuetext')).toMatch(/^Tuesday, 12 AM: /)
  await expect.poll(() => page.getByRole('table', { name: 'Calls by day' }).getByRole('row').count()).toBe(8)
  await expect.poll(() => page.getByRole('table', { name: 'Answer rate by hour' }).getByRole('row').count()).toBe(8)
})

/** Also waits for two updates of the number of active calls, which is sent at most about once a second. */
test('the number of active calls follows calls as they begin and end', async () => {
  const page = await openPage()
  const live = page.getByRole('group', { name: 'Live calls' })
  await live.getByText('0', { exact: true }).waitFor()
  const { id } = await makeCall(acme.id)
  const changed = (status: string) => anyWorkspace.call.update({ where: { id }, data: { status } })
  const publishUpdate = () => publish('call.updated', { workspaceId: acme.id, callId: id, startIndex: 0, lines: [] })
  await changed('ringing')
  publishUpdate()
  await live.getByText('1', { exact: true }).waitFor()
  await live.getByText('active call').waitFor()
  await changed('canceled')
  publishUpdate()
  await live.getByText('0', { exact: true }).waitFor()
})

/** Also waits for a screenshot of the whole page. */
test('a new workspace sees its first steps, completed ones marked, and no empty charts', async () => {
  const fresh = await testServer().workspace({ name: 'Fresh' })
  const page = await openPage('/', fresh)
  const steps = page.getByRole('group', { name: 'Get started' })
  await steps.getByText('1 of 7 completed').waitFor()
  const links = steps.getByRole('link')
  await expect
    .poll(() => links.allTextContents())
    .toEqual([
      'Create and publish an agent',
      'Place a test call',
      'Create a campaign',
      'Import leads',
      'Start the campaign',
      'Set up a webhook (for developers)',
    ])
  await page.getByText('No calls in this period').waitFor()
  await takeScreenshot(page, 'home-new', { fullPage: true })
})

test('a workspace without funds is told to add them before its first call', async () => {
  const poor = await testServer().workspace({ name: 'Poor', wallet: '0' })
  const page = await openPage('/', poor)
  await page.getByRole('link', { name: 'Add funds: ask your server administrator' }).waitFor()
})

/** Also waits for the page to request numbers that are still being counted, which it does every 15 seconds. */
test('while earlier calls are counted the page says so beside its other parts, and then shows the numbers', async () => {
  const page = await browser().page()
  let isCounting = true
  await page.route('**/graphql', async (route) => {
    if (!isCounting || !route.request().postData()?.includes('Stats(')) return route.fallback()
    const error = { message: 'being counted', extensions: { code: 'UNAVAILABLE', detail: 'being counted' } }
    await route.fulfill({ status: 503, contentType: 'application/graphql-response+json', body: JSON.stringify({ errors: [error] }) })
  })
  await signIn(page, testServer().url, acme)
  await page.getByText('Statistics are being prepared').first().waitFor()
  await page.getByText(/^available|left, based on/).waitFor()
  isCounting = false
  await page.locator('[data-figure=calls]').waitFor()
})

test('a role that can only read sees no first steps', async () => {
  const page = await openPage('/', { ...acme, ...(await inviteAndSignUp(testServer().url, person, { email: 'lena@example.com', role: 'viewer' })) })
  await page.locator('[data-figure=calls]').waitFor()
  await expect.poll(() => page.getByText('Get started').count()).toBe(0)
})
