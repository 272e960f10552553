import { perServer } from '../../kernel/serverState.ts'
import { createThreadPool } from '../../kernel/threads/threadPool.ts'
import type { Turn } from '../../kernel/threads/turns.ts'
import type { Evaluation, Question } from './answerValidation.ts'

export { ThreadLimitError } from '../../kernel/threads/threadPool.ts'

/** Evaluating a schema may take one second. */
const threads = perServer(() =>
  createThreadPool({
    callerUrl: import.meta.url,
    module: './answersWorker',
    memory: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    limitMs: 1_000,
  }),
)

/** Validates answers in a thread, in the workspace's turn. Throws the errors of `threadPool`. */
export const ask = async (turn: Turn, question: Question) => (await threads().ask(turn, question)) as Evaluation

export const close = () => threads().close()
