import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Route } from '../../src/rest/route.ts'
import { routeTable } from '../../src/rest/routeTable.ts'
import { CALLWRIGHT, type Cli, inProcess, useCli } from '../kit/cli.ts'
import { useHeard } from '../kit/heard.ts'

const TOKEN = 'agc_0123456789012345678901234567890'
const { as, run, home } = useCli()
const heard = useHeard()
const cli: Cli = (args, how) => as(heard.url(), TOKEN)(args, how)

describe('the example of every command', () => {
  const rows = routeTable.map((row) => [row.command, row] as const)
  const inShell = (script: string) =>
    promisify(execFile)('bash', ['-c', script], {
      env: { PATH: process.env.PATH, HOME: home(), NODE: process.execPath, CALLWRIGHT, CALLWRIGHT_BASE_URL: heard.url(), CALLWRIGHT_TOKEN: TOKEN },
    })
  const here = (args: string[]) => inProcess(args, { CALLWRIGHT_BASE_URL: heard.url(), CALLWRIGHT_TOKEN: TOKEN })
  const exampleOf = async (command: string) => /Example:\n {2}\$ callwright (.*)$/m.exec((await here([...command.split(' '), '--help'])).stdout)![1]!
  /** The words that a shell makes of each line. */
  const words: Record<string, string[]> = {}
  beforeAll(async () => {
    const lines = await Promise.all(rows.map(([command]) => exampleOf(command)))
    const { stdout } = await inShell(lines.map((line) => `printf '%s\\0' ${line}; printf '\\n\\0'`).join('\n'))
    for (const [index, text] of stdout.split('\n\0').slice(0, -1).entries()) words[rows[index]![0]] = text.split('\0').slice(0, -1)
  })
  beforeEach(() => {
    heard.answer = () => ({ status: 200, body: '{"items":[],"data":[],"has_more":false,"next_cursor":null}' })
  })

  function expectSent({ method, path, example, idempotent }: Route) {
    expect(heard.requests).toHaveLength(1)
    const [sent] = heard.requests
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const params = Object.fromEntries(Object.entries(example?.params ?? {}).map(([name, value]) => [name, String(value)]))
    const expected = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))
    expect(sent).toMatchObject({ method, path: `/api/v1${expected}`, headers: { 'x-api-key': TOKEN } })
    expect(Object.keys(sent!.query)).toEqual(Object.keys(params).filter((name) => !inPath.includes(name)))
    expect(sent!.query).toMatchObject(Object.fromEntries(Object.entries(params).filter(([name]) => !inPath.includes(name))))
    if (example?.body) expect(JSON.parse(sent!.body)).toEqual(example.body)
    expect(sent!.headers['idempotency-key'] !== undefined).toBe(idempotent === true)
  }

  test.each(rows)('%s is sent as it is documented', async (command, row) => {
    if (row.method === 'DELETE') heard.answer = () => ({ status: 204, body: '' })
    expect(await here([...words[command]!, '--yes'])).toMatchObject({ code: 0, stderr: '' })
    expectSent(row)
  })

  test.each(rows.filter(([command]) => ['calls place', 'calls list', 'leads add'].includes(command)))(
    '%s is sent as it is documented by a shell and a process of its own',
    async (command, row) => {
      await inShell(`"$NODE" "$CALLWRIGHT" ${await exampleOf(command)} --yes`)
      expectSent(row)
    },
  )
})

