import type Retell from 'retell-sdk'
import { withAnswerLanguage, withReservedItems, toLanguageInstruction } from '../analysis.ts'
import { causeOf, type Problem, type ProblemCause } from '../problem.ts'
import type { AnalysisItem } from '../provider.ts'

export type RetellItem = NonNullable<Retell.AgentCreateParams['post_call_analysis_data']>[number]

/** Names of the analysis that Retell makes of every call. */
const PRESETS: ReadonlySet<string> = new Set(['call_summary', 'call_successful', 'user_sentiment'])

/** Items that Callwright adds to every call, with the types allowed if an agent defines an item of the same name. */
const RESERVED_TYPES: Record<string, AnalysisItem['type'][]> = { detected_language: ['string', 'enum'], call_outcome: ['string', 'enum'] }

const SUMMARY_INSTRUCTION = 'A summary of the call in one to three sentences: what it was about, what matters of it, and what was agreed.'

/** Converts analysis items to Retell's format and adds the reserved ones. With `outputLanguage` (BCP-47), free text and the summary are in that language. */
export function toAnalysisData(items: AnalysisItem[], outputLanguage?: string): RetellItem[] {
  const retellItems = withAnswerLanguage(withReservedItems(items), outputLanguage).map(toRetellItem)
  if (!outputLanguage) return retellItems
  return [...retellItems, { type: 'system-presets', name: 'call_summary', description: `${SUMMARY_INSTRUCTION} ${toLanguageInstruction(outputLanguage)}` }]
}

function toRetellItem({ name, type, description, choices = [], schema }: AnalysisItem): RetellItem {
  const instruction = description || name
  if (type === 'enum') return { type, name, description: instruction, choices }
  if (type === 'json')
    return {
      type: 'string',
      name,
      description: `${instruction}\nAnswer with JSON text only${schema ? `, after this JSON Schema: ${JSON.stringify(schema)}` : ''}.`,
    }
  return { type, name, description: instruction }
}

/** Lists the items that Retell cannot extract, or whose name is taken. */
export function findAnalysisProblems(items: AnalysisItem[]): Problem[] {
  return items.flatMap((item, index) => {
    const isNameTaken = items.slice(0, index).some(({ name }) => name === item.name)
    return [...findItemProblems(item, isNameTaken)].map(([key, cause]) => ({ field: `post_call_analysis_data[${index}].${key}`, ...cause }))
  })
}

function* findItemProblems({ name, type, choices = [] }: AnalysisItem, isNameTaken: boolean): Generator<[key: string, cause: ProblemCause]> {
  if (name.trim() === '') yield ['name', causeOf('question_name_required')]
  else if (isNameTaken) yield ['name', causeOf('question_name_taken', { name })]
  if (PRESETS.has(name)) yield ['name', causeOf('question_name_reserved', { name })]
  if (Object.hasOwn(RESERVED_TYPES, name) && !RESERVED_TYPES[name]!.includes(type)) yield ['type', causeOf('question_type_reserved', { name })]
  if (type !== 'enum') return
  if (choices.length === 0) yield ['choices', causeOf('choices_required')]
  if (choices.some((choice) => choice.trim() === '')) yield ['choices', causeOf('choice_empty')]
  if (new Set(choices).size < choices.length) yield ['choices', causeOf('choice_repeated')]
}
