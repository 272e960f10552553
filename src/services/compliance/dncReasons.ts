import { codedText, type FactsOf, writeText } from '../../kernel/lib/codedTexts.ts'

/** Reasons for entries of the do-not-call list that Callwright adds. People write their own. */
export const DNC_REASON_TEXTS = {
  asked_on_call_in_words: codedText(['call_id', 'sentence'], ({ call_id: id, sentence }) => `Asked not to be called again, on call ${id}: “${sentence}”`),
  asked_on_call: codedText(['call_id'], ({ call_id: id }) => `Asked not to be called again, on call ${id}`),
  sent_stop: codedText(['phone_number'], ({ phone_number: number }) => `Sent STOP to ${number}`),
  opted_out_at_carrier: codedText([], () => 'Opted out of SMS, reported by the carrier'),
}
export type DncReasonCode = keyof typeof DNC_REASON_TEXTS

/** Writes a reason in English, as it is stored. */
export const writeReason = <C extends DncReasonCode>(code: C, facts: FactsOf<(typeof DNC_REASON_TEXTS)[C]>): string => writeText(DNC_REASON_TEXTS[code], facts)

/** A reason that Callwright wrote. */
export interface DncReason {
  code: DncReasonCode
  details: Record<string, string>
}

/** The facts as they are found in a stored reason. */
const FACT_PATTERNS: Record<string, string> = { call_id: String.raw`\d+`, phone_number: String.raw`\+\d+`, sentence: String.raw`[^]*` }

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function toPattern(code: DncReasonCode): RegExp {
  const { facts } = DNC_REASON_TEXTS[code]
  const marks = Object.fromEntries(facts.map((fact) => [fact, `<${fact}>`]))
  const text = escape(writeText(DNC_REASON_TEXTS[code], marks))
  return new RegExp(`^${text.replaceAll(/<(\w+)>/g, (_, fact: string) => `(?<${fact}>${FACT_PATTERNS[fact]})`)}$`)
}

const PATTERNS = (Object.keys(DNC_REASON_TEXTS) as DncReasonCode[]).map((code) => ({ code, pattern: toPattern(code) }))

/** Reads the code and the facts of a reason that Callwright wrote. Returns null for a reason of a person. */
export function readReason(reason: string | null): DncReason | null {
  for (const { code, pattern } of PATTERNS) {
    const match = reason === null ? null : pattern.exec(reason)
    if (match) return { code, details: { ...match.groups } }
  }
  return null
}
