import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import { toolsOf } from '../../src/mcp/tools.ts'
import { KEY_SCOPES } from '../../src/kernel/vocabulary/scopes.ts'
import { schema } from '../../src/schema/index.ts'
import * as credentials from '../../src/services/access/credentials.ts'
import { hashToken } from '../../src/services/access/connectedApps.ts'
import { resetAttemptLimiters } from '../../src/services/rateLimits/attemptLimits.ts'
import * as idempotency from '../../src/services/shared/idempotency.ts'
import { connectedApp } from '../kit/apps.ts'
import { HOUR, pass } from '../kit/clock.ts'
import { type Acme, useWorld } from '../kit/world.ts'
import { call, message, post } from './kit.ts'

const world = useWorld({ env: { ROLE: 'api', MCP_ALLOWED_ORIGINS: 'https://inspector.example.com' } })
let acme: Acme
let app: Awaited<ReturnType<typeof connectedApp>>
beforeAll(async () => {
  acme = await world().workspace()
  app = await connectedApp(world(), acme.id)
})

const me = (token: string, url = world().url) => message({ url }, token, 'tools/call', { name: 'get_workspace_info', arguments: {} })
const metadata = () => `${world().url}/.well-known/oauth-protected-resource/mcp`

describe('who asks', () => {
  test('without a token a client hears where to connect, and every scope there is', async () => {
    const { status, headers, body } = await message(world(), undefined, 'tools/list')
    expect([status, body.error.code]).toEqual([401, -32_001])
    expect(headers.get('www-authenticate')).toBe(`Bearer scope="${KEY_SCOPES.join(' ')}", resource_metadata="${metadata()}"`)
    const slashed = await fetch(`${world().url}/mcp/`, { method: 'POST' })
    expect(slashed.headers.get('www-authenticate')).toContain(`resource_metadata="${metadata()}/"`)
  })

  test.each([
    ['a token that nobody issued', async () => randomBytes(32).toString('base64url')],
    ['the hash of a token', async () => hashToken(app.token)],
    ['a token with another end', async () => `${app.token.slice(0, -1)}${app.token.endsWith('A') ? 'B' : 'A'}`],
    ['an API key', async () => (await acme.key()).apiKey],
    ['a CLI token', async () => `agc_${'a'.repeat(40)}`],
    ["a person's access token", async () => (await signIn()).access_token as string],
    ['a token for another server', async () => (await connectedApp(world(), acme.id, { resource: 'https://elsewhere.example.com/mcp' })).token],
    [
      'a token for the other name of this one',
      async () => (await connectedApp(world(), acme.id, { resource: world().url.replace('127.0.0.1', 'localhost') + '/mcp' })).token,
    ],
  ])('%s is refused', async (_name, token) => {
    resetAttemptLimiters()
    const { status, headers, body } = await me(await token())
    expect([status, body.error.code, headers.get('www-authenticate')]).toEqual([401, -32_001, expect.stringMatching(/^Bearer error="invalid_token"/)])
  })

  test('by the other name of this machine, a token for that name is good', async () => {
    const url = world().url.replace('127.0.0.1', 'localhost')
    const { token } = await connectedApp(world(), acme.id, { resource: `${url}/mcp` })
    expect((await me(token, url)).status).toBe(200)
  })

  test('a token is no key: REST and GraphQL refuse it', async () => {
    const rest = await fetch(`${world().url}/api/v1/me`, { headers: { Authorization: `Bearer ${app.token}` } })
    expect(rest.status).toBe(401)
    const graphql = await fetch(`${world().url}/graphql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${app.token}`, 'Content-Type': 'application/json' },
      body: '{"query":"{ agents { nodes { id } } }"}',
    })
    expect(await graphql.text()).not.toContain('"nodes"')
  })

  test('an expired token is refused', async () => {
    const { token } = await connectedApp(world(), acme.id)
    expect((await me(token)).status).toBe(200)
    pass(2 * HOUR)
    expect((await me(token)).status).toBe(401)
  })

  test('what is revoked stops at once, and so does whoever is no member any more', async () => {
    const { token, grant } = await connectedApp(world(), acme.id)
    expect((await me(token)).status).toBe(200)
    await credentials.revoke(acme.id, 'app', grant.id)
    expect((await me(token)).status).toBe(401)
    const other = await world().workspace()
    const left = await connectedApp(world(), other.id)
    await anyWorkspace.membership.deleteMany({ where: { workspaceId: other.id, userId: left.userId } })
    expect((await me(left.token)).status).toBe(401)
  })

  test('whoever guesses is slowed, and apps that are connected go on', async () => {
    resetAttemptLimiters()
    expect((await me(app.token)).status).toBe(200)
    for (let guesses = 0; guesses < 20; guesses++) expect((await me(randomBytes(32).toString('base64url'))).status).toBe(401)
    const slowed = await me(randomBytes(32).toString('base64url'))
    expect([slowed.status, Number(slowed.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await me(app.token)).status).toBe(200)
    resetAttemptLimiters()
  })
})

