import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { trustProxies } from '../../src/http/address.ts'
import { settings } from '../../src/kernel/config/settings.ts'
import { captureLogs } from '../kit/observers/logs.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const PUBLIC = 'https://calls.example.com'
const testServer = useTestServer({ env: { ROLE: 'api' } })
/** The server is behind a proxy with this public URL. */
let port: number
let apiKey: string
beforeAll(async () => {
  apiKey = (await (await testServer().workspace()).key()).apiKey
  port = Number(new URL(testServer().url).port)
  Object.assign(settings, { publicUrl: PUBLIC, bases: [PUBLIC] })
})

/** Sends a request without a client's normalization. */
const ask = (path: string, { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const outgoing = request(
      { port, host: '127.0.0.1', path, method, headers },
      (res) => void text(res).then((read) => resolve({ status: res.statusCode!, headers: res.headers, body: read }), reject),
    )
    outgoing.on('error', reject).end(body)
  })

const SERVER_DOCUMENTS = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration', '/.well-known/oauth-authorization-server/mcp']

describe('a response', () => {
  test.each([
    '/healthz',
    '/readyz',
    '/api/v1/openapi.json',
    '/api/v1/me',
    '/nothing',
    '/graphql',
    '/mcp',
    '/oauth/jwks',
    '/.well-known/oauth-protected-resource',
    ...SERVER_DOCUMENTS,
  ])("of %s can't be read as another type, and asks browsers for HTTPS", async (path) => {
    const { headers } = await ask(path)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test.each([
    ['a GET request to GraphQL', '/graphql?query=%7B__typename%7D', {}],
    ['a POST request to GraphQL', '/graphql', { method: 'POST', body: '{"query":"{ __typename }"}' }],
    ['a refused GraphQL request', '/graphql', { headers: { 'X-API-Key': 'ago_wrong' } }],
    ['REST', '/api/v1/me', {}],
    ['MCP', '/mcp', {}],
  ])('to %s is not cached or shared', async (_what, path, init: { method?: string; body?: string; headers?: Record<string, string> }) => {
    const { headers } = await ask(path, { ...init, headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey, ...init.headers } })
    expect(headers['cache-control']).toContain('no-store')
    expect(headers.vary).toMatch(/Authorization.*X-API-Key/)
  })
})

describe('the authorization server, with any Host header in the request', () => {
  const HOSTS: Record<string, string>[] = [
    { Host: 'evil.example' },
    { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
    { Host: 'calls.example.com:444' },
  ]

  test.each(SERVER_DOCUMENTS)('uses its own URLs in %s', async (path) => {
    for (const headers of HOSTS) {
      const response = await ask(path, { headers })
      expect(response.body).not.toContain('evil.example')
      expect(response.body).not.toContain(':444')
      const metadata = JSON.parse(response.body) as Record<string, string>
      for (const [name, value] of Object.entries(metadata))
        if (/_endpoint$|_uri$|^issuer$/.test(name)) expect(value, name).toMatch(/^https:\/\/calls\.example\.com(\/|$)/)
      expect(response.headers['cache-control']).toBe('public, max-age=3600')
      expect(response.headers.vary).toMatch(/Host/)
    }
  })

  test('returns its own URL to an app that registers', async () => {
    const body = JSON.stringify({ redirect_uris: ['https://app.example.com/back'], token_endpoint_auth_method: 'none' })
    for (const path of ['/oauth/register', 'http://evil.example/oauth/register']) {
      const response = await ask(path, { method: 'POST', headers: { Host: 'evil.example', 'Content-Type': 'application/json' }, body })
      expect(response.status).toBe(201)
      expect(response.body).not.toContain('evil.example')
      expect(JSON.parse(response.body).registration_client_uri).toMatch(/^https:\/\/calls\.example\.com\/oauth\/register\//)
    }
  })
})

test('a proxy missing from TRUSTED_PROXIES is reported once', async () => {
  trustProxies([])
  const logged = await captureLogs(async () => {
    for (let i = 0; i < 3; i++) await ask('/api/v1/me', { headers: { 'X-Forwarded-For': '203.0.113.9', 'X-API-Key': 'ago_wrong' } })
  })
  expect(logged.match(/Add the proxy to TRUSTED_PROXIES/g)).toHaveLength(1)
  trustProxies(['loopback'])
  expect(await captureLogs(() => ask('/api/v1/me', { headers: { 'X-Forwarded-For': '203.0.113.9' } }))).not.toContain('TRUSTED_PROXIES')
})
