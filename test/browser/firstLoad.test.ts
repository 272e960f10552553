import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()

/** What the browser requests for a page, with an empty cache, until nothing is left to load. */
async function firstLoad(path: string, heading: string): Promise<Request[]> {
  // Contexts that other tests have used still have files in their cache.
  const context = await browser().browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await signIn(page, testServer().url, await testServer().workspace(), path)
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