const tools = [...toolsOf(schema, idempotency).values()]
describe('scopes', () => {
  let asked: typeof app
  let declined: typeof app
  beforeAll(async () => {
    asked = await connectedApp(world(), acme.id, { asked: ['me:read'] })
    declined = await connectedApp(world(), acme.id, { scopes: ['me:read'], asked: KEY_SCOPES })
  })
  const needy = tools.filter(({ row }) => row.scope !== 'me:read').map(({ row }) => [row.tool, row.scope] as const)

  test.each(needy)('%s: an app that never asked for %s is told to ask for it beside what it has', async (tool, scope) => {
    const { status, headers, body } = await message(world(), asked.token, 'tools/call', { name: tool, arguments: {} })
    expect([status, body]).toEqual([403, { jsonrpc: '2.0', id: 1, error: { code: -32_003, message: `Missing scope: ${scope}` } }])
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", error_description="Missing scope: ${scope}", scope="me:read ${scope}", resource_metadata="${metadata()}"`,
    )
  })

  test.each(needy)('%s: where %s was declined the tool fails with what REST says', async (tool, scope) => {
    expect(await call(world(), declined.token, tool)).toMatchObject({ isError: true, said: { status: 403, detail: `Missing scope: ${scope}` } })
  })

  test('what is allowed works beside what is declined, and all tools are listed', async () => {
    expect(await call(world(), declined.token, 'get_workspace_info')).toMatchObject({ isError: false, said: { api_key_scopes: ['me:read'] } })
    const { body } = await message(world(), declined.token, 'tools/list')
    expect(body.result.tools).toHaveLength(tools.length)
  })

  test('whose role takes a scope away is told so by the tool at once', async () => {
    const other = await world().workspace()
    const theirs = await connectedApp(world(), other.id)
    expect((await call(world(), theirs.token, 'create_agent', { name: 'Ada' })).isError).toBe(false)
    await anyWorkspace.membership.updateMany({ where: { workspaceId: other.id }, data: { role: 'viewer' } })
    publish('access.revoked', { workspaceId: other.id, userId: theirs.userId })
    expect(await call(world(), theirs.token, 'create_agent', { name: 'Ada' })).toMatchObject({
      isError: true,
      said: { status: 403, detail: 'Missing scope: agents:write' },
    })
  })
})

describe('where from', () => {
  const from = (origin: string, method = 'POST') =>
    fetch(`${world().url}/mcp`, { method, headers: { Origin: origin, 'Access-Control-Request-Headers': 'authorization, mcp-method' } })

  test.each(['https://evil.example.com', 'null', 'http://127.0.0.1.evil.example.com', 'https://inspector.example.com.evil.com'])(
    '%s is refused before anything else',
    async (origin) => {
      const answer = await from(origin)
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
      expect((await from(origin, 'OPTIONS')).status).toBe(403)
    },
  )

  test.each(['https://inspector.example.com', 'http://localhost:6274'])('a page at %s may ask and read why it was refused', async (origin) => {
    const answer = await from(origin)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, origin])
    expect(answer.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
    const before = await from(origin, 'OPTIONS')
    expect([before.status, before.headers.get('access-control-allow-headers')]).toEqual([204, 'authorization, mcp-method'])
  })
})

