import { raw, type Sql, sql } from '../../kernel/db/sql.ts'
import type { Traces } from './phoneTraces.ts'

/** Where other rows may name the number: in texts, in JSON, and in JSON that is kept as text. */
export interface Place {
  table: string
  /** Its column of ids; `id` unless said otherwise. */
  key?: string
  text?: readonly string[]
  json?: readonly string[]
  jsonText?: readonly string[]
}

export const PLACES: readonly Place[] = [
  {
    table: 'call_details',
    key: 'call_id',
    text: ['summary', 'success_evaluation'],
    json: ['transcript', 'analysis', 'structured_data', 'validation_errors', 'metadata', 'variables', 'routing'],
  },
  { table: 'messages', text: ['body', 'error_reason'] },
  { table: 'leads', text: ['name', 'external_id'], json: ['data'] },
  { table: 'lead_decisions', json: ['facts'] },
  { table: 'lead_imports', text: ['file_name', 'error'], json: ['errors', 'options'] },
  { table: 'campaign_events', json: ['data'] },
  { table: 'webhook_deliveries', jsonText: ['body'] },
  { table: 'webhook_attempts', text: ['error', 'response'] },
  { table: 'notices', json: ['data'] },
  { table: 'reports', text: ['error'], json: ['filter'] },
  { table: 'dnc_entries', text: ['reason'] },
  { table: 'audit_entries', json: ['before', 'after'] },
]

export const columnsOf = ({ text = [], json = [], jsonText = [] }: Place) => [...text, ...json, ...jsonText]

/** Everything that a row `t` says there, to be searched. */
const textOf = (place: Place): Sql =>
  raw(
    `concat_ws(' ', ${columnsOf(place)
      .map((name) => `t.${name}::text`)
      .join(', ')})`,
  )

/** Rows of a place looked at in one statement. */
const STRETCH = 2_000

/**
 * Of the next rows of a place behind an id: the `last` that was looked at, null when there were none, and the `ids` of those that name the number. A double holds the
 * widest of them exactly up to 2^53.
 */
export const stretchOf = (place: Place, { workspaceId, traces }: { workspaceId: number; traces: Traces }, after: number): Sql => {
  const { table, key = 'id' } = place
  return sql`
    with part as (select t.${raw(key)}::float8 as id, ${textOf(place)} ~ ${traces.pattern} as hit from ${raw(table)} t
      where t.workspace_id = ${workspaceId} and t.${raw(key)} > ${after} order by t.${raw(key)} limit ${STRETCH})
    select max(id) as last, coalesce(array_agg(id order by id) filter (where hit), '{}') as ids from part`
}
