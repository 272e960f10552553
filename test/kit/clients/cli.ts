import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, vi } from 'vitest'
import { run } from '../../../clients/cli/src/run.ts'

export const CALLWRIGHT = resolve('clients/cli/bin/callwright.js')

export interface CliResult {
  code: number | null
  stdout: string
  stderr: string
  /** The response or the error, as JSON. */
  json: any
}
interface CliOptions {
  /** Added to the variables with the token and the server's URL. */
  env?: Record<string, string>
  input?: string
  /** Receives the process, to end it or to read its output while it runs. */
  onStart?: (child: ChildProcessWithoutNullStreams) => void
}
export type Cli = (args: readonly string[], options?: CliOptions) => Promise<CliResult>

/** A command that is still running. */
export interface CliProcess {
  output: { stdout: string; stderr: string }
  /** The lines of JSON it has written so far. */
  lines: () => any[]
  result: Promise<CliResult>
  kill: (signal: NodeJS.Signals) => boolean
}

/** The built command line, run as a process with a home folder for this file. */
export function useCli(): {
  run: Cli
  start: (args: readonly string[], options?: CliOptions) => CliProcess
  withToken: (url: string, token: string) => Cli
  home: () => string
} {
  let home: string
  beforeAll(() => {
    execFileSync(process.execPath, ['clients/cli/build.mjs'], { stdio: ['ignore', 'inherit', 'inherit'] })
    home = mkdtempSync(join(tmpdir(), 'callwright-cli-'))
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  const start = (args: readonly string[], { env = {}, input = '', onStart }: CliOptions = {}): CliProcess => {
    const child = spawn(process.execPath, [CALLWRIGHT, ...args], { env: { PATH: process.env.PATH, HOME: home, ...env } })
    const output = { stdout: '', stderr: '' }
    const result = new Promise<CliResult>((done, fail) => {
      for (const name of ['stdout', 'stderr'] as const)
        child[name].setEncoding('utf8').on('data', (text: string) => {
          output[name] += text
        })
      onStart?.(child)
      child.on('error', fail).on('close', (code) => done({ code, ...output, json: parseJson(output.stdout) ?? parseJson(output.stderr) }))
      child.stdin.on('error', () => {}).end(input)
    })
    const lines = () => output.stdout.split('\n').flatMap((line) => parseJson(line) ?? [])
    return { output, lines, result, kill: (signal) => child.kill(signal) }
  }
  const runToEnd: Cli = (args, options) => start(args, options).result
  const withToken =
    (url: string, token: string): Cli =>
    (args, options) =>
      runToEnd(args, { ...options, env: { CALLWRIGHT_BASE_URL: url, CALLWRIGHT_TOKEN: token, ...options?.env } })
  return { run: runToEnd, start, withToken, home: () => home }
}

let lastRun: Promise<unknown> = Promise.resolve()

/** The same program in this process, one command after the other. For matrices, where starting a process for each command would take most of the time. */
export function runInProcess(args: readonly string[], env: Record<string, string>): Promise<CliResult> {
  const result = lastRun.then(() => runCaptured(args, env))
  lastRun = result.catch(() => {})
  return result
}

async function runCaptured(args: readonly string[], env: Record<string, string>): Promise<CliResult> {
  const output = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      output[name] += String(text)
      return true
    }),
  )
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    const code = await run(args)
    return { code, ...output, json: parseJson(output.stdout) ?? parseJson(output.stderr) }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
