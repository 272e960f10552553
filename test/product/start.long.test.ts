import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { client, graphql } from '../kit/clients/client.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { createProduct, type Product } from '../kit/server/product.ts'

let server: Product
beforeAll(async () => {
  server = await createProduct({}, { isNew: true })
  await server.start()
})
afterAll(() => server.end())

/** Every long test here waits for processes to start and to end: the built server with its database, or one for each administrator command. */
test('the first start creates a demo workspace, prints its credentials, and stores them in a file that only its owner can read', async () => {
  const demo = server.demo()
  expect(demo).toMatchObject({
    base_url: server.url,
    workspace_id: 1,
    email: expect.any(String),
    password: expect.any(String),
    from_number: expect.stringMatching(/^\+1/),
  })
  expect(statSync(`${server.dataDir}/demo.json`).mode & 0o777).toBe(0o600)
  expect(server.output()).toContain(demo.api_key)
  expect((await server.client().get('/me')).body).toMatchObject({ workspace_name: 'Demo', plan: 'enterprise', rate_limits: { rpm: 600, rpd: 500_000 } })
  const { wallet, viewer } = await server
    .client()
    .gql<any>('{ wallet { balance } }')
    .then(async (data) => ({ ...data, viewer: await signedIn(demo) }))
  expect(wallet.balance).toBe('100.0000')
  expect(viewer).toMatchObject({ email: demo.email, role: 'owner' })
})

async function signedIn({ email, password }: { email: string; password: string }) {
  const send = async (query: string, headers: Record<string, string> = {}) =>
    (
      await (
        await fetch(`${server.url}/graphql`, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify({ query }) })
      ).json()
    ).data
  const { signIn } = await send(`mutation { signIn(input: { email: "${email}", password: "${password}" }) { accessToken } }`)
  return (await send('{ viewer { email role } }', { Authorization: `Bearer ${signIn.accessToken}` })).viewer
}

test('a second server on the same folder exits with a message', async () => {
  const second = server.launch({ PORT: '0' })
  const [code] = await once(second, 'exit')
  expect(code).toBe(1)
  expect(server.output()).toMatch(/Another server is already running on .+ Stop it first/)
})

test('an invalid setting prevents the start with a message that names it and hides secrets', async () => {
  const invalid = server.launch({ PORT: 'four thousand', SIMULATOR_SPEED: '-1', ENCRYPTION_KEY: 'secret!', ROLE: 'boss' })
  const [code] = await once(invalid, 'exit')
  expect(code).toBe(1)
  for (const name of ['PORT', 'SIMULATOR_SPEED', 'ENCRYPTION_KEY', 'ROLE']) expect(server.output()).toContain(`  ${name}: `)
  expect(server.output()).not.toContain('secret!')
})

const print = async (...args: string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [resolve('dist/src/admin/main.js'), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: server.dataDir, LOG_LEVEL: 'silent' },
  })
  return stdout
}
const admin = async (...args: string[]) => JSON.parse(await print(...args, '--json'))

