import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()

const open = (path: string, accept = 'text/html') => fetch(testServer().url + path, { headers: { accept } })

test("the page allows only the server's own files, and can't be framed", async () => {
  const { headers } = await open('/live')
  const policy = headers.get('content-security-policy')!
  const [rules, again] = [policy, (await open('/live')).headers.get('content-security-policy')!].map((text) =>
    text.replace(/nonce-[\w-]+/, 'nonce-X').split('; '),
  )
  expect(rules).toEqual(again)
  expect(policy).not.toBe((await open('/live')).headers.get('content-security-policy'))
  expect(rules).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'nonce-X'",
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]),
  )
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('files are compressed, cached forever, and named by their content', async () => {
  const page = await (await open('/')).text()
  const [, script] = /src="(\/assets\/[^"]+)"/.exec(page)!
  expect(script).toMatch(/-[\w-]{8}\.js$/)
  const { headers } = await fetch(testServer().url + script, { headers: { 'accept-encoding': 'gzip' } })
  expect(headers.get('cache-control')).toMatch(/max-age=31536000.*immutable/)
  expect(headers.get('content-encoding')).toBe('gzip')
})

test('unknown API paths return JSON, even to a browser', async () => {
  const { status, headers } = await open('/api/v1/nowhere')
  expect(status).toBe(404)
  expect(headers.get('content-type')).toContain('json')
})

/** Waits for two pages to load in a browser, the first ones in this file. */
test('an unknown URL shows a page that says so', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, await testServer().workspace())
  await page.goto(`${testServer().url}/nowhere/at/all`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
})
