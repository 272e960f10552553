import type { Call, CallDetail, Campaign, Lead } from '../../../generated/prisma/client.ts'
import { isObject } from '../../../kernel/json/isObject.ts'
import { memberOf } from '../../../kernel/json/jsonMembers.ts'
import { verbatim } from '../../../kernel/json/jsonSource.ts'
import type { TranscriptLine } from '../../../providers/provider.ts'
import { mergedSchemaOf } from '../../extraction/analysisConfig.ts'
import { urlOf } from '../recordings/recordings.ts'
import { transcriptOf } from '../../shared/jsonColumns.ts'

/** The result of one of a campaign's calls, with the called lead. */
export type Result = Pick<Call, 'id' | 'leadId' | 'campaignId' | 'toNumber' | 'status' | 'outcome' | 'durationSeconds' | 'detectedLanguage'> &
  Pick<Call, 'recorded' | 'hasRecording' | 'recordingDeletedAt'> &
  Pick<CallDetail, 'summary' | 'analysis' | 'structuredData' | 'validationErrors' | 'successEvaluation' | 'transcript' | 'unsaid'> & {
    completedAt: Date
    externalId: Lead['externalId']
    leadName: Lead['name']
    leadData: Lead['data'] | null
  }

/** A column of a results table. */
export interface Column {
  name: string
  /** Display name. */
  label: string
}

/** Converts a transcript to the shape of the public API. */
export const toPublicTranscript = (transcript: readonly TranscriptLine[]) =>
  transcript.map(({ role, text, startSeconds }) => ({ role, text, start_seconds: startSeconds }))

/** Fields with JSON of any length. */
const LONG_FIELDS = new Set(['structured_data', 'validation_errors', 'analysis', 'transcript'])

/** The fields of every result, by their public API names. */
export const RESULT_FIELDS: Record<string, (result: Result) => unknown> = {
  call_id: ({ id }) => id,
  lead_id: ({ leadId }) => leadId,
  external_id: ({ externalId }) => externalId,
  lead_name: ({ leadName }) => leadName,
  to_number: ({ toNumber }) => toNumber,
  status: ({ status }) => status,
  outcome: ({ outcome }) => outcome,
  summary: ({ summary }) => summary,
  analysis: ({ analysis }) => analysis,
  structured_data: ({ structuredData }) => structuredData,
  validation_errors: ({ validationErrors }) => validationErrors ?? [],
  success_evaluation: ({ successEvaluation }) => successEvaluation,
  transcript: (result) => toPublicTranscript(transcriptOf(result)),
  detected_language: ({ detectedLanguage }) => detectedLanguage,
  duration_seconds: ({ durationSeconds }) => durationSeconds,
  recording_url: urlOf,
  completed_at: ({ completedAt }) => completedAt.toISOString(),
}

/** The fields before and after a campaign's columns in a CSV file or a workbook: first what people look for, last what is long or for programs. */
export const FIELDS_BEFORE = ['lead_name', 'to_number', 'status', 'outcome', 'completed_at', 'duration_seconds', 'summary']
export const FIELDS_AFTER = Object.keys(RESULT_FIELDS)
  .filter((name) => !FIELDS_BEFORE.includes(name))
  .toSorted((one, other) => Number(LONG_FIELDS.has(one)) - Number(LONG_FIELDS.has(other)))

/** Columns of a campaign without display columns and questions. */
const DEFAULT_COLUMNS = ['to_number', 'outcome', 'summary']

/** Returns the columns of a campaign: its display columns, or else its questions. The label is the question's title, or derived from the name. */
export function columnsOf(campaign: Pick<Campaign, 'extractionSchema' | 'analysisConfig' | 'displayColumns'>): Column[] {
  const properties = mergedSchemaOf(campaign)?.properties
  const questions = isObject(properties) ? properties : {}
  const names = [campaign.displayColumns, Object.keys(questions), DEFAULT_COLUMNS].find((candidate) => candidate.length > 0)!
  return [...new Set(names)].map((name) => ({ name, label: titleOf(questions, name) ?? toLabel(name) }))
}

function titleOf(questions: Record<string, unknown>, name: string): string | null {
  const question = Object.hasOwn(questions, name) ? questions[name] : null
  return isObject(question) && typeof question.title === 'string' && question.title.trim() !== '' ? question.title : null
}

/** Converts `preferred_date` and `preferredDate` to `Preferred date`. */
function toLabel(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.-]+/)
    .filter(Boolean)
    .map((word) => (/^[A-Z\d]+$/.test(word) ? word : word.toLowerCase()))
  const text = words.join(' ') || name
  return text[0]!.toUpperCase() + text.slice(1)
}

/** Returns the value of a column: the answer, else the lead's custom field, else the result's own field (contract: Results). */
function cellOf(name: string, result: Result): unknown {
  const { toNumber: phone_number, leadName, leadData } = result
  for (const values of [result.structuredData, leadData, { name: leadName, phone_number }])
    if (isObject(values) && Object.hasOwn(values, name)) return verbatim(memberOf(values, name))
  return Object.hasOwn(RESULT_FIELDS, name) ? (RESULT_FIELDS[name]!(result) ?? null) : null
}

/** Converts a result to its public fields. `recording_url` is absent if there is no recording (contract: absent / null). */
export const fieldsOf = (result: Result): Record<string, unknown> =>
  Object.fromEntries(Object.entries(RESULT_FIELDS).flatMap(([name, read]) => (read(result) === undefined ? [] : [[name, read(result)]])))

/** Converts a result to the older format: values by column name. */
export const rowOf = (columns: readonly Column[], result: Result): Record<string, unknown> =>
  Object.fromEntries(columns.map(({ name }) => [name, cellOf(name, result)]))
