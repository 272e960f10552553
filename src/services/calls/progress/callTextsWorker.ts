import { Malformed } from '../../../kernel/json/foreignJson.ts'
import type { Redaction } from '../../../inputs/dataDuties.ts'
import type { ProviderName } from '../../../providers/provider.ts'
import { serveQuestions } from '../../../kernel/threads/threadWork.ts'
import * as bodies from './callBodies.ts'
import type { Line } from '../../redaction/digitRuns.ts'
import { redactJson, redactLines } from '../../redaction/redaction.ts'

/** What can be asked of a thread that reads what was said in calls. */
export type Question =
  | { task: 'readBody'; provider: ProviderName; raw: Uint8Array }
  | { task: 'eventIn'; provider: ProviderName; text: string }
  | { task: 'maskLines'; lines: readonly Line[]; kinds: readonly Redaction[]; isLive: boolean }
  | { task: 'maskJson'; value: unknown; kinds: readonly Redaction[] }

function readBody({ provider, raw }: Extract<Question, { task: 'readBody' }>): bodies.Read | { malformed: string } {
  try {
    return bodies.read(provider, raw)
  } catch (error) {
    if (error instanceof Malformed) return { malformed: error.message }
    throw error
  }
}

// Runs as a thread of `callTexts.ts`.
serveQuestions(function* (message) {
  const question = message as Question
  if (question.task === 'readBody') yield readBody(question)
  else if (question.task === 'eventIn') yield bodies.eventIn(question.provider, question.text)
  else if (question.task === 'maskLines') yield redactLines(question.lines, question.kinds, question.isLive)
  else yield redactJson(question.value, question.kinds)
})
