import type { Vapi } from '@vapi-ai/server-sdk'
import { withAnswerLanguage, withReservedItems, languageInstruction } from '../analysis.ts'
import type { AnalysisItem } from '../provider.ts'
import type { Note } from './problems.ts'
import { toVapiSchema } from './schemas.ts'

const SUMMARIZE =
  'You are an expert note-taker. You will be given a transcript of a call. Summarize the call in 2-3 sentences. DO NOT return anything except the summary.'

/** What is found out from a call, written in `outputLanguage` (BCP-47) or as it was spoken. Always whole: Vapi merges no plans. */
export function toAnalysisPlan(items: AnalysisItem[], outputLanguage?: string): Vapi.AnalysisPlan {
  return {
    summaryPlan: { enabled: true, ...(outputLanguage && { messages: summaryMessages(outputLanguage) }) },
    successEvaluationPlan: { enabled: true, rubric: 'PassFail' },
    structuredDataPlan: { enabled: true, schema: answersSchema(withAnswerLanguage(withReservedItems(items), outputLanguage)) },
  }
}

/** Notes what cannot be asked for: an item without a name of its own, a choice of nothing. */
export function checkAnalysis(items: AnalysisItem[], note: Note): void {
  const named = new Set<string>()
  items.forEach(({ name, type, choices = [] }, index) => {
    const field = `post_call_analysis_data[${index}]`
    if (!name.trim()) note(`${field}.name`, 'is required')
    else if (named.has(name)) note(`${field}.name`, `another item already has the name ${name}`)
    named.add(name)
    if (type === 'enum' && choices.length === 0) note(`${field}.choices`, 'must list at least one answer')
  })
}

const summaryMessages = (language: string) => [
  { role: 'system', content: `${SUMMARIZE} ${languageInstruction(language)}` },
  { role: 'user', content: 'Here is the transcript:\n\n{{transcript}}\n\n. Here is the ended reason of the call:\n\n{{endedReason}}\n\n' },
]

const answersSchema = (items: AnalysisItem[]): Vapi.JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(items.map((item) => [item.name, answerSchema(item)])),
})

function answerSchema({ name, type, schema, description: given, choices = [] }: AnalysisItem): Vapi.JsonSchema {
  const description = given || name
  if (type === 'enum') return { type: 'string', description, enum: choices }
  if (schema) return toVapiSchema({ ...schema, type: schema.type ?? (type === 'json' ? undefined : type), description })
  return type === 'json' ? { type: 'string', description: `${description}\nAnswer with JSON.` } : { type, description }
}
