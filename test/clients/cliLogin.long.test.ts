import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import { CALLWRIGHT, useCli } from '../kit/clients/cli.ts'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const { run, home } = useCli()
let key: Client
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
})

/** A home folder for one test. */
const newHome = () => ({ XDG_CONFIG_HOME: mkdtempSync(join(home(), 'config-')) })
const fileIn = ({ XDG_CONFIG_HOME }: { XDG_CONFIG_HOME: string }) => join(XDG_CONFIG_HOME, 'callwright', 'credentials.json')
const login = (env: Record<string, string>, input: string, ...args: string[]) =>
  run(['login', '--with-token', '--base-url', testServer().url, ...args], { env, input })

/** Every test here runs the installed command line, with a process for each command. */
describe('login', () => {
  test('stores a working token that only its owner can read, and commands use it until logout', async () => {
    const env = newHome()
    expect(await login(env, `${key.apiKey}\n`)).toMatchObject({
      code: 0,
      json: { profile: 'default', base_url: testServer().url, workspace_id: expect.any(Number), workspace_name: 'Acme' },
    })
    const file = fileIn(env)
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700])
    expect((await run(['whoami'], { env })).json).toEqual((await key.get('/me')).body)
    expect((await run(['profiles'], { env })).stdout).not.toContain(key.apiKey)
    expect(await run(['logout'], { env })).toMatchObject({ code: 0, json: { logged_out: true } })
    expect(await run(['whoami'], { env })).toMatchObject({ code: 4 })
    expect(readFileSync(file, 'utf8')).not.toContain(key.apiKey)
  })

  test("stores no token that the server refuses or that isn't a token", async () => {
    const env = newHome()
    expect(await login(env, 'agc_nonsense')).toMatchObject({ code: 4, json: { status: 401 } })
    expect(await login(env, 'two\nlines')).toMatchObject({ code: 4, json: { detail: 'The input is not a valid token' } })
    expect(await run(['login'], { env })).toMatchObject({ code: 2, json: { error: 'usage' } })
    expect(existsSync(fileIn(env))).toBe(false)
  })

  test('stores all of ten simultaneous logins', async () => {
    const env = newHome()
    const names = Array.from({ length: 10 }, (_, n) => `p${n}`)
    const ended = await Promise.all(names.map((name) => login(env, key.apiKey, '--profile', name)))
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(names.map(() => ({ code: 0, stderr: '' })))
    expect(Object.keys(JSON.parse(readFileSync(fileIn(env), 'utf8')).profiles).sort()).toEqual(names)
  })

  test('a file that others can read is restricted when it is written again, and a damaged file is reported', async () => {
    const env = newHome()
    await login(env, key.apiKey)
    chmodSync(fileIn(env), 0o644)
    await login(env, key.apiKey, '--profile', 'second')
    expect(statSync(fileIn(env)).mode & 0o777).toBe(0o600)
    writeFileSync(fileIn(env), `{"current": "${key.apiKey}`)
    const { code, stderr } = await run(['whoami'], { env })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('is damaged') })
    expect(stderr).not.toContain(key.apiKey)
  })
})

describe('profiles', () => {
  test('each belongs to its own workspace, one is active, and an option or the environment selects another', async () => {
    const env = newHome()
    const other = await (await testServer().workspace({ name: 'Other' })).key()
    await login(env, key.apiKey, '--profile', 'acme')
    await login(env, other.apiKey, '--profile', 'other')
    const nameOf = async (args: string[] = [], more: Record<string, string> = {}) =>
      (await run(['whoami', ...args], { env: { ...env, ...more } })).json.workspace_name
    expect(await nameOf()).toBe('Other')
    await run(['profiles', 'use', 'acme'], { env })
    expect([await nameOf(), await nameOf(['--profile', 'other']), await nameOf([], { CALLWRIGHT_PROFILE: 'other' })]).toEqual(['Acme', 'Other', 'Other'])
    const foreign = { CALLWRIGHT_TOKEN: other.apiKey }
    expect([await nameOf([], foreign), await nameOf(['--profile', 'acme'], foreign)]).toEqual(['Other', 'Acme'])
    expect(await run(['profiles', 'use', 'nobody'], { env })).toMatchObject({ code: 6 })
  })

  test("a profile's token is never sent to another server", async () => {
    const env = newHome()
    await login(env, key.apiKey)
    for (const args of [['--base-url', 'http://localhost:9'], []])
      expect(await run(['whoami', ...args], { env: { ...env, CALLWRIGHT_BASE_URL: 'http://localhost:9' } })).toMatchObject({
        code: 4,
        json: { detail: expect.stringContaining('The profile "default" is for') },
      })
  })

  test.each(['http://calls.example.com', 'ftp://localhost', 'https://user:pass@calls.example.com', 'https://calls.example.com/?a=b', ''])(
    'nothing is sent to %o',
    async (address) => {
      expect(await run(['whoami', '--base-url', address], { env: { CALLWRIGHT_TOKEN: key.apiKey } })).toMatchObject({ code: 2, json: { error: 'usage' } })
    },
  )
})

