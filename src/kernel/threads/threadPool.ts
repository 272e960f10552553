import { setImmediate as breath } from 'node:timers/promises'
import type { ResourceLimits, Worker } from 'node:worker_threads'
import { DomainError, type ErrorCode, type Reason } from '../vocabulary/errors.ts'
import { startThread } from './thread.ts'
import { type Turn, createTurns } from './turns.ts'

const START_TIMEOUT_MS = 30_000
const THREADS = 2
/** Maximum number of waiting questions per workspace. */
const MAX_WAITING = 50

/** Limits for reading the largest accepted text. */
export const LARGE_TEXT_LIMITS = { memory: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }, limitMs: 20_000 }

interface Options {
  /** The module that the threads run, as for `startThread`. */
  callerUrl: string
  module: string
  memory: ResourceLimits
  /** Maximum time for each part of an answer, in milliseconds. */
  limitMs: number
}

/** A thread took too long, used too much memory, or died. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError'
}

interface Failure {
  message: string
  code?: ErrorCode
  reason?: Reason | null
}

/** A message from a thread (`threadWork.ts`): a part of its answer, the end of the answer, or an error. */
export type ThreadMessage = { part: unknown } | { done: true } | { failed: Failure }

/**
 * Threads for untrusted input, with limits of time and memory. Each question waits for its workspace's turn (`turns.ts`). A thread
 * that exceeds a limit is terminated and replaced, while the others continue. Threads start when they are first needed.
 */
export function createThreadPool({ callerUrl, module, memory, limitMs }: Options) {
  const turns = createTurns({ maxRunning: THREADS, perWorkspace: THREADS - 1, maxWaiting: MAX_WAITING })
  const threads = new Set<Worker>()
  const idle: Worker[] = []

  async function start(): Promise<Worker> {
    const thread = startThread(callerUrl, module, memory)
    threads.add(thread)
    // An unhandled error event would end the process. The caller that waits for the thread receives the error too.
    thread.on('error', () => {})
    thread.once('exit', () => dismiss(thread))
    try {
      await nextMessage(thread, START_TIMEOUT_MS)
      return thread
    } catch (error) {
      dismiss(thread)
      throw new Error(`a thread did not start: ${(error as Error).message}`, { cause: error })
    }
  }

  function dismiss(thread: Worker) {
    threads.delete(thread)
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
    void thread.terminate()
  }

  /**
   * Yields the parts of an answer. Each part is requested once the previous one was consumed and other work has run. Throws
   * ThreadLimitError, UNAVAILABLE (`turns.ts`), the DomainError that the thread threw, or another error if no thread can start.
   */
  async function* parts(turn: Turn, question: object): AsyncGenerator<unknown> {
    await turns.acquire(turn)
    turn.onBegin?.()
    let thread: Worker | undefined
    let isDone = false
    try {
      thread = idle.pop() ?? (await start())
      thread.postMessage(question)
      for (;;) {
        const message = (await nextMessage(thread, limitMs)) as ThreadMessage
        if (!('part' in message)) {
          isDone = true
          if ('failed' in message) throw toError(message.failed)
          return
        }
        yield message.part
        await breath()
        thread.postMessage('next')
      }
    } finally {
      // A thread that was left in the middle of an answer would send the rest of it to the next question.
      if (thread && isDone && threads.has(thread)) idle.push(thread)
      else if (thread) dismiss(thread)
      turns.release(turn.workspaceId)
    }
  }

  /** Returns an answer of one part. */
  async function ask(turn: Turn, question: object): Promise<unknown> {
    let answer: unknown
    for await (const part of parts(turn, question)) answer = part
    return answer
  }

  /** Terminates every thread; the next question starts a new one. */
  async function close(): Promise<void> {
    await Promise.all([...threads].map((thread) => (dismiss(thread), thread.terminate())))
  }
  return { ask, parts, close }
}

const toError = ({ message, code, reason = null }: Failure) => (code ? new DomainError(code, message, reason) : new Error(message))

/** Returns the next message of a thread. Throws ThreadLimitError if there is none in time, or the thread ends. */
const nextMessage = (thread: Worker, ms: number) =>
  new Promise<unknown>((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new ThreadLimitError('it takes too long'))), ms)
    const onMessage = (message: unknown) => settle(() => resolve(message))
    const onError = (error: NodeJS.ErrnoException) =>
      settle(() => reject(new ThreadLimitError(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it takes too much memory' : error.message)))
    const onExit = () => settle(() => reject(new ThreadLimitError('the worker thread ended')))
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      finish()
    }
    thread.once('message', onMessage).once('error', onError).once('exit', onExit)
  })
