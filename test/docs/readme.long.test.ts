import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands, FILE_COMMANDS } from '../../src/admin/commands.ts'
import { createProduct, type Product } from '../kit/server/product.ts'

const readme = readFileSync('README.md', 'utf8')

/** The tour's blocks in order: the commands, and the output under them. */
const tour = readme.split(/^## /m).find((section) => section.startsWith('A tour'))!
const steps = [...tour.matchAll(/^```sh\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?/gms)].map(([, commands, printed]) => ({
  commands: commands!,
  printed: printed?.trimEnd().split('\n') ?? [],
}))

const MARK = '--- end of block ---'

describe('the tour', () => {
  let server: Product
  let outputs: string[] = []
  let ended: { code: number | null; complaints: string }

  beforeAll(async () => {
    server = await createProduct({ SIMULATOR_SPEED: '20' })
    await server.start()
    // Below the ports that systems assign automatically.
    const env = { ...process.env, CALLWRIGHT: server.url, DATA_DIR: server.dataDir, TMPDIR: server.dataDir, HOOK: String(20_000 + (process.pid % 10_000)) }
    const script = steps.map(({ commands }) => `${commands}echo; echo '${MARK}'\n`).join('')
    const shell = spawn('bash', ['-ec', script], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const tooLong = setTimeout(() => process.kill(-shell.pid!, 'SIGKILL'), 90_000)
    const [[code], printed, complaints] = await Promise.all([once(shell, 'close'), text(shell.stdout), text(shell.stderr)])
    clearTimeout(tooLong)
    outputs = printed.split(MARK)
    ended = { code: code as number | null, complaints }
  })
  afterAll(() => server.end())

  test('runs to its end without errors', () => {
    expect(steps.length).toBeGreaterThan(8)
    expect(ended).toEqual({ code: 0, complaints: '' })
    expect(outputs).toHaveLength(steps.length + 1)
  })

  test.each(steps.map((step, at) => [at + 1, step] as const).filter(([, { printed }]) => printed.length > 0))(
    'block %i prints the output under it',
    (at, step) => {
      const lines = (outputs[at - 1] ?? '').split('\n')
      for (const line of step.printed) expect(lines).toContainEqual(expect.stringMatching(shown(line)))
    },
  )
})

/** A line as the README shows it. `…` matches anything. */
const shown = (line: string) => new RegExp(`^${line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.*')}$`)

test("the README lists exactly the administrator's commands", () => {
  const named = [...readme.matchAll(/^npm run admin -- (\w+ [\w-]+)(?!\S)/gm)].map(([, name]) => name)
  expect(named).toEqual(Object.keys(commands))
  for (const name of FILE_COMMANDS) expect(readme).toContain(`\nnpm run admin -- ${name} `)
})

test('the README lists every npm script that a developer runs', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const typed = Object.keys(scripts).filter((name) => !name.startsWith('pre') && name !== 'build')
  for (const name of typed) expect(readme).toMatch(new RegExp(`npm (run )?${name}\\b`))
})

test('the README has every folder of the sources in its table', () => {
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const { name } of folders) expect(readme).toContain(`\`src/${name}/\``)
})
