import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Demo } from '../../src/demo.ts'
import { graphql } from '../kit/clients/client.ts'
import { findQuietPort } from '../kit/server/quietPort.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

/** Printed if npm's registry can't be reached. */
const NOTICE = 'NOT CHECKED: the package `callwright`, because npm cannot install it without its registry.'
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|EHOSTUNREACH|E403|E5\d\d/
const run = promisify(execFile)

/** Only its owner can read it, as a folder of root. Then root's PostgreSQL, which runs as another user, needs capabilities. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'callwright-installed-')))
const place = join(folder, 'place')
const program = join(place, 'node_modules/callwright/bin/callwright.js')
let tarball = ''
let isInstalled = true
let url = ''
let server: ChildProcess | undefined
let output = ''

beforeAll(async () => {
  await run(process.execPath, ['scripts/package.mjs', '--out', folder])
  tarball = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
  )
  await run('npm', ['install', '--prefix', place, '--prefer-offline', '--no-audit', '--no-fund', tarball], { cwd: folder }).catch((error: Error) => {
    if (!UNREACHABLE.test(error.message)) throw error
    isInstalled = false
    process.stdout.write(`${NOTICE}\n`)
  })
  if (isInstalled) await start()
})
afterAll(async () => {
  if (server?.exitCode === null) await stop()
  rmSync(folder, { recursive: true, force: true })
})

const home = () => ({ PATH: process.env.PATH, HOME: folder, LOG_LEVEL: 'warn', SIMULATOR_SPEED: '20' })

/** Whether this machine lets us mount folders, as for root. */
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0
/** Runs a command while a folder is read-only: for everyone where that is possible, otherwise for its owner. */
const READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'

