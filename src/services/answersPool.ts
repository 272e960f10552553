import type { Worker } from 'node:worker_threads'
import type { JsonObject } from '../providers/provider.ts'
import { threadBeside } from '../thread.ts'
import type { Fitted } from './answersJudge.ts'

const THREADS = 2
const START_MS = 30_000
/** How long a schema may take over an answer. */
const LIMIT_MS = 1_000
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

interface Question {
  schema: JsonObject
  /** Null asks only whether the schema is one. */
  data: JsonObject | null
}
interface Answer {
  fitted?: Fitted | null
  /** What is wrong with the schema. */
  error?: string
}

/** Said by a thread that took too long, or died of its question. */
export class Overtaxed extends Error {
  override readonly name = 'Overtaxed'
}

const threads = new Set<Worker>()
const idle: Worker[] = []
const waiting: { resolve: (thread: Worker) => void; reject: (error: unknown) => void }[] = []

/**
 * Asks a thread that is free, or the next to become so. Throws Overtaxed when the answer takes too long or too much
 * memory: that thread is ended, and another one takes its place. Throws another error when none can be started.
 */
export async function ask(question: Question): Promise<Answer> {
  const thread = await free()
  try {
    thread.postMessage(question)
    const answer = (await said(thread, LIMIT_MS)) as Answer
    giveBack(thread)
    return answer
  } catch (error) {
    dismiss(thread)
    throw error
  }
}

function free(): Promise<Worker> {
  const thread = idle.pop()
  if (thread) return Promise.resolve(thread)
  return threads.size < THREADS ? start() : new Promise((resolve, reject) => waiting.push({ resolve, reject }))
}

async function start(): Promise<Worker> {
  const thread = threadBeside(import.meta.url, './answersWorker', MEMORY)
  threads.add(thread)
  // Every error is heard by whoever waits; one that nobody listened for would end the process.
  thread.on('error', () => {})
  try {
    await said(thread, START_MS)
    return thread
  } catch (error) {
    dismiss(thread)
    throw new Error(`the thread that judges answers did not start: ${(error as Error).message}`, { cause: error })
  }
}

function giveBack(thread: Worker) {
  const next = waiting.shift()
  if (next) next.resolve(thread)
  else idle.push(thread)
}

function dismiss(thread: Worker) {
  threads.delete(thread)
  void thread.terminate()
  const next = waiting.shift()
  if (next) start().then(next.resolve, next.reject)
}

/** The next thing a thread says. Throws Overtaxed when it says nothing in time, or ends. */
const said = (thread: Worker, ms: number) =>
  new Promise<unknown>((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new Overtaxed('it takes too long'))), ms)
    const onMessage = (message: unknown) => settle(() => resolve(message))
    const onError = (error: Error) => settle(() => reject(new Overtaxed(error.message)))
    const onExit = () => settle(() => reject(new Overtaxed('it ended')))
    const settle = (tell: () => void) => {
      clearTimeout(timer)
      thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      tell()
    }
    thread.once('message', onMessage).once('error', onError).once('exit', onExit)
  })

/** Ends every thread; the next question starts one again. */
export async function close(): Promise<void> {
  idle.length = 0
  await Promise.all([...threads].map((thread) => (threads.delete(thread), thread.terminate())))
}
