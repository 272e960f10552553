import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { extensions } from '../../src/rest/extensions.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import type { Client } from '../kit/clients/client.ts'
import { type Cli, useCli } from '../kit/clients/cli.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const { run, withToken: as, home } = useCli()
let key: Client
let cli: Cli
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
  cli = as(testServer().url, key.apiKey)
})

/** Every test here that uses the command line starts a process for each command. */
describe('commands', () => {
  test('every operation has one command, and every command has an operation', async () => {
    const { operations } = JSON.parse(readFileSync('clients/cli/dist/generated/commands.json', 'utf8'))
    const rows = [...routeTable, ...extensions].map(({ command, method, path }) => ({ command, method, path }))
    expect(operations.map(({ command, method, path }: any) => ({ command, method, path }))).toEqual(rows)
    expect(new Set(rows.map(({ command }) => command)).size).toBe(rows.length)
  })

  test('an agent is created, read, listed, changed and deleted', async () => {
    const created = await cli(['agents', 'create', '--name', 'Ada', '--voice-id', 'voice-1', '--no-recording-enabled'])
    expect(created).toMatchObject({ code: 0, stderr: '' })
    const id = String(created.json.id)
    expect((await cli(['agents', 'get', id])).json).toEqual((await key.get(`/agents/${id}`)).body)
    expect((await cli(['agents', 'list', '--limit', '1'])).json).toEqual((await key.get('/agents?limit=1')).body)
    expect((await cli(['agents', 'update', id, '--data', '{"name":"Grace","lang":null}'])).json).toMatchObject({ name: 'Grace' })
    expect(await cli(['agents', 'delete', id])).toMatchObject({ code: 2, json: { error: 'usage', status: null } })
    expect(await cli(['agents', 'delete', id, '--yes'])).toMatchObject({ code: 0, json: { deleted: true } })
  })
})

describe('the same input', () => {
  const reads = routeTable.filter(({ method, reply }) => method === 'GET' && reply.shape !== 'none')
  test.each(reads.map((row) => [row.command, row] as const))('%s returns and fails as the API does', async (command, { path, query = {}, params }) => {
    const ids = Object.keys((params as { shape?: object } | undefined)?.shape ?? {}).map(() => '999999')
    const needed = Object.entries((query as { shape?: Record<string, { safeParse: (value: unknown) => { success: boolean } }> }).shape ?? {})
      .filter(([, field]) => !field.safeParse(undefined).success)
      .map(([name]) => [name, '+14155550100'] as const)
    const asked = `${path.replace(/\{\w+\}/g, '999999')}?${new URLSearchParams(Object.fromEntries(needed))}`
    const [cliResult, { status, body }] = await Promise.all([
      cli([...command.split(' '), ...ids, ...needed.flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, value])]),
      key.get(asked),
    ])
    // A review is dated when it is read, and each of the two reads its own.
    const json = path === '/compliance' ? { ...body, checked_at: expect.any(String) } : body
    if (status === 200) expect(cliResult).toMatchObject({ code: 0, json })
    else expect(cliResult.json).toMatchObject({ status, detail: body.detail })
  })

  test('a file is what the API streams, on stdout and saved', async () => {
    const { id } = (await key.post('/campaigns', { name: 'Files' })).body
    const { body } = await key.get(`/campaigns/${id}/results.csv`)
    expect((await cli(['results', 'csv', String(id)])).stdout).toBe(body)
    const file = join(home(), 'results.csv')
    expect(await cli(['results', 'csv', String(id), '--output', file])).toMatchObject({ code: 0, stdout: '' })
    expect(readFileSync(file, 'utf8')).toBe(body)
    expect(await cli(['results', 'csv', '999999', '--output', join(home(), 'none.csv')])).toMatchObject({ code: 6, json: { status: 404 } })
    expect(readdirSync(home()).filter((name) => name.includes('none') || name.includes('.part'))).toEqual([])
  })

  test('a call placed twice with one key is placed once', async () => {
    const agent = (await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body
    await cli(['agents', 'publish', String(agent.id)])
    const place = () =>
      cli(['calls', 'place', '--to-number', '+14155550100', '--agent-id', String(agent.id), '--variables', '{"a":"b"}', '--idempotency-key', 'order-1'])
    const [first, second] = [await place(), await place()]
    expect([first.code, second.code, second.json]).toEqual([0, 0, first.json])
  })
})

describe('failures', () => {
  test('have their own exit codes, and the same messages as the API', async () => {
    const poor = as(testServer().url, (await (await testServer().workspace()).key('me:read')).apiKey)
    expect(await cli(['agents', 'get', '999999'])).toMatchObject({ code: 6, stdout: '', json: { error: 'not_found', detail: 'Agent not found', status: 404 } })
    expect(await cli(['agents', 'create', '--name', ''])).toMatchObject({ code: 9, json: { status: 422, detail: [{ loc: ['body', 'name'] }] } })
    expect(await poor(['agents', 'list'])).toMatchObject({ code: 5, json: { detail: 'Missing scope: agents:read', status: 403 } })
    expect(await as(testServer().url, `${key.apiKey}x`)(['whoami'])).toMatchObject({ code: 4, json: { status: 401 } })
    expect(await run(['whoami'])).toMatchObject({ code: 4, json: { error: 'unauthenticated', status: null } })
    expect(await cli(['agents', 'lits'])).toMatchObject({ code: 2, json: { error: 'usage' } })
    expect(await as('http://127.0.0.1:9', key.apiKey)(['agents', 'create', '--name', 'x'])).toMatchObject({
      code: 8,
      json: { idempotency_key: expect.any(String) },
    })
    expect(await as('http://example.com', key.apiKey)(['whoami'])).toMatchObject({ code: 2 })
  })
})
