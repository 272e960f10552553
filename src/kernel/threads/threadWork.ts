import { parentPort } from 'node:worker_threads'
import { DomainError } from '../vocabulary/errors.ts'
import type { Said } from './threadPool.ts'

/**
 * Serves the questions of a `threadPool` in one of its threads: `answer` yields the parts of its answer. A part is made when it
 * is asked for, so that neither side ever holds all of them as messages.
 */
export function serveQuestions(answer: (question: unknown) => Iterator<unknown>) {
  let parts: Iterator<unknown> | null = null
  const say = (said: Said) => parentPort!.postMessage(said)
  parentPort!.on('message', (message: unknown) => {
    try {
      if (message !== 'next') parts = answer(message)
      const next = parts!.next()
      say(next.done ? { done: true } : { part: next.value })
      if (next.done) parts = null
    } catch (error) {
      parts = null
      say({ failed: { message: (error as Error).message, ...(error instanceof DomainError && { code: error.code }) } })
    }
  })
  parentPort!.postMessage('ready')
}