describe('trying again', () => {
  test('what may be repeated is, with one key for all attempts, until it goes well', async () => {
    heard.answer = (nth) => (nth < 3 ? { status: nth === 1 ? 503 : 502, body: '{"detail":"busy"}' } : { status: 202, body: '{"id":7}' })
    expect(await cli(['calls', 'place', '--to-number', '+14155550100'])).toMatchObject({ code: 0, json: { id: 7 } })
    expect(heard.requests).toHaveLength(3)
    expect(new Set(heard.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  /** Waits between the four attempts of the command line, longer each time: less than two seconds in all. */
  test('a call whose answer never comes is told with the key to repeat it', async () => {
    heard.answer = () => 'hang up'
    const { code, json } = await cli(['calls', 'place', '--to-number', '+14155550100', '--idempotency-key', 'order-1'])
    expect({ code, json }).toMatchObject({ code: 8, json: { error: 'server', status: null, idempotency_key: 'order-1' } })
    expect(heard.requests).toHaveLength(4)
  })

  test('a key is refused where it would not keep anything from being done twice', async () => {
    expect(await cli(['campaigns', 'start', '3', '--yes', '--idempotency-key', 'k'])).toMatchObject({ code: 2, json: { error: 'usage' } })
    expect(heard.requests).toHaveLength(0)
  })

  test('what has no key and changes something is sent once', async () => {
    heard.answer = () => ({ status: 502, body: '{"detail":"no"}' })
    expect(await cli(['campaigns', 'start', '3', '--yes'])).toMatchObject({ code: 8 })
    expect(heard.requests).toHaveLength(1)
  })

  /** Waits the second that the answer asks for, and starts the command line twice. */
  test('a limit is waited for when it is short, and told when it is long', async () => {
    heard.answer = (nth) => (nth === 1 ? { status: 429, body: '{"detail":"Slow down"}', headers: { 'Retry-After': '1' } } : { status: 200, body: '{}' })
    expect(await cli(['campaigns', 'pause', '3'])).toMatchObject({ code: 0 })
    expect(heard.requests).toHaveLength(2)
    heard.clear()
    heard.answer = () => ({ status: 429, body: '{"detail":"Slow down"}', headers: { 'Retry-After': '4000' } })
    expect(await cli(['agents', 'list'])).toMatchObject({ code: 7, json: { error: 'rate_limited', detail: 'Slow down. Try again in 4000 s.' } })
    expect(heard.requests).toHaveLength(1)
  })
})

describe('safety', () => {
  test('a token is not carried to where a server leads', async () => {
    heard.answer = (nth) => (nth === 1 ? { status: 302, body: '', headers: { Location: `${heard.url()}/elsewhere` } } : { status: 200, body: '{}' })
    expect(await cli(['whoami'])).toMatchObject({ code: 1, json: { status: 302 } })
    expect(heard.requests).toHaveLength(1)
  })

  test('what is no Callwright is said to be none', async () => {
    heard.answer = () => ({ status: 200, body: '<html>' })
    expect(await cli(['whoami'])).toMatchObject({ code: 8, json: { detail: expect.stringContaining('Check the URL') } })
    heard.answer = () => ({ status: 404, body: '<html>' })
    expect(await cli(['whoami'])).toMatchObject({ code: 6, json: { detail: expect.stringContaining('Check the URL') } })
  })

  test('a token is in nothing that is printed', async () => {
    const said = await Promise.all([
      cli([`--tokn=${TOKEN}`, 'whoami']),
      cli(['whoami', TOKEN]),
      cli(['config']),
      run(['login', '--token', TOKEN, '--base-url', heard.url()]),
    ])
    for (const { stdout, stderr } of said) expect(`${stdout}${stderr}`).not.toContain(TOKEN)
  })

  test('what is sent by somebody else cannot speak to the terminal, neither as a table nor as JSON', async () => {
    const evil = 'a\u001b[2J\u009b31m\u202eb\nc'
    const item = { id: 1, name: evil, status: 'draft' }
    heard.answer = () => ({ status: 200, body: JSON.stringify({ items: [item], data: [item], has_more: false, next_cursor: null }) })
    const { stdout, json } = await cli(['campaigns', 'list'])
    expect(json.items[0].name).toBe(evil)
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  })

  test('Ctrl-C ends a request that is under way, and says with which key it can be repeated', async () => {
    heard.answer = () => 'wait'
    const running = cli(['calls', 'place', '--to-number', '+14155550100', '--idempotency-key', 'k-1'], {
      onStart: (child) => void heard.next().then(() => child.kill('SIGINT')),
    })
    expect(await running).toMatchObject({ code: 130, json: { error: 'interrupted', idempotency_key: 'k-1' } })
  })
})

describe('pages', () => {
  const page = (from: number, more: boolean) => {
    const items = [{ id: from }, { id: from - 1 }]
    return JSON.stringify({ items, data: items, has_more: more, next_cursor: more ? String(from - 1) : null })
  }

  test('--all asks for one after another and answers one list', async () => {
    heard.answer = (nth) => ({ status: 200, body: page(10 - nth * 2, nth < 3) })
    const { code, json } = await cli(['agents', 'list', '--all', '--limit', '2'])
    expect({ code, json }).toEqual({ code: 0, json: { items: [8, 7, 6, 5, 4, 3].map((id) => ({ id })), has_more: false, next_cursor: null } })
    expect(heard.requests.map(({ query }) => query)).toEqual([{ limit: '2' }, { limit: '2', cursor: '7' }, { limit: '2', cursor: '5' }])
  })

  test('who has read enough ends it without a word', async () => {
    heard.answer = (nth) => ({ status: 200, body: page(1_000_000 - nth * 2, true) })
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', `set -o pipefail; "$NODE" "$CALLWRIGHT" agents list --all | head -c 20`], {
      env: { PATH: process.env.PATH, HOME: home(), NODE: process.execPath, CALLWRIGHT, CALLWRIGHT_BASE_URL: heard.url(), CALLWRIGHT_TOKEN: TOKEN },
    })
    expect({ length: stdout.length, stderr }).toEqual({ length: 20, stderr: '' })
  })
})

describe('bodies', () => {
  test.each([
    ['itself', ['--data', '{"name":"Ada","lang":"it-IT"}'], ''],
    ['from stdin', ['--data', '-'], '{"name":"Ada","lang":"it-IT"}'],
  ])('--data is taken %s, and other switches go on top', async (_, args, input) => {
    heard.answer = () => ({ status: 201, body: '{"id":1}' })
    expect(await cli(['agents', 'create', ...args, '--lang', 'de-DE', '--no-is-active'], { input })).toMatchObject({ code: 0 })
    expect(JSON.parse(heard.requests[0]!.body)).toEqual({ name: 'Ada', lang: 'de-DE', is_active: false })
  })

  test.each([
    [['--data', '[1]'], '--data must be a JSON object'],
    [['--data', '{'], '--data is not valid JSON'],
    [['--data', '@/nowhere/at.all'], 'cannot be read (ENOENT)'],
    [['--general-tools', 'x'], '--general-tools is not valid JSON'],
    [['--colour', 'blue'], "unknown option '--colour'"],
  ])('%o is refused before anything is sent', async (args, said) => {
    expect(await cli(['agents', 'create', ...args])).toMatchObject({ code: 2, json: { detail: expect.stringContaining(said) } })
    expect(heard.requests).toHaveLength(0)
  })
})
