import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Route } from '../../src/rest/route.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import { CALLWRIGHT, type Cli, runInProcess, useCli } from '../kit/clients/cli.ts'
import { useCaptureServer } from '../kit/fakes/captureServer.ts'

const TOKEN = 'agc_0123456789012345678901234567890'
const { withToken: as, run, home } = useCli()
const capture = useCaptureServer()
const cli: Cli = (args, how) => as(capture.url(), TOKEN)(args, how)

describe('the example of every command', () => {
  const rows = routeTable.map((row) => [row.command, row] as const)
  const inShell = (script: string) =>
    promisify(execFile)('bash', ['-c', script], {
      env: { PATH: process.env.PATH, HOME: home(), NODE: process.execPath, CALLWRIGHT, CALLWRIGHT_BASE_URL: capture.url(), CALLWRIGHT_TOKEN: TOKEN },
    })
  const runHere = (args: string[]) => runInProcess(args, { CALLWRIGHT_BASE_URL: capture.url(), CALLWRIGHT_TOKEN: TOKEN })
  const exampleOf = async (command: string) => /Example:\n {2}\$ callwright (.*)$/m.exec((await runHere([...command.split(' '), '--help'])).stdout)![1]!
  /** The arguments that a shell makes of each line. */
  const words: Record<string, string[]> = {}
  beforeAll(async () => {
    const lines = await Promise.all(rows.map(([command]) => exampleOf(command)))
    const { stdout } = await inShell(lines.map((line) => `printf '%s\\0' ${line}; printf '\\n\\0'`).join('\n'))
    for (const [index, text] of stdout.split('\n\0').slice(0, -1).entries()) words[rows[index]![0]] = text.split('\0').slice(0, -1)
  })
  beforeEach(() => {
    capture.respond = () => ({ status: 200, body: '{"items":[],"data":[],"has_more":false,"next_cursor":null}' })
  })

  function expectSent({ method, path, example, idempotent }: Route) {
    expect(capture.requests).toHaveLength(1)
    const [request] = capture.requests
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const params = Object.fromEntries(Object.entries(example?.params ?? {}).map(([name, value]) => [name, String(value)]))
    const expected = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))
    expect(request).toMatchObject({ method, path: `/api/v1${expected}`, headers: { 'x-api-key': TOKEN } })
    expect(Object.keys(request!.query)).toEqual(Object.keys(params).filter((name) => !inPath.includes(name)))
    expect(request!.query).toMatchObject(Object.fromEntries(Object.entries(params).filter(([name]) => !inPath.includes(name))))
    if (example?.body) expect(JSON.parse(request!.body)).toEqual(example.body)
    expect(request!.headers['idempotency-key'] !== undefined).toBe(idempotent === true)
  }

  test.each(rows)('%s is sent as documented', async (command, row) => {
    if (row.method === 'DELETE') capture.respond = () => ({ status: 204, body: '' })
    expect(await runHere([...words[command]!, '--yes'])).toMatchObject({ code: 0, stderr: '' })
    expectSent(row)
  })

  test.each(rows.filter(([command]) => ['calls place', 'calls list', 'leads add'].includes(command)))(
    '%s is sent as documented through a shell and a process',
    async (command, row) => {
      await inShell(`"$NODE" "$CALLWRIGHT" ${await exampleOf(command)} --yes`)
      expectSent(row)
    },
  )
})

test('help for a command that does not exist is an error that names the existing ones', async () => {
  const { code, stdout, stderr } = await runInProcess(['--json', 'calls', 'create', '--help'], { CALLWRIGHT_BASE_URL: capture.url(), CALLWRIGHT_TOKEN: TOKEN })
  expect(code).toBe(2)
  expect(`${stdout}${stderr}`).toMatch(/unknown command 'create'\. Available: .*\bplace\b/)
  expect(capture.requests).toEqual([])
})

