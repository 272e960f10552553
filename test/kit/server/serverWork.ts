import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import { Server } from 'node:net'
import { inject } from 'vitest'

/** Set in the work of a server, and not in that of a test. */
const serverWork = new AsyncLocalStorage<true>()

/**
 * Runs the work of a server: its start, with all that begins there, such as its requests and jobs, or a job or loop that a test calls
 * (`backgroundWork.ts`). What else a test calls is the test's own work.
 */
export const asServer = <T>(work: () => T): T => serverWork.run(true, work)

export const isServerWork = () => serverWork.getStore() === true

// Connections that Node accepts begin outside of the work that listens. Without this, WebSockets would not be the work of their server.
const { listen } = Server.prototype
Server.prototype.listen = function (this: Server, ...args: unknown[]) {
  if (isServerWork()) {
    emitAsServer(this)
    this.on('connection', emitAsServer)
  }
  return (listen as (...all: unknown[]) => Server).apply(this, args)
}

function emitAsServer(emitter: EventEmitter) {
  const emit = emitter.emit.bind(emitter)
  emitter.emit = (...args) => asServer(() => emit(...args))
}

/** What servers did wrong, by statement: it ran without saying for which workspace, or met a row of another one. */
const faults = new Map<string, string>()

/** Records a fault of a server's statement, the first time with where it was called. */
export function noteFault(statement: string, fault: string, stack: string) {
  if (faults.has(statement)) return
  const frames = stack.split('\n').filter((line) => line.includes('/src/') && !line.includes('node_modules'))
  faults.set(statement, [fault, ...frames.map((frame) => frame.trim())].join('\n    '))
}

/** Returns and forgets the faults since the last call. Every file fails with those that are left at its end. */
export function takeFaults(): string[] {
  const found = [...faults].map((fault) => fault.join('\n    '))
  faults.clear()
  return found
}

/**
 * Records a statement on a workspace's rows that does not say for which workspace it runs, if it is the work of a server. Tests themselves need
 * not say it.
 */
export function noteUndeclared(statement: string, text: string) {
  if (isServerWork() && !faults.has(statement) && isOfWorkspaces(text)) noteFault(statement, 'does not say for which workspace it runs', stackOfCallers())
}

/** Returns the stack with all functions that wait for the current one. */
function stackOfCallers(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const { stack } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return stack!
}

const known = new Map<string, boolean>()
let ofWorkspaces: RegExp | undefined

/** Whether a statement's text mentions a table with a workspace. */
function isOfWorkspaces(text: string): boolean {
  ofWorkspaces ??= new RegExp(`\\b(?:${inject('workspaceTables').join('|')})\\b`)
  const answer = known.get(text) ?? ofWorkspaces.test(text)
  if (known.size < 10_000) known.set(text, answer)
  return answer
}
