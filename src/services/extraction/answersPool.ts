import type { JsonObject } from '../../providers/provider.ts'
import { threadPool } from '../../kernel/threads/threadPool.ts'
import type { Turn } from '../../kernel/threads/turns.ts'
import type { Validation } from './answerValidation.ts'

export { ThreadLimitError } from '../../kernel/threads/threadPool.ts'

interface Question {
  schema: JsonObject
  /** Null asks only whether the schema is one. */
  data: JsonObject | null
}
interface Answer {
  fitted?: Validation | null
  /** What is wrong with the schema. */
  error?: string
}

/** A schema may take a second over an answer. */
const pool = threadPool({
  callerUrl: import.meta.url,
  module: './answersWorker',
  memory: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  limitMs: 1_000,
})

/** Judges answers by a schema in a thread, in the workspace's turn. Throws as `threadPool` does. */
export const ask = async (turn: Turn, question: Question) => (await pool.ask(turn, question)) as Answer

export const close = pool.close