test('a revoked token ends a command with 4', async () => {
  const acme = await testServer().workspace()
  const { key: token, row } = await apiKeys.issue({ workspaceId: acme.id, name: 'gone', scopes: ['me:read'] })
  await apiKeys.revokeById(acme.id, row.id)
  expect(await run(['whoami', '--base-url', testServer().url], { env: { CALLWRIGHT_TOKEN: token } })).toMatchObject({
    code: 4,
    json: { error: 'unauthenticated', status: 401 },
  })
})

const hasTerminal = existsSync('/usr/bin/script')

/** Every test here gives a command six seconds on a terminal, three before the answer is typed and three after it. One does so twice. */
describe('on a terminal', () => {
  /** The screen of a person who types this. */
  async function typeInTerminal(line: string, typed = '', env: Record<string, string> = {}): Promise<string> {
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-c', `(sleep 3; printf '${typed}'; sleep 3) | script -qec "stty cols 100; ${line}; echo code \\$?" /dev/null`],
      {
        env: { PATH: process.env.PATH, HOME: home(), TERM: 'xterm', CALLWRIGHT_BASE_URL: testServer().url, CALLWRIGHT_TOKEN: key.apiKey, ...env },
      },
    )
    return stdout
  }
  const callwright = `${process.execPath} ${CALLWRIGHT}`

  test.runIf(hasTerminal).concurrent('lists are tables, and options turn colors off or JSON on', async () => {
    await key.post('/agents', { name: 'Ada' })
    const [table, plain, json] = await Promise.all([
      typeInTerminal(`${callwright} agents list`),
      typeInTerminal(`${callwright} agents list`, '', { NO_COLOR: '1' }),
      typeInTerminal(`${callwright} agents list --json`),
    ])
    expect(table).toContain('\u001b[1mID  NAME')
    expect(plain).toMatch(/^ID +NAME/m)
    expect(plain).not.toContain('\u001b[1m')
    expect(json).toContain('"items": [')
  })

  test.runIf(hasTerminal).concurrent('deleting an agent asks for confirmation, and respects a no', async () => {
    const { id } = (await key.post('/agents', { name: 'Grace' })).body
    expect(await typeInTerminal(`${callwright} agents delete ${id}`, 'n\\n')).toMatch(/Continue\? \[y\/N\][^]*Nothing was changed[^]*code 3/)
    expect((await key.get(`/agents/${id}`)).body.is_active).toBe(true)
    expect(await typeInTerminal(`${callwright} agents delete ${id}`, 'y\\n')).toMatch(/Done\.[^]*code 0/)
    expect((await key.get(`/agents/${id}`)).body.is_active).toBe(false)
  })

  test.runIf(hasTerminal).concurrent("a typed token isn't shown, and Ctrl-C exits with 130", async () => {
    const env = { ...newHome(), CALLWRIGHT_TOKEN: '' }
    const [typed, stopped] = await Promise.all([
      typeInTerminal(`${callwright} login`, `${key.apiKey}\\n`, env),
      typeInTerminal(`${callwright} login --profile b`, '\\003', env),
    ])
    expect(typed).toMatch(/Logged in to Acme[^]*code 0/)
    expect(typed).not.toContain(key.apiKey)
    expect(stopped).toMatch(/code 130/)
  })
})

describe('the package', () => {
  test('contains only what it needs, and runs where it is unpacked', async () => {
    const folder = mkdtempSync(join(home(), 'packed-'))
    const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: 'clients/cli', encoding: 'utf8' })
    const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }]
    const paths = files.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'bin/callwright.js', 'dist/main.js', 'dist/generated/commands.json', 'package.json']))
    expect(paths.filter((path) => !/^(README\.md|package\.json|bin\/callwright\.js|dist\/.*\.(js|json))$/.test(path))).toEqual(['dist/.built'])
    execFileSync('tar', ['xzf', join(folder, filename), '-C', folder])
    symlinkSync(resolve(existsSync('clients/cli/node_modules') ? 'clients/cli/node_modules' : 'node_modules'), join(folder, 'node_modules'))
    expect(execFileSync(process.execPath, [join(folder, 'package/bin/callwright.js'), '--version'], { encoding: 'utf8' })).toBe('callwright 0.1.0\n')
  })
})

describe('completion', () => {
  const complete = async (words: string[]) => {
    const { stdout } = await run(['completion', 'bash'])
    const script = `${stdout}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _callwright; echo "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ')
  }

  test('bash completes commands, options and their values', async () => {
    expect(await complete(['callwright', 'camp'])).toEqual(['campaigns'])
    expect(await complete(['callwright', 'campaigns', 'p'])).toEqual(['pause'])
    expect(await complete(['callwright', '--profile', 'x', 'agents', 'create', '--sys'])).toEqual(['--system-prompt'])
    expect(await complete(['callwright', 'reports', 'create', '--format', ''])).toEqual(['csv', 'json', 'xlsx'])
    expect(await complete(['callwright', 'leads', 'delete', '5', '--ye'])).toEqual(['--yes'])
  })

  test.each(['zsh', 'fish'])('%s gets a script that has every command', async (shell) => {
    const { stdout, code } = await run(['completion', shell])
    expect(code).toBe(0)
    for (const word of ['agents list', 'campaigns start', 'results csv']) expect(stdout).toContain(word)
  })

  test('no other shell is supported', async () => {
    expect(await run(['completion', 'tcsh'])).toMatchObject({ code: 2 })
  })
})