/** Starts the program as `npx callwright` does: without arguments, with its data in the current folder. */
async function start(...before: string[]) {
  const port = await findQuietPort()
  url = `http://127.0.0.1:${port}`
  const [command, ...args] = [...before, process.execPath, program]
  output = ''
  server = spawn(command!, args, { cwd: place, env: { ...home(), PORT: String(port) }, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [server.stdout!, server.stderr!]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await waitFor('the server to be ready', async () => {
    if (server!.exitCode !== null) throw new Error(`the server ended: ${output}`)
    return output.includes('Callwright is running.') && (await fetch(`${url}/readyz`).catch(() => null))?.ok
  })
}

async function stop() {
  const ended = once(server!, 'exit')
  server!.kill('SIGTERM')
  return (await ended)[0] as number | null
}

const demo = () => JSON.parse(readFileSync(join(place, '.data/demo.json'), 'utf8')) as Demo

const callwright = async (...args: string[]) => {
  const env = { ...home(), CALLWRIGHT_BASE_URL: url, CALLWRIGHT_TOKEN: demo().api_key }
  return (await run(process.execPath, [program, ...args], { cwd: place, env })).stdout
}

const sizeOf = (path: string): number => {
  const stat = lstatSync(path)
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : stat.size
}

test('the package contains only what runs: no sources, tests, settings or data', async () => {
  const { stdout } = await run('tar', ['tzf', tarball], { maxBuffer: 2 ** 24 })
  const paths = stdout.trim().split('\n')
  const isExpected = (path: string) => /^package\/((bin|dist|docs)\/|(LICENSE|README\.md|THIRD-PARTY-LICENSES\.txt|package\.json)$)/.test(path)
  expect(paths.filter((path) => !isExpected(path))).toEqual([])
  expect(paths.filter((path) => /\.(ts|map|env|key|pem|log)$|\.test\.|\/\.|\/(test|bench|decisions|examples)\//.test(path))).toEqual([])
})

test('an installation has at most 25 packages and 150 MB', ({ skip }) => {
  skip(!isInstalled, NOTICE)
  const { packages } = JSON.parse(readFileSync(join(place, 'node_modules/.package-lock.json'), 'utf8'))
  const megabytes = sizeOf(join(place, 'node_modules')) / 1e6
  process.stdout.write(`The package: ${Object.keys(packages).length} packages, ${megabytes.toFixed(0)} MB.\n`)
  expect(Object.keys(packages).length).toBeLessThanOrEqual(25)
  expect(megabytes).toBeLessThanOrEqual(150)
})

test('it starts in an empty folder, keeps its data there, and serves the dashboard, the reference and the documentation', async ({ skip }) => {
  skip(!isInstalled, NOTICE)
  expect(existsSync(join(place, '.data/postgres'))).toBe(true)
  expect(existsSync(join(place, 'node_modules/callwright/.data'))).toBe(false)
  const answer = (path: string) => fetch(url + path, { headers: { Accept: 'text/html' } }).then(async (response) => [response.status, await response.text()])
  expect(await answer('/')).toEqual([200, expect.stringContaining('<script')])
  const [, reference] = await answer('/api/v1/docs')
  const script = String(reference).match(/src="([^"]+swagger-ui-bundle\.js)"/)![1]!
  expect(await answer(script)).toEqual([200, expect.stringContaining('SwaggerUI')])
  expect((await answer('/docs/pictures/home.png'))[0]).toBe(200)
  const { email, password } = demo()
  const { signIn } = (await graphql(url, {}, 'mutation($input: SignInInput!) { signIn(input: $input) { accessToken } }', { input: { email, password } })).data
  const search = '{ documentSearch(q: "webhook signature") { title } }'
  const { documentSearch } = (await graphql(url, { Authorization: `Bearer ${signIn.accessToken}` }, search)).data
  expect(documentSearch).toContainEqual({ title: 'Webhooks' })
})

test('its command line places a call, whose answers a thread validates', async ({ skip }) => {
  skip(!isInstalled, NOTICE)
  const questions = [{ name: 'confirmed', type: 'boolean', description: 'Will they come?' }]
  const data = JSON.stringify({ name: 'Packed', voice_id: '11labs-Adrian', post_call_analysis_data: questions })
  const agent = String(JSON.parse(await callwright('agents', 'create', '--data', data)).id)
  await callwright('agents', 'publish', agent)
  const call = String(JSON.parse(await callwright('calls', 'place', '--to-number', '+12125550100', '--agent-id', agent)).id)
  const done = await waitFor('the call to be analyzed', async () => {
    const found = JSON.parse(await callwright('calls', 'get', call))
    return found.summary !== null && found
  })
  expect(done).toMatchObject({ status: 'completed', outcome: 'success' })
  expect(JSON.stringify(done)).toContain('confirmed')
})

test("one help lists the server, the administrator's commands and the command line", async ({ skip }) => {
  skip(!isInstalled, NOTICE)
  const help = await callwright('--help')
  for (const command of ['serve', 'admin', 'smoke', 'login', 'agents', 'calls', 'webhooks']) expect(help).toMatch(new RegExp(`^  ${command}\\b`, 'm'))
  expect(await callwright('admin', '--help')).toMatch(/^Usage: callwright admin <command>/)
  await expect(callwright('smoke', '--help')).rejects.toMatchObject({ stdout: expect.stringContaining('Usage: callwright smoke ') })
  await expect(callwright('serve', '--port', '1')).rejects.toMatchObject({ code: 2 })
})

test("the administrator's commands work on the running server, and the server stops when it is told to", async ({ skip }) => {
  skip(!isInstalled, NOTICE)
  expect(JSON.parse(await callwright('admin', 'doctor', '--json'))).toMatchObject({ ok: true })
  expect(JSON.parse(await callwright('admin', 'backup', 'saved.backup', '--json'))).toMatchObject({ version: expect.any(String) })
  expect(await stop()).toBe(0)
})

test('it runs from a folder that is read-only', async ({ skip }) => {
  skip(!isInstalled, NOTICE)
  const modules = join(place, 'node_modules')
  if (canMount) await start('unshare', '--mount', 'sh', '-c', READ_ONLY, 'sh', modules)
  else {
    await run('chmod', ['-R', 'a-w', modules])
    await start()
  }
  const data = JSON.stringify({ name: 'Read-only', voice_id: '11labs-Adrian' })
  expect(JSON.parse(await callwright('agents', 'create', '--data', data)).id).toBeDefined()
  expect(await stop()).toBe(0)
  if (!canMount) await run('chmod', ['-R', 'u+w', modules])
})
