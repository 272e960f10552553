import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../kit/browser/browser.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()
let acme: TestWorkspace
let agentId: number
beforeAll(async () => {
  acme = await testServer().workspace()
  agentId = (await (await acme.key()).post('/agents', { name: 'Ada' })).body.id
})

async function open(path: string): Promise<Page> {
  const page = await browser().page()
  await signIn(page, testServer().url, acme, path)
  return page
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const pathOf = (page: Page) => new URL(page.url()).pathname

/** Every test here waits for two or three pages of a real browser. */

test('going back with unsaved edits asks first, stays on the page when they are kept, and goes back when they are discarded', async () => {
  const page = await open('/agents')
  await page.getByRole('link', { name: 'Ada', exact: true }).click()
  await page.getByLabel('Instructions').fill('Be kind.')
  await page.goBack()
  await page.getByRole('dialog').getByText('Discard unsaved changes?').waitFor()
  await button(page, 'Keep editing').click()
  await expect.poll(() => pathOf(page)).toBe(`/agents/${agentId}`)
  expect(await page.getByLabel('Instructions').inputValue()).toBe('Be kind.')

  await page.goBack()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
  await heading(page, 'Agents').waitFor()
  expect(pathOf(page)).toBe('/agents')
  await page.goForward()
  await page.getByLabel('Instructions').waitFor()
  expect(pathOf(page)).toBe(`/agents/${agentId}`)
})

test('a page is where it was left after going back, and a new one begins at its top', async () => {
  const page = await open('/docs/en-US/campaigns')
  // The page is long enough once its text is there.
  await expect.poll(() => page.evaluate(() => (window.scrollTo(0, 600), window.scrollY))).toBe(600)
  await page.getByRole('link', { name: 'Agents', exact: true }).first().click()
  await heading(page, 'Agents').waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600)
})

test('a page whose file an update has removed is loaded anew, once', async () => {
  const page = await open('/')
  let refused = 0
  await page.route(/\/assets\/[^/]*\.js$/, (route) => {
    if (refused > 0) return route.continue()
    refused += 1
    return route.fulfill({ status: 404 })
  })
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.getByRole('link', { name: 'Do-not-call list', exact: true }).click()
  await heading(page, 'Do-not-call list').waitFor()
  expect([refused, loads]).toEqual([1, 1])
})
