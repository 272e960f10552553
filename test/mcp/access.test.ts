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
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { HOUR, advanceClock } from '../kit/waiting/clock.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { callTool, sendMessage, postBytes } from './kit.ts'

const testServer = useTestServer({ env: { ROLE: 'api', MCP_ALLOWED_ORIGINS: 'https://inspector.example.com' } })
let acme: TestWorkspace
let app: Awaited<ReturnType<typeof addConnectedApp>>
beforeAll(async () => {
  acme = await testServer().workspace()
  app = await addConnectedApp(testServer(), acme.id)
})

const getWorkspaceInfo = (token: string, url = testServer().url) => sendMessage({ url }, token, 'tools/call', { name: 'get_workspace_info', arguments: {} })
const metadataUrl = () => `${testServer().url}/.well-known/oauth-protected-resource/mcp`

describe('authentication', () => {
  test('a request without a token gets the metadata URL and all scopes', async () => {
    const { status, headers, body } = await sendMessage(testServer(), undefined, 'tools/list')
    expect([status, body.error.code]).toEqual([401, -32_001])
    expect(headers.get('www-authenticate')).toBe(`Bearer scope="${KEY_SCOPES.join(' ')}", resource_metadata="${metadataUrl()}"`)
    const slashedResponse = await fetch(`${testServer().url}/mcp/`, { method: 'POST' })
    expect(slashedResponse.headers.get('www-authenticate')).toContain(`resource_metadata="${metadataUrl()}/"`)
  })

  test.each([
    ['a token that was never issued', async () => randomBytes(32).toString('base64url')],
    ['the hash of a token', async () => hashToken(app.token)],
    ['a token with a changed last character', async () => `${app.token.slice(0, -1)}${app.token.endsWith('A') ? 'B' : 'A'}`],
    ['an API key', async () => (await acme.key()).apiKey],
    ['a CLI token', async () => `agc_${'a'.repeat(40)}`],
    ["a user's access token", async () => (await signIn()).access_token as string],
    ['a token for another server', async () => (await addConnectedApp(testServer(), acme.id, { resource: 'https://elsewhere.example.com/mcp' })).token],
    [
      'a token for another name of this server',
      async () => (await addConnectedApp(testServer(), acme.id, { resource: testServer().url.replace('127.0.0.1', 'localhost') + '/mcp' })).token,
    ],
  ])('%s is refused', async (_name, token) => {
    resetAttemptLimiters()
    const { status, headers, body } = await getWorkspaceInfo(await token())
    expect([status, body.error.code, headers.get('www-authenticate')]).toEqual([401, -32_001, expect.stringMatching(/^Bearer error="invalid_token"/)])
  })

  test('a token for another name of this machine is valid under that name', async () => {
    const url = testServer().url.replace('127.0.0.1', 'localhost')
    const { token } = await addConnectedApp(testServer(), acme.id, { resource: `${url}/mcp` })
    expect((await getWorkspaceInfo(token, url)).status).toBe(200)
  })

  test('REST and GraphQL refuse app tokens', async () => {
    const rest = await fetch(`${testServer().url}/api/v1/me`, { headers: { Authorization: `Bearer ${app.token}` } })
    expect(rest.status).toBe(401)
    const graphql = await fetch(`${testServer().url}/graphql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${app.token}`, 'Content-Type': 'application/json' },
      body: '{"query":"{ agents { nodes { id } } }"}',
    })
    expect(await graphql.text()).not.toContain('"nodes"')
  })

  test('an expired token is refused', async () => {
    const { token } = await addConnectedApp(testServer(), acme.id)
    expect((await getWorkspaceInfo(token)).status).toBe(200)
    advanceClock(2 * HOUR)
    expect((await getWorkspaceInfo(token)).status).toBe(401)
  })

  test('a token ends immediately when it is revoked or its user leaves the workspace', async () => {
    const { token, grant } = await addConnectedApp(testServer(), acme.id)
    expect((await getWorkspaceInfo(token)).status).toBe(200)
    await credentials.revoke(acme.id, 'app', grant.id)
    expect((await getWorkspaceInfo(token)).status).toBe(401)
    const otherWorkspace = await testServer().workspace()
    const formerMember = await addConnectedApp(testServer(), otherWorkspace.id)
    await anyWorkspace.membership.deleteMany({ where: { workspaceId: otherWorkspace.id, userId: formerMember.userId } })
    expect((await getWorkspaceInfo(formerMember.token)).status).toBe(401)
  })

  test('guessing tokens is rate limited, and connected apps are unaffected', async () => {
    resetAttemptLimiters()
    expect((await getWorkspaceInfo(app.token)).status).toBe(200)
    for (let attempts = 0; attempts < 20; attempts++) expect((await getWorkspaceInfo(randomBytes(32).toString('base64url'))).status).toBe(401)
    const limitedResponse = await getWorkspaceInfo(randomBytes(32).toString('base64url'))
    expect([limitedResponse.status, Number(limitedResponse.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await getWorkspaceInfo(app.token)).status).toBe(200)
    resetAttemptLimiters()
  })
})