/** Also waits until the server reads a revoked key again. It caches one for a second. */
test("the administrator's commands work on the running server's database", async () => {
  const made = await admin('workspace', 'create', '--name', 'Operated', '--plan', 'starter', '--wallet', '10', '--scopes', 'me:read,billing:read')
  expect(Object.keys(made)).toEqual(['workspace_id', 'api_key', 'email', 'password'])
  const key = client(server.url, made.api_key)
  expect((await key.get('/me')).body).toMatchObject({ workspace_name: 'Operated', plan: 'starter', api_key_scopes: ['me:read', 'billing:read'] })
  const workspace = String(made.workspace_id)
  const [credited] = await Promise.all([
    admin('wallet', 'credit', '--workspace', workspace, '--amount', '2.50', '--reason', 'Invoice 7'),
    admin('plan', 'set', '--workspace', workspace, '--plan', 'enterprise'),
  ])
  expect(credited).toMatchObject({ balance: '12.5000' })
  expect(await admin('wallet', 'debit', '--workspace', workspace, '--amount', '0.50', '--reason', 'Paid back')).toMatchObject({ balance: '12.0000' })
  const ledger = await print('wallet', 'ledger', '--workspace', workspace, '--from', '2020-01-01')
  expect(ledger).toBe((await key.get('/billing/ledger.csv')).body)
  expect(ledger.split('\r\n').slice(1, -1)).toEqual([
    expect.stringMatching(/,10\.0000,10\.0000,USD,First credit$/),
    expect.stringMatching(/,2\.5000,12\.5000,USD,Invoice 7$/),
    expect.stringMatching(/,-0\.5000,12\.0000,USD,Paid back$/),
  ])
  const second = await admin('key', 'create', '--workspace', workspace, '--scopes', 'me:read')
  expect((await client(server.url, second.api_key).get('/me')).body.plan).toBe('enterprise')
  await admin('key', 'revoke', '--workspace', workspace, '--key', String(second.key_id))
  // Another process caches a key for a second.
  await expect.poll(() => client(server.url, second.api_key).get('/me')).toMatchObject({ status: 401, body: { detail: 'API key revoked' } })
  await Promise.all([
    expect(admin('workspace', 'create', '--name', 'X', '--scopes', 'everything')).rejects.toThrow(/Invalid scopes: everything/),
    expect(admin('wallet', 'credit', '--workspace', '999', '--amount', '1', '--reason', 'X')).rejects.toThrow(/Workspace not found/),
  ])
})

test('the administrator can create a password link, and disable and enable an account', async () => {
  const made = await admin('workspace', 'create', '--name', 'Helped', '--email', 'Helped@Example.com')
  const list = await print('user', 'list')
  expect(list).toMatch(new RegExp(`,helped@example\\.com,Owner,${made.workspace_id} Helped \\(owner\\),.*,no\r\n`))
  const { link } = await admin('user', 'reset-password', '--email', 'helped@example.com')
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/reset-password#[\w-]{43}$/)
  const gql = (query: string, variables: object) => graphql(server.url, {}, query, variables)
  const signIn = async (password: string) =>
    (await gql('mutation($input: SignInInput!) { signIn(input: $input) { userId } }', { input: { email: 'helped@example.com', password } })).errors?.[0]
      ?.extensions
  expect(await signIn(made.password)).toMatchObject({ code: 'UNAUTHENTICATED' })
  const input = { secret: new URL(link).hash.slice(1), newPassword: 'a new correct horse' }
  expect((await gql('mutation($input: PasswordResetInput!) { resetPassword(input: $input) }', { input })).data).toEqual({ resetPassword: true })
  expect(await signIn(input.newPassword)).toBeUndefined()
  expect(await admin('user', 'disable', '--email', 'helped@example.com')).toMatchObject({ ended_sessions: 1 })
  expect(await signIn(input.newPassword)).toMatchObject({ code: 'FORBIDDEN' })
  await admin('user', 'enable', '--email', 'helped@example.com')
  expect(await signIn(input.newPassword)).toBeUndefined()
  await expect(admin('user', 'disable', '--email', 'nobody@example.com')).rejects.toThrow(/Account not found/)
})

test("SIGTERM stops the server gracefully, and the next start finds everything unchanged without printing the demo's credentials again", async () => {
  const before = server.demo()
  const printed = server.output().length
  const { id } = (await server.client().post('/agents', { name: 'Kept' })).body
  expect(await server.kill('SIGTERM')).toBe(0)
  expect(server.output().slice(printed)).toBe('')
  await server.start()
  expect(server.demo()).toMatchObject({ api_key: before.api_key, password: before.password })
  expect((await server.client().get(`/agents/${id}`)).body.name).toBe('Kept')
  const later = server.output().slice(printed)
  expect(later).toContain('demo.json')
  for (const secret of [before.api_key, before.password]) expect(later).not.toContain(secret)
})

