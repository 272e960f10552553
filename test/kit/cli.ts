import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, vi } from 'vitest'
import { run } from '../../clients/cli/src/run.ts'

export const CALLWRIGHT = resolve('clients/cli/bin/callwright.js')

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
  /** What was answered, or what went wrong, as JSON. */
  json: any
}
interface How {
  /** Above those that a token and an address are in. */
  env?: Record<string, string>
  input?: string
  /** Told the process, to end it or to hear what it writes meanwhile. */
  onStart?: (child: ChildProcessWithoutNullStreams) => void
}
export type Cli = (args: readonly string[], how?: How) => Promise<Ran>

/** One that goes on by itself. */
export interface Started {
  said: { stdout: string; stderr: string }
  /** The lines of JSON that it has written so far. */
  lines: () => any[]
  ended: Promise<Ran>
  kill: (signal: NodeJS.Signals) => boolean
}

/** The command line as it is installed: built, a process of its own, with a home of this file's own. */
export function useCli(): { run: Cli; start: (args: readonly string[], how?: How) => Started; as: (url: string, token: string) => Cli; home: () => string } {
  let home: string
  beforeAll(() => {
    execFileSync(process.execPath, ['clients/cli/build.mjs'], { stdio: ['ignore', 'inherit', 'inherit'] })
    home = mkdtempSync(join(tmpdir(), 'callwright-cli-'))
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  const start = (args: readonly string[], { env = {}, input = '', onStart }: How = {}): Started => {
    const child = spawn(process.execPath, [CALLWRIGHT, ...args], { env: { PATH: process.env.PATH, HOME: home, ...env } })
    const said = { stdout: '', stderr: '' }
    const ended = new Promise<Ran>((done, fail) => {
      for (const name of ['stdout', 'stderr'] as const)
        child[name].setEncoding('utf8').on('data', (text: string) => {
          said[name] += text
        })
      onStart?.(child)
      child.on('error', fail).on('close', (code) => done({ code, ...said, json: parsed(said.stdout) ?? parsed(said.stderr) }))
      child.stdin.on('error', () => {}).end(input)
    })
    const lines = () => said.stdout.split('\n').flatMap((line) => parsed(line) ?? [])
    return { said, lines, ended, kill: (signal) => child.kill(signal) }
  }
  const runAlone: Cli = (args, how) => start(args, how).ended
  const as =
    (url: string, token: string): Cli =>
    (args, how) =>
      runAlone(args, { ...how, env: { CALLWRIGHT_BASE_URL: url, CALLWRIGHT_TOKEN: token, ...how?.env } })
  return { run: runAlone, start, as, home: () => home }
}

let turn: Promise<unknown> = Promise.resolve()

/** The same program in this process, one command line after the other: for matrices, where a process for each would be most of the work. */
export function inProcess(args: readonly string[], env: Record<string, string>): Promise<Ran> {
  const ran = turn.then(() => runHere(args, env))
  turn = ran.catch(() => {})
  return ran
}

async function runHere(args: readonly string[], env: Record<string, string>): Promise<Ran> {
  const said = { stdout: '', stderr: '' }
  const hearing = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text)
      return true
    }),
  )
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    const code = await run(args)
    return { code, ...said, json: parsed(said.stdout) ?? parsed(said.stderr) }
  } finally {
    for (const spy of hearing) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
