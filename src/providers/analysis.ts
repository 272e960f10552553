import type { CallState } from '../kernel/vocabulary/callStates.ts'
import type { Sentiment } from './callFindings.ts'
import type { AnalysisItem, JsonObject } from './provider.ts'

/** The outcome of a call on which the contact asked not to be called any more. */
export const DO_NOT_CALL = 'do_not_call'

/** What every call is asked for besides the agent's own items. An agent that names one of these itself keeps its own wording. */
const RESERVED: AnalysisItem[] = [
  { name: 'detected_language', type: 'string', description: 'BCP-47 tag of the language the person spoke' },
  {
    name: 'call_outcome',
    type: 'enum',
    description:
      'How the conversation ended: do_not_call whenever the person asked not to be called any more, also beside anything else; success when its purpose was reached, ' +
      'callback when the person asked to be called again',
    choices: ['success', 'not_interested', 'callback', DO_NOT_CALL, 'unknown'],
  },
]

/** The items to send to a provider: the agent's and the reserved ones. */
export function withReserved(items: AnalysisItem[]): AnalysisItem[] {
  const named = new Set(items.map((item) => item.name))
  return [...items, ...RESERVED.filter((item) => !named.has(item.name))]
}

const languageName = (tag: string) => new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag

/** How a provider's model is told to write in a language, BCP-47; empty where nothing was asked. */
export const writtenIn = (tag: string | undefined) => (tag ? `Write it in ${languageName(tag)}, whatever language was spoken.` : '')

/** The items with free text asked for in that language. Choices, numbers and the reserved answers stay as they are. */
export const answeredIn = (items: AnalysisItem[], tag: string | undefined): AnalysisItem[] =>
  items.map((item) =>
    tag && (item.type === 'string' || item.type === 'json') && item.name !== 'detected_language'
      ? { ...item, description: `${item.description || item.name}\n${writtenIn(tag)}` }
      : item,
  )

const CONVERSATIONS: ReadonlySet<CallState> = new Set(['completed', 'canceled'])

/**
 * Takes the reserved answers out of what a provider extracted. An outcome belongs to a conversation, so other states have none; but an opt-out holds
 * also where the conversation broke off.
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

/** The first of these that is a sentiment, in any case: what a provider judges by itself, or the answer to a question of that name. */
export const sentimentIn = (...values: unknown[]): Sentiment | null =>
  (values.map((value) => (typeof value === 'string' ? value.toLowerCase() : '')).find((word) => SENTIMENTS.includes(word)) as Sentiment | undefined) ?? null
