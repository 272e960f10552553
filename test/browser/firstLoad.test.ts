import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../kit/browser/browser.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()

/** What the browser requests for a page, with an empty cache, until nothing is left to load. */
async function firstLoad(path: string, heading: string, owner?: TestWorkspace): Promise<Request[]> {
  // Contexts that other tests have used still have files in their cache.
  const context = await browser().browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await signIn(page, testServer().url, owner ?? (await testServer().workspace()), path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.waitForLoadState('networkidle')
  const ours = requests.filter((request) => !request.url().endsWith('/healthz'))
  for (const request of ours) await (await request.response())?.finished()
  return ours
}

const sizeOf = async (request: Request) => (await request.sizes()).responseBodySize
const operationOf = (request: Request) => /(?:query|mutation) (\w+)/.exec(request.postData() ?? '')?.[1]

/** Waits for the dashboard to load in a browser with an empty cache. The typeface is one request and 48 kB, which text does not wait for. */
test.each([
  ['Home', '/', 'Overview', { requests: 24, bytes: 217_000, parts: 9 }],
  ['Calls', '/calls', 'Call history', { requests: 24, bytes: 217_000, parts: 1 }],
])('%s needs few requests and bytes on a first visit, and one request for all its data', async (_, path, heading, max) => {
  const requests = await firstLoad(path, heading)
  const sizes = await Promise.all(requests.map(sizeOf))
  const [session, viewer, page, ...others] = requests.flatMap((request) => operationOf(request) ?? [])
  expect([session, viewer, others]).toEqual(['RefreshSession', 'Viewer', []])
  expect(page!.split('_')).toHaveLength(1 + max.parts)
  expect(requests.length).toBeLessThanOrEqual(max.requests)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(max.bytes)
  expect(Math.min(...sizes)).toBeGreaterThan(0)
})

test.each([
  ['the audit log', '/audit', 'Audit log', /^OpenAlerts_.*AuditEntries/],
  ['the status of the server', '/settings?tab=status', 'Settings', /^OpenAlerts_.*ServerStatus/],
])('%s needs one request for all its data', async (_, path, heading, operation) => {
  const owner = await testServer().workspace()
  await anyWorkspace.user.update({ where: { email: owner.email }, data: { isServerAdministrator: true } })
  const requests = await firstLoad(path, heading, owner)
  expect(requests.flatMap((request) => operationOf(request) ?? [])).toEqual(['RefreshSession', 'Viewer', expect.stringMatching(operation)])
})

test.each([
  ['of a page is painted before any script has run', '/calls', true],
  ['is not shown around signing in', '/sign-in', false],
])('the frame %s', async (_, path, isShown) => {
  const page = await browser().page()
  await signIn(page, testServer().url, await testServer().workspace())
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(testServer().url + path)
  expect(await page.locator('#first-frame img').isVisible()).toBe(isShown)
})

test('the first frame makes way for the page', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, await testServer().workspace(), '/calls')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.locator('#first-frame').isVisible()).toBe(false)
})
