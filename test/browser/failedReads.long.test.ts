import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { navigate, signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { EVERY_PAGE_MS, useSeededWorkspace } from './everyPage.ts'
import { pagePaths } from './pagePaths.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

/** One page of each kind of read: lists in pages, panels, figures, and what is live. */
const PAGES = [
  'calls',
  'calls-open',
  'home',
  'live',
  'campaigns',
  'campaign',
  'contact',
  'agents',
  'messages-open',
  'numbers',
  'billing',
  'webhooks',
  'dnc',
  'settings',
]
/** What an empty workspace says. */
const NOTHING = /\b0 calls|\bNo \w+ (?:yet|found|match)|All 0\b/

const MESSAGE = 'The database is unavailable.'

/** Answers reads with an error of the server, except for who is signed in. */
const failReads = async (route: Route) => {
  const { query } = route.request().postDataJSON() as { query: string }
  if (/refreshSession|viewer/i.test(query)) return route.continue()
  return route.fulfill({ status: 500, json: { errors: [{ message: MESSAGE, extensions: { code: 'UNAVAILABLE' } }] } })
}

/** Opens the page while reads fail, and returns what it shows. */
async function openFailing(page: Page, path: string): Promise<string> {
  await page.route('**/graphql', failReads)
  await navigate(page, path)
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  await page.getByText(MESSAGE).first().waitFor()
  const text = await page.locator('body').innerText()
  await page.unroute('**/graphql')
  return text.replaceAll(/\s+/g, ' ')
}

/** Waits for fourteen pages to fail and to load in a browser. */
test(
  'a page whose reads fail says so, looks like no empty workspace, and shows its data when they are repeated',
  async () => {
    const page = await browser().page()
    await signIn(page, testServer().url, seededWorkspace().acme, '/docs')
    const paths = pagePaths(seededWorkspace())
    for (const name of PAGES) {
      const { path, shows } = paths[name]!
      const text = await openFailing(page, path)
      expect(text, name).not.toMatch(NOTHING)
      // Buttons disappear as parts of the page load.
      const retries = page.getByRole('button', { name: 'Try again' })
      await retries.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
      await expect.poll(() => retries.count()).toBe(0)
      await page.getByText(shows).or(page.getByLabel(shows)).first().waitFor({ state: 'attached' })
    }
  },
  EVERY_PAGE_MS,
)

/** Waits for a page and a dialog in a browser. */
test('a field whose choices cannot be loaded says so', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace().acme, '/docs')
  await openFailing(page, '/live?place=yes')
  const dialog = page.getByRole('dialog', { name: 'Place a call' })
  await expect.poll(() => dialog.getByText('Couldn’t load the data').count()).toBe(2)
})
