import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { EVERY_PAGE_MS, everyPage, inspectModes, isSettled, type Mode, optionsOf, useSeededWorkspace } from './everyPage.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

const MODES: [Mode, ...Mode[]] = [
  ['light', 1280],
  ['dark', 1280],
  ['dark', 390],
  ['light', 390],
]

/** The most further requests of pages that ask for something they learn first: the count of a longer list, the content of a tab or a step, an opt-out. */
const FURTHER: Record<string, number> = {
  calls: 1,
  'calls-open': 5,
  'agent-versions': 2,
  'agent-versions-none': 1,
  'agent-test': 1,
  'agent-test-call': 1,
  'campaign-activity': 1,
  'campaign-settings': 2,
  'campaign-wizard-agent': 1,
  'campaign-wizard-hours': 1,
  'campaign-wizard-leads': 1,
  'campaign-wizard-limits': 1,
  'campaign-wizard-numbers': 1,
  'campaign-wizard-questions': 1,
  'campaign-wizard-review': 2,
  leads: 1,
  'leads-import': 1,
  'leads-import-done': 2,
  'leads-import-reading': 4,
  'leads-none': 1,
  'leads-open': 2,
  'live-open': 1,
  'knowledge-document': 1,
  results: 1,
  'results-open': 1,
  'messages-open': 2,
  'messages-opted-out': 2,
  number: 1,
  'number-trunk': 1,
  'numbers-link': 1,
  'reports-make': 1,
}
/** The most requests of the frame and of what a page knows to show from its address. */
const MAX_REQUESTS = 3

let problems: Record<string, unknown>
const requestsOver: Record<string, string[]> = {}

/** Opens every page once by its address in a browser, one after the other, with four screenshots and accessibility checks of each, for all tests. */
beforeAll(async () => {
  const page = await browser().page(optionsOf(MODES[0]))
  await signIn(page, testServer().url, seededWorkspace().acme, '/docs')
  const operations = recordOperations(page)
  const listOperations = async (path: string, shows: string | RegExp) => {
    operations.length = 0
    await page.goto(testServer().url + path)
    await page.getByText(shows).first().waitFor()
    await isSettled(page)
    await page.waitForLoadState('networkidle')
    return [...operations]
  }
  const open = async (_page: Page, path: string, name: string, shows: string | RegExp) => {
    const max = MAX_REQUESTS + (FURTHER[name] ?? 0)
    // What changes while a page opens is requested as well, so a page with too many requests is opened again.
    if ((await listOperations(path, shows)).length <= max) return
    const found = await listOperations(path, shows)
    if (found.length > max) requestsOver[name] = found
  }
  problems = await everyPage(seededWorkspace(), page, open, (name) => inspectModes(page, name, MODES))
}, EVERY_PAGE_MS)

/** The names of the operations that the page asks the server for, as they are sent. */
function recordOperations(page: Page): string[] {
  const operations: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) operations.push(/(?:query|mutation) (\w+)/.exec(request.postData() ?? '')?.[1] ?? request.url())
  })
  return operations
}

test('in both themes, in a wide window and on a phone, every page loads completely, accessibly and without errors, and shows hostile text as text', () =>
  expect(problems).toEqual({}))

test('a page that is opened by its address asks with one request for all that it knows to show', () => expect(requestsOver).toEqual({}))
