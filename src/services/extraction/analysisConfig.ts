import { DomainError } from '../../kernel/vocabulary/errors.ts'
import type { Campaign } from '../../generated/prisma/client.ts'
import { isObject } from '../../kernel/json/isObject.ts'
import { CALL_OUTCOME } from '../../providers/analysis.ts'
import type { AnalysisItem, JsonObject } from '../../providers/provider.ts'
import * as extraction from './extraction.ts'

const MAX_OUTCOME_LENGTH = 100
const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '' && value.length <= MAX_OUTCOME_LENGTH

/**
 * Known keys of a campaign's `analysis_config` (spec: analysis_config); other keys are stored and ignored.
 *
 * - `fields`: additional questions by name, each with `type`, `description`, `enum` … like JSON Schema properties
 * - `outcome_field`: the question whose answer is the outcome of the call
 * - `outcomes`: outcomes by answer, if they differ from the answers
 */
interface AnalysisConfig {
  fields?: JsonObject
  outcome_field?: string
  outcomes?: Record<string, string>
}

/** Returns the first problem of an `analysis_config`, combined with the `extraction_schema` if there is one; null if it is valid. */
export function findProblem(config: JsonObject, extractionSchema: JsonObject | null = null): string | null {
  const { fields, outcome_field: outcomeField, outcomes } = config
  if (fields !== undefined && !isObject(fields)) return 'analysis_config.fields: must be an object with a question for each name'
  const problem = fields && Object.keys(fields).length > 0 && findFieldProblem(fields, extractionSchema)
  if (problem) return problem
  if (outcomeField !== undefined && !isName(outcomeField))
    return `analysis_config.outcome_field: must be the name of a field, 1 to ${MAX_OUTCOME_LENGTH} characters`
  if (outcomes === undefined) return null
  if (!isObject(outcomes)) return 'analysis_config.outcomes: must be an object with an outcome for each value'
  const invalidValue = Object.keys(outcomes).find((value) => !isName(outcomes[value]))
  if (invalidValue !== undefined)
    return `analysis_config.outcomes.${invalidValue.slice(0, MAX_OUTCOME_LENGTH)}: must be the name of an outcome, 1 to ${MAX_OUTCOME_LENGTH} characters`
  return outcomeField === undefined ? 'analysis_config.outcomes: requires outcome_field, the field whose values are listed' : null
}

function findFieldProblem(fields: JsonObject, extractionSchema: JsonObject | null): string | null {
  try {
    extraction.toAnalysisItems({ properties: fields }, 'analysis_config.fields')
    if (extractionSchema) extraction.toAnalysisItems(mergeFields(extractionSchema, fields), 'analysis_config.fields with extraction_schema')
    return null
  } catch (error) {
    if (error instanceof DomainError && typeof error.detail === 'string') return error.detail.replace('fields.properties.', 'fields.')
    throw error
  }
}

/**
 * Returns the JSON Schema of a campaign's questions: its `extraction_schema` merged with the fields of its `analysis_config`; null without
 * questions.
 */
export function mergedSchemaOf({ extractionSchema, analysisConfig }: Pick<Campaign, 'extractionSchema' | 'analysisConfig'>): JsonObject | null {
  const schema = isObject(extractionSchema) ? extractionSchema : null
  const { fields } = configOf(analysisConfig)
  if (!isObject(fields) || Object.keys(fields).length === 0) return schema
  return mergeFields(schema ?? { type: 'object' }, fields)
}

/** If both have a question of the same name, the `extraction_schema` wins. */
const mergeFields = (schema: JsonObject, fields: JsonObject): JsonObject => ({
  ...schema,
  properties: { ...fields, ...(isObject(schema.properties) ? schema.properties : {}) },
})

/**
 * Returns the outcome in a call's answers, 1 to 100 characters (contract: Outcome); null without `outcome_field`, without an answer to it, or
 * if the answer is neither plain nor in `outcomes`.
 */
export function findOutcome(config: unknown, answers: JsonObject): string | null {
  const { outcome_field: field, outcomes } = configOf(config)
  if (typeof field !== 'string' || !Object.hasOwn(answers, field)) return null
  const value = answers[field]
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  if (!isPlain) return null
  const outcome = isObject(outcomes) && Object.hasOwn(outcomes, String(value)) ? outcomes[String(value)] : value
  return isName(outcome) ? outcome.trim() : null
}

/** Whether an outcome can be the answer to the question for it. `items` are the call's own questions; the built-in one has every outcome. */
export function canBeOutcome(config: unknown, items: readonly AnalysisItem[], outcome: string): boolean {
  const { outcome_field: field = CALL_OUTCOME, outcomes } = configOf(config)
  const item = items.find(({ name }) => name === field)
  const choices = item ? (item.choices ?? []) : field === CALL_OUTCOME ? [outcome] : []
  const answers = isObject(outcomes) ? outcomes : {}
  return Object.values(answers).includes(outcome) || (choices.includes(outcome) && !Object.hasOwn(answers, outcome))
}

const configOf = (config: unknown): AnalysisConfig => (isObject(config) ? config : {})
