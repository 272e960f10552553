import type { Command } from 'commander'
import { type Ask, ask } from './api.ts'
import { type Output, outputOf } from './output.ts'
import { type Globals, type Session, sessionOf } from './settings.ts'

/** What a command works with. */
export interface Context {
  globals: Globals
  output: Output
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  /** Where to ask, and as whom. Throws a Failure where nobody is logged in. */
  session(): Session
  /** A request to that server. Throws a Failure. */
  ask(request: Omit<Ask, 'signal'>): Promise<unknown>
}

const stop = new AbortController()

/** Ends what is under way. */
export const interrupt = () => stop.abort()
export const isInterrupted = () => stop.signal.aborted

export function contextOf(command: Command): Context {
  const globals = command.optsWithGlobals<Globals>()
  const session = () => sessionOf(globals)
  return {
    globals,
    output: outputFor(globals),
    signal: stop.signal,
    session,
    ask: (request) => ask(session(), { ...request, signal: stop.signal }),
  }
}

/** JSON off a terminal and at a wish; colours on one, unless they are not wished. */
export function outputFor({ json = false, quiet = false, color = true }: Partial<Globals>): Output {
  const isTerminal = process.stdout.isTTY === true
  const isPlain = process.env.NO_COLOR !== undefined && process.env.NO_COLOR !== ''
  return outputOf({ json: json || !isTerminal, quiet, color: color && isTerminal && !isPlain && process.env.TERM !== 'dumb' })
}
