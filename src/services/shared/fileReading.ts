import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { badInput } from '../../kernel/vocabulary/errors.ts'
import { FOR_LARGE_TEXTS, Overtaxed, threadPool } from '../../kernel/threads/threadPool.ts'

export type Who = Pick<Actor, 'workspaceId'>

/** What a thread is to do with a file: each domain says what its own tasks are given, and `jobs/fileReader.ts` knows them all. */
interface Question {
  readonly task: string
  readonly [given: string]: unknown
}

/** The largest file there may be takes about two seconds of an idle machine. */
const pool = threadPool({
  callerUrl: import.meta.url,
  module: '../../jobs/fileReader',
  ...FOR_LARGE_TEXTS,
})

/**
 * Files that people sent are read in threads, in their workspace's turn, with limits of time and memory. Yields the parts of the
 * answer. Throws BAD_REQUEST for a file that cannot be read or takes too much of either, and UNAVAILABLE when too many of the workspace's wait.
 */
export async function* partsOf({ workspaceId }: Who, question: Question): AsyncGenerator<unknown> {
  try {
    yield* pool.parts({ workspaceId }, question)
  } catch (error) {
    if (error instanceof Overtaxed)
      throw badInput(`The ${question.task === 'document' ? 'document' : 'file'} cannot be read: ${error.message}. Split it, or make it simpler.`)
    throw error
  }
}

/** The same, for what is answered in one part. */
export async function answerTo(who: Who, question: Question): Promise<unknown> {
  let answer: unknown
  for await (const part of partsOf(who, question)) answer = part
  return answer
}

/** Ends the threads. */
export const close = pool.close
