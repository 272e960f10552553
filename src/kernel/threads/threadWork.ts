import { parentPort } from 'node:worker_threads'
import { DomainError } from '../vocabulary/errors.ts'
import type { ThreadMessage } from './threadPool.ts'

/**
 * Answers the questions of a `threadPool` in one of its threads. `answer` yields the parts of an answer. A part is produced only when
 * the pool requests it, so that neither side ever holds all of them.
 */
export function serveQuestions(answer: (question: unknown) => Iterator<unknown>) {
  let parts: Iterator<unknown> | null = null
  const send = (message: ThreadMessage) => parentPort!.postMessage(message)
  parentPort!.on('message', (message: unknown) => {
    try {
      if (message !== 'next') parts = answer(message)
      const next = parts!.next()
      send(next.done ? { done: true } : { part: next.value })
      if (next.done) parts = null
    } catch (error) {
      parts = null
      send({ failed: { message: (error as Error).message, ...(error instanceof DomainError && { code: error.code, reason: error.reason }) } })
    }
  })
  parentPort!.postMessage('ready')
}
