import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../kit/browser.ts'
import { useWorld } from '../kit/world.ts'

const world = useWorld()
const browser = useBrowser()

const open = (path: string, accept = 'text/html') => fetch(world().url + path, { headers: { accept } })

test('the page allows nothing but our own files, and nobody may frame it', async () => {
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

test('files are compressed, kept for ever, and named by their content', async () => {
  const page = await (await open('/')).text()
  const [, script] = /src="(\/assets\/[^"]+)"/.exec(page)!
  expect(script).toMatch(/-[\w-]{8}\.js$/)
  const { headers } = await fetch(world().url + script, { headers: { 'accept-encoding': 'gzip' } })
  expect(headers.get('cache-control')).toMatch(/max-age=31536000.*immutable/)
  expect(headers.get('content-encoding')).toBe('gzip')
})

test('what the API does not know is refused in JSON, also to a browser', async () => {
  const { status, headers } = await open('/api/v1/nowhere')
  expect(status).toBe(404)
  expect(headers.get('content-type')).toContain('json')
})

/** Waits for two pages to load in a browser, its first ones in this file. */
test('an address that is none shows that there is nothing', async () => {
  const page = await browser().page()
  await signIn(page, world().url, await world().workspace())
  await page.goto(`${world().url}/nowhere/at/all`)
  await page.getByText('Page not found').waitFor()
})
