import { setImmediate as breath } from 'node:timers/promises'
import type { ResourceLimits, Worker } from 'node:worker_threads'
import { DomainError, type ErrorCode } from '../vocabulary/errors.ts'
import { threadBeside } from './thread.ts'
import { type Turn, turnsOf } from './turns.ts'

const START_MS = 30_000
const THREADS = 2
/** Questions of one workspace that may wait. */
const MAX_WAITING = 50

/** What reading the largest text takes that is taken in. */
export const FOR_LARGE_TEXTS = { memory: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }, limitMs: 20_000 }

interface Options {
  /** The module that the threads run, as `threadBeside` takes it. */
  callerUrl: string
  module: string
  memory: ResourceLimits
  /** How long a thread may take to say its next part. */
  limitMs: number
}

/** Said of a thread that took too long, or died of its question. */
export class Overtaxed extends Error {
  override readonly name = 'Overtaxed'
}

/** What a thread says (`threadWork.ts`): a part of its answer, that this was all of it, or what is wrong with the question. */
export type Said = { part: unknown } | { done: true } | { failed: { message: string; code?: ErrorCode } }

/**
 * Threads for work whose size strangers decide, with limits of time and memory. Each question waits for its workspace's turn
 * (`turns.ts`); a thread that is overtaxed is ended and replaced, while the others go on. Threads start when they are first needed.
 */
export function threadPool({ callerUrl, module, memory, limitMs }: Options) {
  const turns = turnsOf({ atOnce: THREADS, perWorkspace: THREADS - 1, mostWaiting: MAX_WAITING })
  const threads = new Set<Worker>()
  const idle: Worker[] = []

  async function start(): Promise<Worker> {
    const thread = threadBeside(callerUrl, module, memory)
    threads.add(thread)
    // An error that nobody listens for would end the process; whoever waits for the thread hears it as well.
    thread.on('error', () => {})
    thread.once('exit', () => dismiss(thread))
    try {
      await said(thread, START_MS)
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
   * The parts of an answer, each asked for when the one before was taken in and others have been served. Throws Overtaxed,
   * UNAVAILABLE (`turns.ts`), the DomainError that the thread threw, or another error when no thread can be started.
   */
  async function* parts(turn: Turn, question: object): AsyncGenerator<unknown> {
    await turns.take(turn)
    turn.onBegin?.()
    let thread: Worker | undefined
    let isDone = false
    try {
      thread = idle.pop() ?? (await start())
      thread.postMessage(question)
      for (;;) {
        const heard = (await said(thread, limitMs)) as Said
        if (!('part' in heard)) {
          isDone = true
          if ('failed' in heard) throw thrown(heard.failed)
          return
        }
        yield heard.part
        await breath()
        thread.postMessage('next')
      }
    } finally {
      // One that was left in the middle of its answer would give the rest of it to the next.
      if (thread && isDone && threads.has(thread)) idle.push(thread)
      else if (thread) dismiss(thread)
      turns.giveBack(turn.workspaceId)
    }
  }

  /** An answer of one part. */
  async function ask(turn: Turn, question: object): Promise<unknown> {
    let answer: unknown
    for await (const part of parts(turn, question)) answer = part
    return answer
  }

  /** Ends every thread; the next question starts one again. */
  async function close(): Promise<void> {
    await Promise.all([...threads].map((thread) => (dismiss(thread), thread.terminate())))
  }
  return { ask, parts, close }
}

const thrown = ({ message, code }: { message: string; code?: ErrorCode }) => (code ? new DomainError(code, message) : new Error(message))

/** The next thing a thread says. Throws Overtaxed when it says nothing in time, or ends. */
const said = (thread: Worker, ms: number) =>
  new Promise<unknown>((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new Overtaxed('it takes too long'))), ms)
    const onMessage = (message: unknown) => settle(() => resolve(message))
    const onError = (error: NodeJS.ErrnoException) =>
      settle(() => reject(new Overtaxed(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it takes too much memory' : error.message)))
    const onExit = () => settle(() => reject(new Overtaxed('the worker thread ended')))
    const settle = (tell: () => void) => {
      clearTimeout(timer)
      thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      tell()
    }
    thread.once('message', onMessage).once('error', onError).once('exit', onExit)
  })
