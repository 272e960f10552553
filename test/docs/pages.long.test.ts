import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../../src/embedded/freePort.ts'
import { graphql } from '../kit/clients/client.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { type Block, type Page, pages, read, linePattern, findDifference } from './pages.ts'

/** The number of pages that run at a time. */
const MAX_CONCURRENT_PAGES = 3
const MARK = '--- end of block ---'
const isRun = ({ kind }: Block) => kind === 'sh' || kind === 'sh fails'
const isAnswer = ({ kind, follows }: Block) => follows && (kind === 'json' || kind === 'text')

const runnablePages = pages().filter(({ blocks }) => blocks.some(isRun))
let server: Product
/** Not in the server's data folder, because programs may not be executable in a memory folder. */
const bin = mkdtempSync(join(tmpdir(), 'callwright-bin-'))
const access = new Map<string, NodeJS.ProcessEnv>()

beforeAll(async () => {
  server = await createProduct({ SIMULATOR_SPEED: '100' })
  await server.start()
  await makeWorkspaces()
  const curl = join(server.dataDir, 'curl')
  mkdirSync(curl)
  // A command that returns an error has failed, and prints the error.
  writeFileSync(join(curl, '.curlrc'), 'show-error\nfail-with-body\n')
  // The installed command line.
  writeFileSync(join(bin, 'callwright'), `#!/bin/sh\nexec '${process.execPath}' '${resolve('clients/cli/bin/callwright.js')}' "$@"\n`, {
    mode: 0o755,
  })
})
afterAll(async () => {
  await server.end()
  rmSync(bin, { recursive: true })
})

/**
 * Each page has its own workspace, so any selection of pages can run. One process creates them all, because their secrets have to be encrypted with this
 * server's keys, and a command for each would take longer than the pages.
 */
async function makeWorkspaces() {
  const { url } = JSON.parse(readFileSync(join(server.dataDir, 'postgres.json'), 'utf8')) as { url: string }
  const script = `
    const [{ connect, disconnect }, { loadEnv }, { loadKeys }, { commands }] = await Promise.all(
      ['kernel/db/db', 'kernel/config/env', 'kernel/crypto/keys', 'admin/commands'].map((name) => import('${resolve('dist/src')}/' + name + '.js')))
    connect('${url}', 2)
    await loadKeys(loadEnv())
    for (const name of ${JSON.stringify(runnablePages.map(({ name }) => name))})
      console.log(JSON.stringify({ name, ...(await commands['workspace create']({ name, plan: 'enterprise', wallet: '100' })) }))
    await disconnect()`
  const env = { PATH: process.env.PATH, DATA_DIR: server.dataDir, LOG_LEVEL: 'silent' }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })
  for (const line of stdout.trim().split('\n')) {
    const { name, workspace_id, api_key, email, password } = JSON.parse(line) as Record<string, string>
    access.set(name!, { KEY: api_key, EMAIL: email, PASSWORD: password, WORKSPACE: workspace_id })
  }
}

/** The two functions that readers define before they try a page. */
const helpers = () => read('docs/getting-started.md').blocks.find(({ kind, code }) => kind === 'sh' && code.includes('json()'))!.code

/** Every test here runs a page's commands in a shell, with simulated calls if they place any. Three pages run at a time. */
describe.concurrent('the commands of every page can be pasted into a shell, block by block, and print what the page shows', () => {
  const slots = Array.from({ length: MAX_CONCURRENT_PAGES }, () => Promise.resolve())
  test.each(runnablePages.map((page) => [page.name, page] as const))('%s', async (_, page) => {
    const previous = slots.shift()!
    let release!: () => void
    slots.push(new Promise((resolve) => (release = resolve)))
    await previous
    try {
      expect(await problemsOf(page)).toEqual([])
    } finally {
      release()
    }
  })
})

/** The differences between the output and the page. */
async function problemsOf(page: Page): Promise<string[]> {
  const blocks = page.blocks.filter(isRun)
  const { code, outputs, complaints } = await pasteBlocks(page, blocks)
  const place = (block: Block) => `${page.path}:${block.line}`
  if (code !== 0) {
    const at = outputs.length - 1
    return [`${place(blocks[at] ?? blocks[0]!)}: a command failed\n${blocks[at]?.code}${outputs[at]}\n${complaints}`]
  }
  return page.blocks.flatMap((answer, at) => {
    const commands = page.blocks[at - 1]
    if (!commands || !isRun(commands) || !isAnswer(answer)) return []
    const printed = outputs[blocks.indexOf(commands)]!
    const problems =
      answer.kind === 'json'
        ? [findJsonDifference(printed, answer.code)]
        : answer.code
            .trimEnd()
            .split('\n')
            .map((line) => findMissingLine(printed, line))
    return problems.filter((problem) => problem !== null).map((problem) => `${place(answer)}: ${problem}`)
  })
}

async function pasteBlocks(page: Page, blocks: Block[]) {
  const credentials = access.get(page.name)!
  const input = { email: credentials.EMAIL, password: credentials.PASSWORD }
  const { data } = await graphql(server.url, {}, 'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }', { input })
  const folder = join(server.dataDir, `page-${page.name}`)
  mkdirSync(folder)
  const env = {
    ...process.env,
    ...credentials,
    TOKEN: data.signIn.accessToken as string,
    PATH: `${bin}:${process.env.PATH}`,
    CALLWRIGHT: server.url,
    SIMULATOR: server.demo().simulator!.url,
    DATA_DIR: server.dataDir,
    TMPDIR: folder,
    CURL_HOME: join(server.dataDir, 'curl'),
    HOOK: String(await findFreePort()),
  }
  const script = [helpers(), ...blocks.map(({ kind, code }) => `${kind === 'sh fails' ? expectFailure(code) : code}echo; echo '${MARK}'\n`)].join('')
  const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const tooLong = setTimeout(() => process.kill(-shell.pid!, 'SIGKILL'), 120_000)
  const [[code], printed, complaints] = await Promise.all([once(shell, 'close'), text(shell.stdout), text(shell.stderr)])
  clearTimeout(tooLong)
  return { code: code as number | null, outputs: printed.split(`\n${MARK}\n`), complaints }
}

const expectFailure = (code: string) => `set +e\n${code}STATUS=$?; set -e; [ $STATUS != 0 ] || { echo 'this command should have failed' >&2; exit 1; }\n`

function findJsonDifference(printed: string, documented: string): string | null {
  const lines = printed.trim().split('\n')
  const startIndex = lines.findIndex((line) => /^[{[]/.test(line))
  for (const candidate of [printed, lines.at(-1)!, lines.slice(startIndex).join('\n')])
    try {
      return findDifference(JSON.parse(candidate), JSON.parse(documented))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  return `no JSON was printed: ${printed}`
}

const findMissingLine = (printed: string, documented: string) =>
  printed.split('\n').some((line) => linePattern(documented).test(line.replace(/\r$/, ''))) ? null : `no line "${documented}" in:\n${printed}`
