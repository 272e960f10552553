import type { Call, CallDetail, Campaign, Lead } from '../../../generated/prisma/client.ts'
import { isObject } from '../../../kernel/json/json.ts'
import { memberOf } from '../../../kernel/json/jsonMembers.ts'
import { verbatim } from '../../../kernel/json/jsonSource.ts'
import type { TranscriptLine } from '../../../providers/provider.ts'
import { questionsOf } from '../../extraction/analysisConfig.ts'
import { urlOf } from '../recordings/recordings.ts'
import { transcriptOf } from '../../shared/jsonColumns.ts'

/** What came of one of a campaign's calls, with the lead that was called. */
export type Result = Pick<Call, 'id' | 'leadId' | 'campaignId' | 'toNumber' | 'status' | 'outcome' | 'durationSeconds' | 'detectedLanguage'> &
  Pick<Call, 'recorded' | 'hasRecording' | 'recordingDeletedAt'> &
  Pick<CallDetail, 'summary' | 'analysis' | 'structuredData' | 'validationErrors' | 'successEvaluation' | 'transcript'> & {
    completedAt: Date
    externalId: Lead['externalId']
    leadName: Lead['name']
    leadData: Lead['data'] | null
  }

/** A column that results are shown in. */
export interface Column {
  name: string
  /** As people read it. */
  label: string
}

/** What was said, as the public API shows it. */
export const spoken = (transcript: readonly TranscriptLine[]) => transcript.map(({ role, text, startSeconds }) => ({ role, text, start_seconds: startSeconds }))

/** What every result has, by the names that the public API gives it. */
export const OWN: Record<string, (result: Result) => unknown> = {
  call_id: ({ id }) => id,
  lead_id: ({ leadId }) => leadId,
  external_id: ({ externalId }) => externalId,
  to_number: ({ toNumber }) => toNumber,
  status: ({ status }) => status,
  outcome: ({ outcome }) => outcome,
  summary: ({ summary }) => summary,
  analysis: ({ analysis }) => analysis,
  structured_data: ({ structuredData }) => structuredData,
  validation_errors: ({ validationErrors }) => validationErrors ?? [],
  success_evaluation: ({ successEvaluation }) => successEvaluation,
  transcript: (result) => spoken(transcriptOf(result)),
  detected_language: ({ detectedLanguage }) => detectedLanguage,
  duration_seconds: ({ durationSeconds }) => durationSeconds,
  recording_url: urlOf,
  completed_at: ({ completedAt }) => completedAt.toISOString(),
}

/** Shown of a campaign that names no columns and asks nothing of its own. */
const PLAIN = ['to_number', 'outcome', 'summary']

/** The columns of a campaign: those it names, or what it asks for; each labelled by its question's title, or its name. */
export function columnsOf(campaign: Pick<Campaign, 'extractionSchema' | 'analysisConfig' | 'displayColumns'>): Column[] {
  const properties = questionsOf(campaign)?.properties
  const asked = isObject(properties) ? properties : {}
  const names = [campaign.displayColumns, Object.keys(asked), PLAIN].find((some) => some.length > 0)!
  return [...new Set(names)].map((name) => ({ name, label: titleOf(asked, name) ?? readable(name) }))
}

function titleOf(asked: Record<string, unknown>, name: string): string | null {
  const question = Object.hasOwn(asked, name) ? asked[name] : null
  return isObject(question) && typeof question.title === 'string' && question.title.trim() !== '' ? question.title : null
}

/** `preferred_date` and `preferredDate` are both Preferred date. */
function readable(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.-]+/)
    .filter(Boolean)
    .map((word) => (/^[A-Z\d]+$/.test(word) ? word : word.toLowerCase()))
  const text = words.join(' ') || name
  return text[0]!.toUpperCase() + text.slice(1)
}

/** What a result has in a column: its answer, else what its lead's data says, else what every result has (contract: Results). */
function cellOf(name: string, result: Result): unknown {
  const { toNumber: phone_number, leadName, leadData } = result
  for (const values of [result.structuredData, leadData, { name: leadName, phone_number }])
    if (isObject(values) && Object.hasOwn(values, name)) return verbatim(memberOf(values, name))
  return Object.hasOwn(OWN, name) ? (OWN[name]!(result) ?? null) : null
}

/** Every field by its name; `recording_url` is absent where there is no recording (contract: absent / null). */
export const fieldsOf = (result: Result): Record<string, unknown> =>
  Object.fromEntries(Object.entries(OWN).flatMap(([name, of]) => (of(result) === undefined ? [] : [[name, of(result)]])))

/** A result in the older form: its cells by the names of the columns. */
export const rowOf = (columns: readonly Column[], result: Result): Record<string, unknown> =>
  Object.fromEntries(columns.map(({ name }) => [name, cellOf(name, result)]))
