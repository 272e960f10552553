import type { Command } from 'commander'
import { type ApiRequest, requestJson } from './api.ts'
import { type Output, outputOf } from './output.ts'
import { type Globals, type Session, resolveSession } from './settings.ts'

/** Everything a command needs. */
export interface Context {
  globals: Globals
  output: Output
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  /** Server and token to use. Throws a Failure if no one is logged in. */
  session(): Session
  /** Sends a request to that server. Throws a Failure. */
  request(request: Omit<ApiRequest, 'signal'>): Promise<unknown>
}

const stop = new AbortController()

/** Aborts all running requests. */
export const interrupt = () => stop.abort()
export const isInterrupted = () => stop.signal.aborted

export function contextOf(command: Command): Context {
  const globals = command.optsWithGlobals<Globals>()
  const session = () => resolveSession(globals)
  return {
    globals,
    output: outputFor(globals),
    signal: stop.signal,
    session,
    request: (request) => requestJson(session(), { ...request, signal: stop.signal }),
  }
}

/** Chooses the output format: JSON off a terminal or with --json, colors on a terminal unless disabled. */
export function outputFor({ json = false, quiet = false, color = true }: Partial<Globals>): Output {
  const isTerminal = process.stdout.isTTY === true
  const isPlain = process.env.NO_COLOR !== undefined && process.env.NO_COLOR !== ''
  return outputOf({ json: json || !isTerminal, quiet, color: color && isTerminal && !isPlain && process.env.TERM !== 'dumb' })
}
