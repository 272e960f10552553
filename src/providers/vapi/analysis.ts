import type { Vapi } from '@vapi-ai/server-sdk'
import { withAnswerLanguage, withReservedItems, toLanguageInstruction } from '../analysis.ts'
import { causeOf } from '../problem.ts'
import type { AnalysisItem } from '../provider.ts'
import type { ProblemReporter } from './problems.ts'
import { toVapiSchema } from './schemas.ts'

const SUMMARY_INSTRUCTION =
  'You are an expert note-taker. You will be given a transcript of a call. Summarize the call in 2-3 sentences. DO NOT return anything except the summary.'

/** Builds the analysis plan, with texts in `outputLanguage` (BCP-47) or in the language spoken. Always complete, since Vapi does not merge plans. */
export function toAnalysisPlan(items: AnalysisItem[], outputLanguage?: string): Vapi.AnalysisPlan {
  return {
    summaryPlan: { enabled: true, ...(outputLanguage && { messages: toSummaryMessages(outputLanguage) }) },
    successEvaluationPlan: { enabled: true, rubric: 'PassFail' },
    structuredDataPlan: { enabled: true, schema: toAnswersSchema(withAnswerLanguage(withReservedItems(items), outputLanguage)) },
  }
}

/** Reports items without a name, with a duplicate name, or without choices. */
export function checkAnalysis(items: AnalysisItem[], reportProblem: ProblemReporter): void {
  const usedNames = new Set<string>()
  items.forEach(({ name, type, choices = [] }, index) => {
    const field = `post_call_analysis_data[${index}]`
    if (!name.trim()) reportProblem(`${field}.name`, causeOf('question_name_required'))
    else if (usedNames.has(name)) reportProblem(`${field}.name`, causeOf('question_name_taken', { name }))
    usedNames.add(name)
    if (type === 'enum' && choices.length === 0) reportProblem(`${field}.choices`, causeOf('choices_required'))
  })
}

const toSummaryMessages = (language: string) => [
  { role: 'system', content: `${SUMMARY_INSTRUCTION} ${toLanguageInstruction(language)}` },
  { role: 'user', content: 'Here is the transcript:\n\n{{transcript}}\n\n. Here is the ended reason of the call:\n\n{{endedReason}}\n\n' },
]

const toAnswersSchema = (items: AnalysisItem[]): Vapi.JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(items.map((item) => [item.name, toAnswerSchema(item)])),
})

function toAnswerSchema({ name, type, schema, description: itemDescription, choices = [] }: AnalysisItem): Vapi.JsonSchema {
  const description = itemDescription || name
  if (type === 'enum') return { type: 'string', description, enum: choices }
  if (schema) return toVapiSchema({ ...schema, type: schema.type ?? (type === 'json' ? undefined : type), description })
  return type === 'json' ? { type: 'string', description: `${description}\nAnswer with JSON.` } : { type, description }
}
