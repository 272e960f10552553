import type { CallState } from '../kernel/vocabulary/callStates.ts'
import type { Sentiment } from './callFindings.ts'
import type { AnalysisItem, JsonObject } from './provider.ts'

/** The outcome of a call on which the contact asked not to be called any more. */
export const DO_NOT_CALL = 'do_not_call'

/** The question for the outcome of a call. */
export const CALL_OUTCOME = 'call_outcome'

/** Items extracted from every call in addition to those of the agent. An agent item with the same name takes precedence. */
const RESERVED: AnalysisItem[] = [
  { name: 'detected_language', type: 'string', description: 'BCP-47 tag of the language the person spoke' },
  {
    name: CALL_OUTCOME,
    type: 'enum',
    description:
      'How the conversation ended: do_not_call whenever the person asked not to be called any more, also beside anything else; success when its purpose was reached, ' +
      'callback when the person asked to be called again',
    choices: ['success', 'not_interested', 'callback', DO_NOT_CALL, 'unknown'],
  },
]

/** Adds the reserved items to those of the agent. */
export function withReservedItems(items: AnalysisItem[]): AnalysisItem[] {
  const agentNames = new Set(items.map((item) => item.name))
  return [...items, ...RESERVED.filter((item) => !agentNames.has(item.name))]
}

const languageName = (tag: string) => new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag

/** Returns the instruction to write in a language (BCP-47); empty without a language. */
export const toLanguageInstruction = (tag: string | undefined) => (tag ? `Write it in ${languageName(tag)}, whatever language was spoken.` : '')

/** Adds the language instruction to items with free text. Choices, numbers and the reserved items stay unchanged. */
export const withAnswerLanguage = (items: AnalysisItem[], tag: string | undefined): AnalysisItem[] =>
  items.map((item) =>
    tag && (item.type === 'string' || item.type === 'json') && item.name !== 'detected_language'
      ? { ...item, description: `${item.description || item.name}\n${toLanguageInstruction(tag)}` }
      : item,
  )

const CONVERSATIONS: ReadonlySet<CallState> = new Set(['completed', 'canceled'])

/**
 * Separates the reserved answers from the extracted data. Only conversations have an outcome, with one exception: an opt-out also counts if
 * the conversation broke off.
 */
export function readAnswers(answers: JsonObject, state: CallState) {
  const { detected_language: language, call_outcome: outcome, ...structuredData } = answers
  return {
    structuredData,
    detectedLanguage: typeof language === 'string' && language ? language : null,
    outcome: typeof outcome === 'string' && outcome && (CONVERSATIONS.has(state) || outcome === DO_NOT_CALL) ? outcome : null,
  }
}

const SENTIMENTS: readonly string[] = ['positive', 'neutral', 'negative'] satisfies Sentiment[]

/** Returns the first value that is a sentiment, in any letter case: the judgment of the provider, or the answer to a question of that name. */
export const findSentiment = (...values: unknown[]): Sentiment | null =>
  (values.map((value) => (typeof value === 'string' ? value.toLowerCase() : '')).find((text) => SENTIMENTS.includes(text)) as Sentiment | undefined) ?? null