describe('what is no call', () => {
  const auth = () => ({ Authorization: `Bearer ${app.token}` })

  test.each([
    ['broken JSON', '{"jsonrpc":', 400, -32_700],
    ['bytes that are no text', '\ufffd{', 400, -32_700],
    ['something else than a message', '"hello"', 400, undefined],
    ['more messages than may be sent at once', `[${Array(21).fill('{"jsonrpc":"2.0","id":1,"method":"ping"}').join()}]`, 400, -32_600],
    ['messages nested without end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400, -32_700],
    ['more than four megabytes', `"${'x'.repeat(4 * 1024 * 1024)}"`, 413, -32_000],
  ])('%s', async (_name, text, status, code) => {
    const answer = await post(world(), text, auth())
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    if (code) expect(answer.body.error.code).toBe(code)
    expect(typeof answer.body.error.message).toBe('string')
  })

  test('another content type is refused', async () => {
    expect((await post(world(), '{}', { ...auth(), 'Content-Type': 'text/plain' })).status).toBe(415)
  })

  test.each(['GET', 'DELETE', 'PUT'])('%s: there are no sessions', async (method) => {
    const answer = await fetch(`${world().url}/mcp`, { method, headers: { ...auth(), Accept: 'text/event-stream' } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('a method that there is not, a tool that there is not, a version that there is not', async () => {
    const unknown = await message(world(), app.token, 'tools/steal')
    expect([unknown.status, unknown.body.error.code]).toEqual([404, -32_601])
    const tool = await message(world(), app.token, 'tools/call', { name: 'steal', arguments: {} })
    expect(tool.body.error).toMatchObject({ code: -32_602, message: 'Unknown tool: steal' })
    const carrier = await message(world(), app.token, 'tools/call', { name: 'connect_carrier', arguments: {} })
    expect(carrier.body.error.code).toBe(-32_602)
    const version = await post(
      world(),
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2030-01-01' } } }),
      { ...auth(), 'MCP-Protocol-Version': '2030-01-01', 'Mcp-Method': 'tools/list' },
    )
    expect(version.status).toBe(400)
    const old = await post(world(), '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', { ...auth(), 'MCP-Protocol-Version': '1999-01-01' })
    expect(old.status).toBe(400)
  })

  test('a header that names another tool than the message is refused', async () => {
    const { status, body } = await message(
      world(),
      app.token,
      'tools/call',
      { name: 'create_agent', arguments: { name: 'Ada' } },
      { 'Mcp-Name': 'get_workspace_info' },
    )
    expect([status, body.error.code]).toEqual([400, -32_020])
  })

  test('whoever listens for changes is told at once that there is nothing to hear: no stream stays open', async () => {
    const { status, body } = await message(world(), app.token, 'subscriptions/listen', { notifications: { toolsListChanged: true } })
    expect([status, body.params.notifications]).toEqual([200, {}])
  })

  test('a tool that a client narrowed away is none', async () => {
    const { body } = await message(world(), app.token, 'tools/call', { name: 'create_agent', arguments: { name: 'Ada' } }, { 'X-MCP-Readonly': 'true' })
    expect(body.error.message).toBe('Unknown tool: create_agent')
    const list = await message(world(), app.token, 'tools/list', {}, { 'X-MCP-Toolsets': 'calls' })
    expect(list.body.result.tools.map(({ name }: { name: string }) => name)).toEqual(['list_calls', 'place_call', 'get_call', 'get_call_analysis'])
  })
})

async function signIn() {
  const answer = await fetch(`${world().url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      query: 'mutation($input: SignInInput!) { signIn(input: $input) { accessToken } }',
      variables: { input: { email: acme.email, password: acme.password } },
    }),
  })
  const { data } = (await answer.json()) as { data: { signIn: { accessToken: string } } }
  return { access_token: data.signIn.accessToken }
}
