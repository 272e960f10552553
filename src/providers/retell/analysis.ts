import type Retell from 'retell-sdk'
import { withAnswerLanguage, withReservedItems, languageInstruction } from '../analysis.ts'
import type { AnalysisItem, Problem } from '../provider.ts'

export type RetellItem = NonNullable<Retell.AgentCreateParams['post_call_analysis_data']>[number]

/** What Retell finds out of every call by itself, under these names. */
const PRESETS: ReadonlySet<string> = new Set(['call_summary', 'call_successful', 'user_sentiment'])

/** What we find out of every call ourselves, and as what it may be asked for in an agent's own words. */
const RESERVED_TYPES: Record<string, AnalysisItem['type'][]> = { detected_language: ['string', 'enum'], call_outcome: ['string', 'enum'] }

const SUMMARY = 'A summary of the call in one to three sentences: what it was about, what matters of it, and what was agreed.'

/** What Retell is to find out from a call, free text in the language `outputLanguage` (BCP-47) where one is asked for. */
export function toAnalysisData(items: AnalysisItem[], outputLanguage?: string): RetellItem[] {
  const asked = withAnswerLanguage(withReservedItems(items), outputLanguage).map(toRetellItem)
  if (!outputLanguage) return asked
  return [...asked, { type: 'system-presets', name: 'call_summary', description: `${SUMMARY} ${languageInstruction(outputLanguage)}` }]
}

function toRetellItem({ name, type, description, choices = [], schema }: AnalysisItem): RetellItem {
  const text = description || name
  if (type === 'enum') return { type, name, description: text, choices }
  if (type === 'json')
    return { type: 'string', name, description: `${text}\nAnswer with JSON text only${schema ? `, after this JSON Schema: ${JSON.stringify(schema)}` : ''}.` }
  return { type, name, description: text }
}

/** Items that Retell could not answer, or not under their names. */
export function findAnalysisProblems(items: AnalysisItem[]): Problem[] {
  return items.flatMap((item, index) => {
    const earlier = items.slice(0, index).some(({ name }) => name === item.name)
    return [...itemProblems(item, earlier)].map(([key, reason]) => ({ field: `post_call_analysis_data[${index}].${key}`, reason }))
  })
}

function* itemProblems({ name, type, choices = [] }: AnalysisItem, isTaken: boolean): Generator<[key: string, reason: string]> {
  if (name.trim() === '') yield ['name', 'A name is required']
  else if (isTaken) yield ['name', `Another item already has the name ${name}`]
  if (PRESETS.has(name)) yield ['name', `Retell uses the name ${name} for its own analysis. Choose another name`]
  if (Object.hasOwn(RESERVED_TYPES, name) && !RESERVED_TYPES[name]!.includes(type))
    yield ['type', `${name} is part of the analysis of every call. Its type must be string or enum`]
  if (type !== 'enum') return
  if (choices.length === 0) yield ['choices', 'An enum must have choices']
  if (choices.some((choice) => choice.trim() === '')) yield ['choices', 'A choice cannot be empty']
  if (new Set(choices).size < choices.length) yield ['choices', 'Each choice can be listed only once']
}