const tools = [...toolsOf(schema, idempotency).values()]
describe('scopes', () => {
  let undeclared: typeof app
  let decliningApp: typeof app
  beforeAll(async () => {
    undeclared = await addConnectedApp(testServer(), acme.id, { requestedScopes: ['me:read'] })
    decliningApp = await addConnectedApp(testServer(), acme.id, { scopes: ['me:read'], requestedScopes: KEY_SCOPES })
  })
  const scopedTools = tools.filter(({ row }) => row.scope !== 'me:read').map(({ row }) => [row.tool, row.scope] as const)

  test.each(scopedTools)('%s: an app that never requested %s is told to request it in addition to its scopes', async (tool, scope) => {
    const { status, headers, body } = await sendMessage(testServer(), undeclared.token, 'tools/call', { name: tool, arguments: {} })
    expect([status, body]).toEqual([403, { jsonrpc: '2.0', id: 1, error: { code: -32_003, message: `Missing scope: ${scope}` } }])
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", error_description="Missing scope: ${scope}", scope="me:read ${scope}", resource_metadata="${metadataUrl()}"`,
    )
  })

  test.each(scopedTools)('%s: the tool fails with the error of REST if %s was declined', async (tool, scope) => {
    expect(await callTool(testServer(), decliningApp.token, tool)).toMatchObject({
      isError: true,
      response: { status: 403, detail: `Missing scope: ${scope}` },
    })
  })

  test('tools with granted scopes work, and all tools are listed', async () => {
    expect(await callTool(testServer(), decliningApp.token, 'get_workspace_info')).toMatchObject({ isError: false, response: { api_key_scopes: ['me:read'] } })
    const { body } = await sendMessage(testServer(), decliningApp.token, 'tools/list')
    expect(body.result.tools).toHaveLength(tools.length)
  })

  test('a scope that the user’s role loses is missing immediately', async () => {
    const otherWorkspace = await testServer().workspace()
    const otherApp = await addConnectedApp(testServer(), otherWorkspace.id)
    expect((await callTool(testServer(), otherApp.token, 'create_agent', { name: 'Ada' })).isError).toBe(false)
    await anyWorkspace.membership.updateMany({ where: { workspaceId: otherWorkspace.id }, data: { role: 'viewer' } })
    publish('access.revoked', { workspaceId: otherWorkspace.id, userId: otherApp.userId })
    expect(await callTool(testServer(), otherApp.token, 'create_agent', { name: 'Ada' })).toMatchObject({
      isError: true,
      response: { status: 403, detail: 'Missing scope: agents:write' },
    })
  })
})

describe('origins', () => {
  const sendFromOrigin = (origin: string, method = 'POST') =>
    fetch(`${testServer().url}/mcp`, { method, headers: { Origin: origin, 'Access-Control-Request-Headers': 'authorization, mcp-method' } })

  test.each(['https://evil.example.com', 'null', 'http://127.0.0.1.evil.example.com', 'https://inspector.example.com.evil.com'])(
    '%s is refused before any other check',
    async (origin) => {
      const answer = await sendFromOrigin(origin)
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
      expect((await sendFromOrigin(origin, 'OPTIONS')).status).toBe(403)
    },
  )

  test.each(['https://inspector.example.com', 'http://localhost:6274'])('a page at %s can send requests and read errors', async (origin) => {
    const answer = await sendFromOrigin(origin)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, origin])
    expect(answer.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
    const preflightResponse = await sendFromOrigin(origin, 'OPTIONS')
    expect([preflightResponse.status, preflightResponse.headers.get('access-control-allow-headers')]).toEqual([204, 'authorization, mcp-method'])
  })
})

