import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A child process of the benchmark that answers questions by name. */
export interface Child {
  pid: number
  ask<Answer>(question: string, payload?: unknown): Promise<Answer>
  stop(): Promise<void>
}
type Message = { id: number; question: string; payload?: unknown }
type Reply = { id: number; value?: unknown; error?: string }

/** Starts a module of this folder, named without its extension. `flags` are for Node.js. Its log goes to a file, since a reader would affect the measurement. */
export function startChild(module: string, { env = {}, flags = [], logFile }: { env?: Record<string, string>; flags?: string[]; logFile: string }): Child {
  const log = openSync(logFile, 'a')
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const child = fork(fileURLToPath(new URL(module + extension, import.meta.url)), [], {
    execArgv: [...flags, ...(extension === '.ts' ? ['--import', 'tsx'] : [])],
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  child.on('message', ({ id, value, error }: Reply) => {
    const asker = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asker?.resolve(value as never)
    else asker?.reject(new Error(error))
  })
  void ended.then((code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${module} ended with ${code}: see ${logFile}`))
  })
  let lastId = 0
  return {
    pid: child.pid!,
    ask: (question, payload) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        child.send({ id, question, payload } satisfies Message)
      }),
    stop: () => disconnected(child, ended),
  }
}

async function disconnected(child: ChildProcess, ended: Promise<unknown>) {
  if (child.connected) child.disconnect()
  await ended
}

/** Runs in the child: answers each question with the function of that name, and exits when the parent disconnects. */
export function answer(answers: Record<string, (payload: never) => unknown>) {
  process.on('message', ({ id, question, payload }: Message) => {
    const reply = (rest: Omit<Reply, 'id'>) => process.send?.({ id, ...rest })
    Promise.resolve()
      .then(() => answers[question]!(payload as never))
      .then(
        (value) => reply({ value }),
        (error: Error) => reply({ error: error.stack ?? error.message }),
      )
  })
  process.once('disconnect', () => process.exit(0))
}
