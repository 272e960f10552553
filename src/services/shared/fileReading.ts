import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { badRequest } from '../../kernel/vocabulary/errors.ts'
import { perServer } from '../../kernel/serverState.ts'
import { LARGE_TEXT_LIMITS, ThreadLimitError, createThreadPool } from '../../kernel/threads/threadPool.ts'

export type WorkspaceRef = Pick<Actor, 'workspaceId'>

/** A task for a thread. Each domain defines the fields of its own tasks; `jobs/fileReader.ts` handles all of them. */
interface Question {
  readonly task: string
  readonly [given: string]: unknown
}

/** The largest accepted file takes about two seconds on an idle machine. */
const threads = perServer(() =>
  createThreadPool({
    callerUrl: import.meta.url,
    module: '../../jobs/fileReader',
    ...LARGE_TEXT_LIMITS,
  }),
)

/**
 * Reads an uploaded file in a thread, in its workspace's turn, with limits of time and memory. Yields the parts of the answer. Throws
 * BAD_REQUEST if the file is unreadable or exceeds a limit, and UNAVAILABLE if too many files of the workspace are waiting.
 */
export async function* readParts({ workspaceId }: WorkspaceRef, question: Question): AsyncGenerator<unknown> {
  try {
    yield* threads().parts({ workspaceId }, question)
  } catch (error) {
    if (error instanceof ThreadLimitError)
      throw badRequest('file_too_complex', { task: question.task === 'document' ? 'document' : 'file', problem: error.message })
    throw error
  }
}

/** Returns an answer of one part. */
export async function readAnswer(workspace: WorkspaceRef, question: Question): Promise<unknown> {
  let answer: unknown
  for await (const part of readParts(workspace, question)) answer = part
  return answer
}

/** Ends the threads. */
export const close = () => threads().close()
