import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { isSettled, useSeededWorkspace } from './everyPage.ts'
import { pagePaths } from './pagePaths.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

/** The most further requests of pages that ask for something they learn first: the count of a longer list, and the content of a tab or a step. */
const FURTHER: Record<string, number> = {
  calls: 1,
  'calls-open': 3,
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
const operationOf = (body: string | null) => /(?:query|mutation) (\w+)/.exec(body ?? '')?.[1]

/** Waits for every page of the dashboard to load anew in a browser. */
test('a page that is opened by its address asks with one request for all that it knows to show', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace().acme, '/docs')
  let operations: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) operations.push(operationOf(request.postData()) ?? request.url())
  })
  const listOperations = async (path: string, shows: string | RegExp) => {
    operations = []
    await page.goto(testServer().url + path)
    await page.getByText(shows).first().waitFor()
    await isSettled(page)
    await page.waitForLoadState('networkidle')
    return operations
  }
  const others: Record<string, string[]> = {}
  for (const [name, { path, shows }] of Object.entries(pagePaths(seededWorkspace()))) {
    const max = 3 + (FURTHER[name] ?? 0)
    // What changes while a page opens is requested as well, so a page with too many requests is opened again.
    const found = [await listOperations(path, shows)]
    if (found[0]!.length > max) found.push(await listOperations(path, shows))
    if (found.every(({ length }) => length > max)) others[name] = found.at(-1)!
  }
  expect(others).toEqual({})
})
