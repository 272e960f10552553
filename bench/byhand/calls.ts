import { z } from 'zod'
import { CURRENCY, formatMicros } from '../../src/kernel/lib/money.ts'
import { toAdvisory } from '../../src/services/calls/recordings/recordings.ts'
import { PUBLIC_URL } from '../common.ts'
import type { Caller } from './callers.ts'
import { pool } from './database.ts'
import { Refused } from './errors.ts'

const MAX_ID = 2_147_483_647
const integer = z
  .string()
  .refine((text) => /^[+-]?\d{1,15}$/.test(text), { error: 'value is not a valid integer', params: { type: 'type_error.integer' }, abort: true })
  .transform(Number)

/** The query parameters of a list of calls. */
export const CallsQuery = z.object({
  limit: integer.pipe(z.number().min(1).max(100)).default(20),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'value is not a valid cursor')
    .transform((text) => Math.min(Number(text), MAX_ID))
    .optional(),
  campaign_id: integer.optional(),
  status: z.string().max(64).optional(),
})

interface Summary {
  id: number
  status: string
  to_number: string
  detected_language: string | null
}

const FILTERED = `and ($4::int is null or campaign_id = $4) and ($5::text is null or status = $5)`
const page = (filter: string) => `select id, status, to_number, detected_language from calls
  where workspace_id = $1 and id < $2 ${filter} order by id desc limit $3`

/** Returns a page of calls, newest first. */
export async function list({ workspaceId }: Caller, { limit, cursor = MAX_ID, campaign_id: campaignId, status }: z.output<typeof CallsQuery>) {
  const values: unknown[] = [workspaceId, cursor, limit + 1]
  const isFiltered = campaignId !== undefined || status !== undefined
  const { rows } = await pool.query<Summary>(
    isFiltered
      ? { name: 'calls-filtered', text: page(FILTERED), values: [...values, campaignId ?? null, status ?? null] }
      : { name: 'calls', text: page(''), values },
  )
  const hasMore = rows.length > limit
  if (hasMore) rows.pop()
  return { items: rows, data: rows, has_more: hasMore, next_cursor: hasMore ? String(rows.at(-1)!.id) : null }
}

export interface CallRow {
  id: number
  recorded: boolean
  recording_reason: string
  recording_rules_version: string | null
  has_recording: boolean
  country: string | null
  transcript: { role: string; text: string; startSeconds: number | null }[]
  cost_lines: { kind: string; description: string; seconds: number | null; unit_price: string | null; amount: string }[]
  cost_micros: string | null
  [column: string]: unknown
}

const ONE = `select c.id, c.status, c.to_number, c.detected_language, c.direction, c.agent_id, c.campaign_id, c.lead_id, c.from_number, c.provider,
    c.provider_call_id, c.duration_seconds, c.outcome, c.ended_reason, c.provider_ended_reason, c.cost_micros, c.recorded, c.recording_reason, c.recording_rules_version, c.has_recording, c.country,
    c.created_at, c.started_at, c.ended_at, d.summary, d.transcript, d.analysis, d.structured_data, d.validation_errors, d.success_evaluation, d.metadata, d.cost_lines
  from calls c join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id
  where c.workspace_id = $1 and c.id = $2`

/** Returns a call with its details. Throws a 404. */
export async function get({ workspaceId }: Pick<Caller, 'workspaceId'>, idText: string) {
  const id = /^[1-9]\d{0,9}$/.test(idText) && Number(idText) <= MAX_ID ? Number(idText) : null
  const { rows } = id === null ? { rows: [] } : await pool.query<CallRow>({ name: 'call', text: ONE, values: [workspaceId, id] })
  if (!rows[0]) throw new Refused(404, 'Call not found')
  return shown(rows[0])
}

/** Converts a row to the public API. */
export function shown(row: CallRow) {
  const { reason, ...said } = toAdvisory({
    recorded: row.recorded,
    recordingReason: row.recording_reason,
    recordingRulesVersion: row.recording_rules_version,
    country: row.country,
  })
  return {
    id: row.id,
    status: row.status,
    to_number: row.to_number,
    detected_language: row.detected_language,
    direction: row.direction,
    agent_id: row.agent_id,
    campaign_id: row.campaign_id,
    lead_id: row.lead_id,
    from_number: row.from_number,
    provider: row.provider,
    provider_call_id: row.provider_call_id,
    duration_seconds: row.duration_seconds,
    outcome: row.outcome,
    ended_reason: row.ended_reason,
    provider_ended_reason: row.provider_ended_reason,
    summary: row.summary,
    transcript: row.transcript.map(({ role, text, startSeconds }) => ({ role, text, start_seconds: startSeconds })),
    analysis: row.analysis,
    structured_data: row.structured_data,
    validation_errors: row.validation_errors ?? [],
    success_evaluation: row.success_evaluation,
    cost: row.cost_micros === null ? null : formatMicros(BigInt(row.cost_micros)),
    cost_lines: row.cost_lines.map(({ kind, description, seconds, unit_price, amount }) => ({ type: kind, description, seconds, unit_price, amount })),
    currency: CURRENCY,
    metadata: row.metadata,
    ...(row.recorded && row.has_recording ? { recording_url: `${PUBLIC_URL}/api/v1/calls/${row.id}/recording` } : {}),
    recording_advisory: { recorded: said.recorded, reason, country: said.country, message: said.message, rules_version: said.rulesVersion },
    timing_advisory: null,
    created_at: row.created_at,
    started_at: row.started_at,
    ended_at: row.ended_at,
  }
}