test('the server is live and ready, and reports that calls are simulated', async () => {
  for (const path of ['/healthz', '/health']) expect(await (await fetch(`${server.url}${path}`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ status: 'ready', database: 'ok', simulated: true })
})

/** Also waits for a provider that takes three seconds to answer a placement. */
test('active requests and streams finish before it exits', async () => {
  const key = server.client()
  const { id } = (await key.post('/agents', { name: 'Slow', voice_id: 'Elliot' })).body
  await key.post(`/agents/${id}/publish`)
  const { simulator } = server.demo()
  await fetch(`${simulator!.url}/simulator/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ operation: 'place_call', mode: 'slow', times: 1 }),
  })
  const stream = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', 'X-API-Key': key.apiKey },
    body: JSON.stringify({ query: 'subscription { activeCallsUpdated { call { id } } }' }),
  })
  const placing = key.post('/calls', { to_number: '+12125550100', agent_id: id })
  await waitFor('the call to be sent', async () => ((await (await fetch(`${simulator!.url}/simulator/state`)).json()) as any).faults.length === 0)
  const [code, placed, streamed] = await Promise.all([server.kill('SIGTERM'), placing, stream.text()])
  expect(code).toBe(0)
  expect(placed).toMatchObject({ status: 202, body: { status: 'dialing' } })
  expect(streamed).toContain('event: complete')
  await server.start()
})

test("a database that doesn't respond prevents the start with a message", async () => {
  const lost = server.launch({ PORT: '0', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  const [code] = await once(lost, 'exit')
  expect(code).toBe(1)
  expect(server.output()).toContain('Cannot reach the database: ')
})

/** Also waits until the server reads the demo's key again. It caches one for a second. */
test('the demo is removed: its key, its account and its file', async () => {
  const { api_key, email, password } = server.demo()
  expect(await admin('demo', 'remove')).toMatchObject({ revoked_keys: 1 })
  expect(existsSync(`${server.dataDir}/demo.json`)).toBe(false)
  await expect.poll(() => client(server.url, api_key).get('/me')).toMatchObject({ status: 401 })
  const { errors } = await graphql(server.url, {}, 'mutation($input: SignInInput!) { signIn(input: $input) { userId } }', { input: { email, password } })
  expect(errors![0]!.extensions).toMatchObject({ code: 'FORBIDDEN' })
})

/** Also waits for a second server, which first creates its own database. */
test('with DEMO=off there is no demo, and people can sign up', async () => {
  const plain = await createProduct({ DEMO: 'off' }, { isNew: true })
  try {
    await plain.start()
    expect(existsSync(`${plain.dataDir}/demo.json`)).toBe(false)
    expect((await graphql(plain.url, {}, '{ serverInfo { signUp } }')).data.serverInfo).toEqual({ signUp: 'open' })
  } finally {
    await plain.end()
  }
})

/** Also waits for a third server. */
test('with the key of a real provider there is no demo, and people sign up by invitation only', async () => {
  const real = await createProduct({ RETELL_API_KEY: 'key_of_a_real_account' }, { isNew: true })
  try {
    await real.start()
    expect(existsSync(`${real.dataDir}/demo.json`)).toBe(false)
    expect(real.output()).not.toMatch(/ago_|Sign in/)
    expect((await graphql(real.url, {}, '{ serverInfo { signUp } }')).data.serverInfo).toEqual({ signUp: 'invited' })
    const input = { email: 'stranger@example.com', password: 'correct horse', name: 'Stranger', workspaceName: 'Theirs' }
    const { errors } = await graphql(real.url, {}, 'mutation($input: SignUpInput!) { signUp(input: $input) { userId } }', { input })
    expect(errors![0]!.extensions).toMatchObject({ code: 'FORBIDDEN' })
  } finally {
    await real.end()
  }
})
