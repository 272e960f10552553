import { MalformedJsonError } from '../../../kernel/json/untrustedJson.ts'
import type { Redaction } from '../../../inputs/privacySettings.ts'
import type { ProviderName } from '../../../providers/provider.ts'
import { serveQuestions } from '../../../kernel/threads/threadWork.ts'
import * as bodies from './callBodies.ts'
import type { TextLine } from '../../redaction/digitRuns.ts'
import { redactJson, redactLines } from '../../redaction/redaction.ts'

/** The tasks of the thread that parses and redacts call texts. */
export type Question =
  | { task: 'parseBody'; provider: ProviderName; raw: Uint8Array }
  | { task: 'parseStoredEvent'; provider: ProviderName; text: string }
  | { task: 'maskLines'; lines: readonly TextLine[]; kinds: readonly Redaction[]; isLive: boolean }
  | { task: 'maskJson'; value: unknown; kinds: readonly Redaction[] }

function parseBody({ provider, raw }: Extract<Question, { task: 'parseBody' }>): bodies.ParsedBody | { malformed: string } {
  try {
    return bodies.parseBody(provider, raw)
  } catch (error) {
    if (error instanceof MalformedJsonError) return { malformed: error.message }
    throw error
  }
}

// Runs as a thread of `callTexts.ts`.
serveQuestions(function* (message) {
  const question = message as Question
  if (question.task === 'parseBody') yield parseBody(question)
  else if (question.task === 'parseStoredEvent') yield bodies.parseStoredEvent(question.provider, question.text)
  else if (question.task === 'maskLines') yield redactLines(question.lines, question.kinds, question.isLive)
  else yield redactJson(question.value, question.kinds)
})
