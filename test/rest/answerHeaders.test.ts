import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { trustProxies } from '../../src/http/address.ts'
import { settings } from '../../src/kernel/config/settings.ts'
import { loggedBy } from '../kit/logged.ts'
import { useWorld } from '../kit/world.ts'

const PUBLIC = 'https://calls.example.com'
const world = useWorld({ env: { ROLE: 'api' } })
/** Where the server listens; its public address is that of a proxy. */
let port: number
let apiKey: string
beforeAll(async () => {
  apiKey = (await (await world().workspace()).key()).apiKey
  port = Number(new URL(world().url).port)
  Object.assign(settings, { publicUrl: PUBLIC, bases: [PUBLIC] })
})

/** A request as raw as a client can make it. */
const ask = (path: string, { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', path, method, headers },
      (res) => void text(res).then((read) => resolve({ status: res.statusCode!, headers: res.headers, body: read }), reject),
    )
    sent.on('error', reject).end(body)
  })

const SERVER_DOCUMENTS = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration', '/.well-known/oauth-authorization-server/mcp']

describe('an answer', () => {
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
  ])('of %s is what its type says, and asks browsers to come by https', async (path) => {
    const { headers } = await ask(path)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test.each([
    ['a GET of GraphQL', '/graphql?query=%7B__typename%7D', {}],
    ['a POST of GraphQL', '/graphql', { method: 'POST', body: '{"query":"{ __typename }"}' }],
    ['a GraphQL request that is refused', '/graphql', { headers: { 'X-API-Key': 'ago_wrong' } }],
    ['REST', '/api/v1/me', {}],
    ['MCP', '/mcp', {}],
  ])(
    'to %s is kept by no cache, and given to nobody else',
    async (_what, path, given: { method?: string; body?: string; headers?: Record<string, string> }) => {
      const { headers } = await ask(path, { ...given, headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey, ...given.headers } })
      expect(headers['cache-control']).toContain('no-store')
      expect(headers.vary).toMatch(/Authorization.*X-API-Key/)
    },
  )
})

describe('the authorization server, whatever a request says of its host', () => {
  const HOSTS: Record<string, string>[] = [
    { Host: 'evil.example' },
    { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
    { Host: 'calls.example.com:444' },
  ]

  test.each(SERVER_DOCUMENTS)('tells its own addresses in %s', async (path) => {
    for (const headers of HOSTS) {
      const answer = await ask(path, { headers })
      expect(answer.body).not.toContain('evil.example')
      expect(answer.body).not.toContain(':444')
      const found = JSON.parse(answer.body) as Record<string, string>
      for (const [name, value] of Object.entries(found))
        if (/_endpoint$|_uri$|^issuer$/.test(name)) expect(value, name).toMatch(/^https:\/\/calls\.example\.com(\/|$)/)
      expect(answer.headers['cache-control']).toBe('public, max-age=3600')
      expect(answer.headers.vary).toMatch(/Host/)
    }
  })

  test('tells its own address to an app that registers', async () => {
    const body = JSON.stringify({ redirect_uris: ['https://app.example.com/back'], token_endpoint_auth_method: 'none' })
    for (const path of ['/oauth/register', 'http://evil.example/oauth/register']) {
      const answer = await ask(path, { method: 'POST', headers: { Host: 'evil.example', 'Content-Type': 'application/json' }, body })
      expect(answer.status).toBe(201)
      expect(answer.body).not.toContain('evil.example')
      expect(JSON.parse(answer.body).registration_client_uri).toMatch(/^https:\/\/calls\.example\.com\/oauth\/register\//)
    }
  })
})

test('a proxy that is not named in TRUSTED_PROXIES is reported once', async () => {
  trustProxies([])
  const logged = await loggedBy(async () => {
    for (let i = 0; i < 3; i++) await ask('/api/v1/me', { headers: { 'X-Forwarded-For': '203.0.113.9', 'X-API-Key': 'ago_wrong' } })
  })
  expect(logged.match(/Add the proxy to TRUSTED_PROXIES/g)).toHaveLength(1)
  trustProxies(['loopback'])
  expect(await loggedBy(() => ask('/api/v1/me', { headers: { 'X-Forwarded-For': '203.0.113.9' } }))).not.toContain('TRUSTED_PROXIES')
})
