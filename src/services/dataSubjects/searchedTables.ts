import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { raw, type Sql, sql } from '../../kernel/db/sql.ts'
import type { PhonePatterns } from './phonePatterns.ts'

/** A table whose rows may mention a number: in text, in JSON, and in JSON stored as text. */
export interface SearchedTable {
  table: string
  /** ID column; defaults to `id`. */
  key?: string
  text?: readonly string[]
  json?: readonly string[]
  jsonText?: readonly string[]
}

export const SEARCHED_TABLES: readonly SearchedTable[] = [
  {
    table: 'call_details',
    key: 'call_id',
    text: ['summary', 'success_evaluation'],
    json: ['transcript', 'analysis', 'structured_data', 'validation_errors', 'metadata', 'variables', 'routing'],
  },
  { table: 'messages', text: ['body', 'error_reason'] },
  { table: 'leads', text: ['name', 'external_id'], json: ['data'] },
  { table: 'lead_decisions', json: ['details'] },
  { table: 'lead_imports', text: ['file_name', 'error'], json: ['errors', 'options'] },
  { table: 'campaign_events', json: ['data'] },
  { table: 'webhook_deliveries', jsonText: ['body'] },
  { table: 'webhook_attempts', text: ['error', 'response'] },
  { table: 'alerts', json: ['data'] },
  { table: 'reports', text: ['error'], json: ['filter'] },
  { table: 'dnc_entries', text: ['reason'] },
  { table: 'audit_entries', json: ['before', 'after'] },
]

export const columnsOf = ({ text = [], json = [], jsonText = [] }: SearchedTable) => [...text, ...json, ...jsonText]

/** Concatenates the searched columns of a row `t`. */
const textOf = (place: SearchedTable): Sql =>
  raw(
    `concat_ws(' ', ${columnsOf(place)
      .map((name) => `t.${name}::text`)
      .join(', ')})`,
  )

/** Rows searched per statement. */
const SEARCH_BATCH_SIZE = 2_000

/**
 * Searches the next rows after an ID. Selects `last`, the last ID searched (null if there were no rows), and `ids` of the rows that mention
 * the number. A double represents the IDs exactly up to 2^53.
 */
export const searchBatch = (place: SearchedTable, { workspaceId, traces }: { workspaceId: WorkspaceId; traces: PhonePatterns }, after: number): Sql => {
  const { table, key = 'id' } = place
  return sql`
    with part as (select t.${raw(key)}::float8 as id, ${textOf(place)} ~ ${traces.pattern} as hit from ${raw(table)} t
      where t.workspace_id = ${workspaceId} and t.${raw(key)} > ${after} order by t.${raw(key)} limit ${SEARCH_BATCH_SIZE})
    select max(id) as last, coalesce(array_agg(id order by id) filter (where hit), '{}') as ids from part`
}