describe('retries', () => {
  test('a repeatable request is retried with one key until it succeeds', async () => {
    capture.respond = (nth) => (nth < 3 ? { status: nth === 1 ? 503 : 502, body: '{"detail":"busy"}' } : { status: 202, body: '{"id":7}' })
    expect(await cli(['calls', 'place', '--to-number', '+14155550100'])).toMatchObject({ code: 0, json: { id: 7 } })
    expect(capture.requests).toHaveLength(3)
    expect(new Set(capture.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  /** Waits between the four attempts of the command line, longer each time, less than two seconds in all. */
  test('a call without a response is reported with the key to repeat it', async () => {
    capture.respond = () => 'hang up'
    const { code, json } = await cli(['calls', 'place', '--to-number', '+14155550100', '--idempotency-key', 'order-1'])
    expect({ code, json }).toMatchObject({ code: 8, json: { error: 'server', status: null, idempotency_key: 'order-1' } })
    expect(capture.requests).toHaveLength(4)
  })

  test("a key is refused for commands that it can't make repeatable", async () => {
    expect(await cli(['campaigns', 'start', '3', '--yes', '--idempotency-key', 'k'])).toMatchObject({ code: 2, json: { error: 'usage' } })
    expect(capture.requests).toHaveLength(0)
  })

  test('a change without a key is sent once', async () => {
    capture.respond = () => ({ status: 502, body: '{"detail":"no"}' })
    expect(await cli(['campaigns', 'start', '3', '--yes'])).toMatchObject({ code: 8 })
    expect(capture.requests).toHaveLength(1)
  })

  /** Waits for the second in Retry-After, and starts the command line twice. */
  test('a short rate limit is waited for, and a long one is reported', async () => {
    capture.respond = (nth) => (nth === 1 ? { status: 429, body: '{"detail":"Slow down"}', headers: { 'Retry-After': '1' } } : { status: 200, body: '{}' })
    expect(await cli(['campaigns', 'pause', '3'])).toMatchObject({ code: 0 })
    expect(capture.requests).toHaveLength(2)
    capture.clear()
    capture.respond = () => ({ status: 429, body: '{"detail":"Slow down"}', headers: { 'Retry-After': '4000' } })
    expect(await cli(['agents', 'list'])).toMatchObject({ code: 7, json: { error: 'rate_limited', detail: 'Slow down. Try again in 4000 s.' } })
    expect(capture.requests).toHaveLength(1)
  })
})

describe('safety', () => {
  test('a token is not sent to the target of a redirect', async () => {
    capture.respond = (nth) => (nth === 1 ? { status: 302, body: '', headers: { Location: `${capture.url()}/elsewhere` } } : { status: 200, body: '{}' })
    expect(await cli(['whoami'])).toMatchObject({ code: 1, json: { status: 302 } })
    expect(capture.requests).toHaveLength(1)
  })

  test('a server that is not Callwright is reported as such', async () => {
    capture.respond = () => ({ status: 200, body: '<html>' })
    expect(await cli(['whoami'])).toMatchObject({ code: 8, json: { detail: expect.stringContaining('Check the URL') } })
    capture.respond = () => ({ status: 404, body: '<html>' })
    expect(await cli(['whoami'])).toMatchObject({ code: 6, json: { detail: expect.stringContaining('Check the URL') } })
  })

  test('a token never appears in the output', async () => {
    const said = await Promise.all([
      cli([`--tokn=${TOKEN}`, 'whoami']),
      cli(['whoami', TOKEN]),
      cli(['config']),
      run(['login', '--token', TOKEN, '--base-url', capture.url()]),
    ])
    for (const { stdout, stderr } of said) expect(`${stdout}${stderr}`).not.toContain(TOKEN)
  })

  test("text from others can't control the terminal, in tables or in JSON", async () => {
    const evil = 'a\u001b[2J\u009b31m\u202eb\nc'
    const item = { id: 1, name: evil, status: 'draft' }
    capture.respond = () => ({ status: 200, body: JSON.stringify({ items: [item], data: [item], has_more: false, next_cursor: null }) })
    const { stdout, json } = await cli(['campaigns', 'list'])
    expect(json.items[0].name).toBe(evil)
    // oxlint-disable-next-line no-control-regex -- the pattern looks for these characters
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  })

  test('Ctrl-C cancels an active request, and prints the key to repeat it', async () => {
    capture.respond = () => 'wait'
    const running = cli(['calls', 'place', '--to-number', '+14155550100', '--idempotency-key', 'k-1'], {
      onStart: (child) => void capture.nextRequest().then(() => child.kill('SIGINT')),
    })
    expect(await running).toMatchObject({ code: 130, json: { error: 'interrupted', idempotency_key: 'k-1' } })
  })
})

describe('pages', () => {
  const page = (from: number, more: boolean) => {
    const items = [{ id: from }, { id: from - 1 }]
    return JSON.stringify({ items, data: items, has_more: more, next_cursor: more ? String(from - 1) : null })
  }

  test('--all reads one page after the other and returns one list', async () => {
    capture.respond = (nth) => ({ status: 200, body: page(10 - nth * 2, nth < 3) })
    const { code, json } = await cli(['agents', 'list', '--all', '--limit', '2'])
    expect({ code, json }).toEqual({ code: 0, json: { items: [8, 7, 6, 5, 4, 3].map((id) => ({ id })), has_more: false, next_cursor: null } })
    expect(capture.requests.map(({ query }) => query)).toEqual([{ limit: '2' }, { limit: '2', cursor: '7' }, { limit: '2', cursor: '5' }])
  })

  test('a reader that closes the pipe early causes no error', async () => {
    capture.respond = (nth) => ({ status: 200, body: page(1_000_000 - nth * 2, true) })
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', `set -o pipefail; "$NODE" "$CALLWRIGHT" agents list --all | head -c 20`], {
      env: { PATH: process.env.PATH, HOME: home(), NODE: process.execPath, CALLWRIGHT, CALLWRIGHT_BASE_URL: capture.url(), CALLWRIGHT_TOKEN: TOKEN },
    })
    expect({ length: stdout.length, stderr }).toEqual({ length: 20, stderr: '' })
  })
})

describe('bodies', () => {
  test.each([
    ['itself', ['--data', '{"name":"Ada","lang":"it-IT"}'], ''],
    ['from stdin', ['--data', '-'], '{"name":"Ada","lang":"it-IT"}'],
  ])('--data is accepted %s, and other options override it', async (_, args, input) => {
    capture.respond = () => ({ status: 201, body: '{"id":1}' })
    expect(await cli(['agents', 'create', ...args, '--lang', 'de-DE', '--no-is-active'], { input })).toMatchObject({ code: 0 })
    expect(JSON.parse(capture.requests[0]!.body)).toEqual({ name: 'Ada', lang: 'de-DE', is_active: false })
  })

  test.each([
    [['--data', '[1]'], '--data must be a JSON object'],
    [['--data', '{'], '--data is not valid JSON'],
    [['--data', '@/nowhere/at.all'], 'cannot be read (ENOENT)'],
    [['--general-tools', 'x'], '--general-tools is not valid JSON'],
    [['--colour', 'blue'], "unknown option '--colour'"],
  ])('%o is refused before anything is sent', async (args, said) => {
    expect(await cli(['agents', 'create', ...args])).toMatchObject({ code: 2, json: { detail: expect.stringContaining(said) } })
    expect(capture.requests).toHaveLength(0)
  })
})