describe('invalid requests', () => {
  const auth = () => ({ Authorization: `Bearer ${app.token}` })

  test.each([
    ['broken JSON', '{"jsonrpc":', 400, -32_700],
    ['invalid UTF-8', '\ufffd{', 400, -32_700],
    ['a value that is not a message', '"hello"', 400, undefined],
    ['a batch with too many messages', `[${Array(21).fill('{"jsonrpc":"2.0","id":1,"method":"ping"}').join()}]`, 400, -32_600],
    ['excessive nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400, -32_700],
    ['more than four megabytes', `"${'x'.repeat(4 * 1024 * 1024)}"`, 413, -32_000],
  ])('%s', async (_name, text, status, code) => {
    const answer = await postBytes(testServer(), text, auth())
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    if (code) expect(answer.body.error.code).toBe(code)
    expect(typeof answer.body.error.message).toBe('string')
  })

  test('another content type and a compressed body are refused', async () => {
    expect((await postBytes(testServer(), '{}', { ...auth(), 'Content-Encoding': 'gzip' })).status).toBe(415)
    expect((await postBytes(testServer(), '{}', { ...auth(), 'Content-Type': 'text/plain' })).status).toBe(415)
  })

  test.each(['GET', 'DELETE', 'PUT'])('%s is not allowed, since there are no sessions', async (method) => {
    const answer = await fetch(`${testServer().url}/mcp`, { method, headers: { ...auth(), Accept: 'text/event-stream' } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('unknown methods, tools and protocol versions are refused', async () => {
    const unknownMethod = await sendMessage(testServer(), app.token, 'tools/steal')
    expect([unknownMethod.status, unknownMethod.body.error.code]).toEqual([404, -32_601])
    const unknownTool = await sendMessage(testServer(), app.token, 'tools/call', { name: 'steal', arguments: {} })
    expect(unknownTool.body.error).toMatchObject({ code: -32_602, message: 'Unknown tool: steal' })
    const excludedTool = await sendMessage(testServer(), app.token, 'tools/call', { name: 'connect_carrier', arguments: {} })
    expect(excludedTool.body.error.code).toBe(-32_602)
    const unknownVersion = await postBytes(
      testServer(),
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2030-01-01' } } }),
      { ...auth(), 'MCP-Protocol-Version': '2030-01-01', 'Mcp-Method': 'tools/list' },
    )
    expect(unknownVersion.status).toBe(400)
    const oldVersion = await postBytes(testServer(), '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', { ...auth(), 'MCP-Protocol-Version': '1999-01-01' })
    expect(oldVersion.status).toBe(400)
  })

  test('a header that names another tool than the message is refused', async () => {
    const { status, body } = await sendMessage(
      testServer(),
      app.token,
      'tools/call',
      { name: 'create_agent', arguments: { name: 'Ada' } },
      { 'Mcp-Name': 'get_workspace_info' },
    )
    expect([status, body.error.code]).toEqual([400, -32_020])
  })

  test('a subscription to changes gets an empty response immediately and no open stream', async () => {
    const { status, body } = await sendMessage(testServer(), app.token, 'subscriptions/listen', { notifications: { toolsListChanged: true } })
    expect([status, body.params.notifications]).toEqual([200, {}])
  })

  test('a tool that the client filtered out does not exist', async () => {
    const { body } = await sendMessage(
      testServer(),
      app.token,
      'tools/call',
      { name: 'create_agent', arguments: { name: 'Ada' } },
      { 'X-MCP-Readonly': 'true' },
    )
    expect(body.error.message).toBe('Unknown tool: create_agent')
    const list = await sendMessage(testServer(), app.token, 'tools/list', {}, { 'X-MCP-Toolsets': 'calls' })
    expect(list.body.result.tools.map(({ name }: { name: string }) => name)).toEqual(['list_calls', 'place_call', 'get_call', 'get_call_analysis'])
  })
})

async function signIn() {
  const answer = await fetch(`${testServer().url}/graphql`, {
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
