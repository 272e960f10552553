import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

interface Asset {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
}
/** Sends the request unchanged. `fetch` would decompress the response and normalize the path. */
const ask = (path: string, { method = 'GET', headers = {} as Record<string, string> } = {}) =>
  new Promise<Asset>((resolve, reject) => {
    const { hostname, port } = new URL(testServer().url)
    request({ hostname, port, path, method, headers }, (res) => {
      const parts: Buffer[] = []
      res
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => resolve({ status: res.statusCode!, headers: res.headers, bytes: Buffer.concat(parts) }))
    })
      .on('error', reject)
      .end()
  })
const page = async () => (await ask('/api/v1/docs')).bytes.toString()
const named = async () => [...(await page()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!)

test('the page is served with and without a trailing slash, without a key', async () => {
  const [bare, slash] = await Promise.all([ask('/api/v1/docs'), ask('/api/v1/docs/')])
  expect([bare.status, bare.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(slash.bytes).toEqual(bare.bytes)
})

test('everything the page links to is served with its type, and cached forever if its URL has a version', async () => {
  const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', png: 'image/png', json: 'application/json' }
  const paths = await named()
  expect(paths).toHaveLength(6)
  for (const path of paths) {
    const { status, headers, bytes } = await ask(path)
    expect([path, status, headers['content-type']]).toEqual([path, 200, types[path.split('.').at(-1) as keyof typeof types]])
    if (/\/docs\/\d+\.\d+\.\d+\//.test(path)) {
      expect(bytes.equals(readFileSync(join(folder, path.split('/').at(-1)!)))).toBe(true)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    } else expect(headers['cache-control']).toMatch(/^no-(cache|store)$/)
  }
})

test("the page shows this server's document", async () => {
  const script = (await ask('/api/v1/docs/page.js')).bytes.toString()
  const [, url] = /url: '([^']+)'/.exec(script)!
  expect(JSON.parse((await ask(url!)).bytes.toString())).toHaveProperty('openapi', '3.1.0')
})

describe('the page sends no request to another host', () => {
  test('because no file and no style sheet names one', async () => {
    const files = [await page(), ...(await Promise.all(['page.js', 'page.css'].map(async (name) => (await ask(`/api/v1/docs/${name}`)).bytes.toString())))]
    for (const text of files) expect(text).not.toMatch(/\/\/\w/)
    expect(await named()).toEqual((await named()).filter((path) => path.startsWith('/api/v1/')))
    const sheet = (await ask((await named()).find((path) => path.endsWith('swagger-ui.css'))!)).bytes.toString()
    expect([...sheet.matchAll(/(?:url\(|@import)\s*["']?([^"')]{1,5})/g)].filter(([, start]) => start !== 'data:')).toEqual([])
  })

  test('and the policy of every file would block it, as well as any inline script', async () => {
    for (const path of ['/api/v1/docs', ...(await named()).filter((name) => name.includes('/docs/'))]) {
      const { headers } = await ask(path)
      const policy = Object.fromEntries(
        String(headers['content-security-policy'])
          .split('; ')
          .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
      )
      expect(policy).toEqual({
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': "'self'",
        'img-src': "'self' data:",
        'connect-src': "'self'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'",
      })
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    expect(await page()).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|style=/)
  })
})

describe('compression', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    ['', undefined, (bytes: Buffer) => bytes],
  ])('for %o is %s, and the content is the same', async (accepted, encoding, unpack) => {
    const path = (await named()).find((name) => name.endsWith('.js'))!
    const { headers, bytes } = await ask(path, { headers: { 'Accept-Encoding': accepted } })
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'Accept-Encoding'])
    expect(unpack(bytes).equals(readFileSync(join(folder, 'swagger-ui-bundle.js')))).toBe(true)
    if (encoding) expect(bytes.length).toBeLessThan(600_000)
  })
})

test('HEAD returns the same as GET without the body, and another method returns 405', async () => {
  for (const path of ['/api/v1/docs', ...(await named())]) {
    const [got, head] = [await ask(path), await ask(path, { method: 'HEAD' })]
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, got.headers['content-length']])
  }
  const posted = await ask('/api/v1/docs', { method: 'POST' })
  expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
})

test.each([
  'package.json',
  'swagger-ui.js',
  '5.35.0/package.json',
  '5.35.0/../5.35.0/index.js',
  '5.35.0/..%2f..%2f..%2fpackage.json',
  '5.35.0/%2e%2e/%2e%2e/package.json',
  '../../../package.json',
  '..%5c..%5cpackage.json',
  '5.35.0/swagger-ui.css.map',
  'page.js%00.css',
])('%s is not a file of the reference', async (path) => {
  const { status, headers, bytes } = await ask(`/api/v1/docs/${path}`)
  expect([status, headers['content-type'], bytes.toString().slice(0, 100)]).toEqual([404, 'application/json', '{"detail":"Not Found"}'])
})
