import { type CodedText, type FactsOf, writeText } from '../kernel/lib/codedTexts.ts'
import { PROBLEM_TEXTS, type ProblemCode } from './problemTexts.ts'

/** Why a field prevents publishing: a code with its facts, for programs and other languages, and a sentence without the field's name. */
export interface ProblemCause {
  code: ProblemCode
  details: Record<string, unknown>
  reason: string
}

/** Reason why an agent cannot be published, and the public name of the field. */
export interface Problem extends ProblemCause {
  field: string
}

type Facts<C extends ProblemCode> = FactsOf<(typeof PROBLEM_TEXTS)[C]>

/** Writes the cause of a problem from its code and facts. */
export function causeOf<C extends ProblemCode>(code: C, ...[facts]: object extends Facts<C> ? [] : [facts: Facts<C>]): ProblemCause {
  const text: CodedText<string> = PROBLEM_TEXTS[code]
  const details = (facts ?? {}) as Record<string, unknown>
  return { code, details, reason: writeText(text, details) }
}
