import { DomainError } from '../../kernel/vocabulary/errors.ts'
import type { Campaign } from '../../generated/prisma/client.ts'
import { isObject } from '../../kernel/json/json.ts'
import type { JsonObject } from '../../providers/provider.ts'
import * as extraction from './extraction.ts'

const MAX_OUTCOME_LENGTH = 100
const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '' && value.length <= MAX_OUTCOME_LENGTH

/**
 * What is known of a campaign's `analysis_config` (spec: analysis_config); other keys are kept and not heeded.
 *
 * - `fields`: further questions by their names, each with `type`, `description`, `enum` … as in a JSON Schema's properties
 * - `outcome_field`: the answer to which of the questions names the call's outcome
 * - `outcomes`: the outcome for each value of that answer, where it is not the value itself
 */
interface AnalysisConfig {
  fields?: JsonObject
  outcome_field?: string
  outcomes?: Record<string, string>
}

/** What is wrong with an `analysis_config`, beside an `extraction_schema` if there is one, in a sentence; null when nothing is. */
export function problemsOf(config: JsonObject, extractionSchema: JsonObject | null = null): string | null {
  const { fields, outcome_field: outcomeField, outcomes } = config
  if (fields !== undefined && !isObject(fields)) return 'analysis_config.fields: must be an object with a question for each name'
  const problem = fields && Object.keys(fields).length > 0 && problemOf(fields, extractionSchema)
  if (problem) return problem
  if (outcomeField !== undefined && !isName(outcomeField))
    return `analysis_config.outcome_field: must be the name of a field, 1 to ${MAX_OUTCOME_LENGTH} characters`
  if (outcomes === undefined) return null
  if (!isObject(outcomes)) return 'analysis_config.outcomes: must be an object with an outcome for each value'
  const wrong = Object.keys(outcomes).find((value) => !isName(outcomes[value]))
  if (wrong !== undefined)
    return `analysis_config.outcomes.${wrong.slice(0, MAX_OUTCOME_LENGTH)}: must be the name of an outcome, 1 to ${MAX_OUTCOME_LENGTH} characters`
  return outcomeField === undefined ? 'analysis_config.outcomes: requires outcome_field, the field whose values are listed' : null
}

function problemOf(fields: JsonObject, extractionSchema: JsonObject | null): string | null {
  try {
    extraction.itemsOf({ properties: fields }, 'analysis_config.fields')
    if (extractionSchema) extraction.itemsOf(merged(extractionSchema, fields), 'analysis_config.fields with extraction_schema')
    return null
  } catch (error) {
    if (error instanceof DomainError && typeof error.detail === 'string') return error.detail.replace('fields.properties.', 'fields.')
    throw error
  }
}

/** The JSON Schema of what a campaign asks of its calls: its `extraction_schema` and the fields of its `analysis_config`; null when it asks nothing of its own. */
export function questionsOf({ extractionSchema, analysisConfig }: Pick<Campaign, 'extractionSchema' | 'analysisConfig'>): JsonObject | null {
  const schema = isObject(extractionSchema) ? extractionSchema : null
  const { fields } = configOf(analysisConfig)
  if (!isObject(fields) || Object.keys(fields).length === 0) return schema
  return merged(schema ?? { type: 'object' }, fields)
}

/** Where both ask by the same name the schema's own question stands. */
const merged = (schema: JsonObject, fields: JsonObject): JsonObject => ({
  ...schema,
  properties: { ...fields, ...(isObject(schema.properties) ? schema.properties : {}) },
})

/**
 * The outcome that a call's answers name, 1 to 100 characters (contract: Outcome); null when they name none: no
 * `outcome_field`, no answer to it, or one that is neither a text nor among `outcomes`.
 */
export function outcomeIn(config: unknown, answers: JsonObject): string | null {
  const { outcome_field: field, outcomes } = configOf(config)
  if (typeof field !== 'string' || !Object.hasOwn(answers, field)) return null
  const value = answers[field]
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  if (!isPlain) return null
  const named = isObject(outcomes) && Object.hasOwn(outcomes, String(value)) ? outcomes[String(value)] : value
  return isName(named) ? named.trim() : null
}

const configOf = (config: unknown): AnalysisConfig => (isObject(config) ? config : {})
