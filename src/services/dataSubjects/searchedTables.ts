import { NOTHING, rawSql, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { mentionsNumber } from '../../kernel/db/phoneMentions.ts'

type TableName =
  | 'alerts'
  | 'audit_entries'
  | 'call_details'
  | 'campaign_events'
  | 'carrier_events'
  | 'consents'
  | 'dnc_entries'
  | 'lead_decisions'
  | 'lead_imports'
  | 'leads'
  | 'messages'
  | 'opt_outs'
  | 'reports'
  | 'saved_views'
  | 'webhook_attempts'
  | 'webhook_deliveries'

/** A table whose rows may mention a number: in text, in JSON, and in JSON stored as text. */
export interface SearchedTable {
  table: TableName
  /** ID column; defaults to `id`. */
  key?: string
  text?: readonly string[]
  json?: readonly string[]
  jsonText?: readonly string[]
  /** Whether the table has an index of the phone numbers in these columns, in this order, and is not read row by row. */
  hasKeys?: true
}

export const SEARCHED_TABLES: readonly SearchedTable[] = [
  {
    table: 'call_details',
    key: 'call_id',
    text: ['summary', 'success_evaluation'],
    json: ['transcript', 'analysis', 'structured_data', 'validation_errors', 'metadata', 'variables', 'routing'],
    hasKeys: true,
  },
  { table: 'messages', text: ['body', 'error_reason'], hasKeys: true },
  { table: 'leads', text: ['name', 'external_id'], json: ['data'], hasKeys: true },
  { table: 'lead_decisions', json: ['details'], hasKeys: true },
  { table: 'lead_imports', text: ['file_name', 'error'], json: ['errors', 'options'] },
  { table: 'campaign_events', json: ['data'] },
  { table: 'webhook_deliveries', jsonText: ['body'] },
  { table: 'webhook_attempts', text: ['error', 'response'], hasKeys: true },
  { table: 'alerts', json: ['data'] },
  { table: 'reports', text: ['error'], json: ['filter'] },
  { table: 'saved_views', text: ['name'], json: ['search'] },
  { table: 'consents', text: ['text', 'source', 'evidence'], hasKeys: true },
  { table: 'dnc_entries', text: ['reason'], hasKeys: true },
  { table: 'opt_outs', text: ['sentence'], hasKeys: true },
  { table: 'audit_entries', json: ['before', 'after'], hasKeys: true },
]

/** Tables whose rows an erasure deletes instead of searching them. */
export const DELETED_TABLES: readonly SearchedTable[] = [{ table: 'carrier_events', json: ['event'] }]

export const searchedColumnsOf = ({ text = [], json = [], jsonText = [] }: SearchedTable) => [...text, ...json, ...jsonText]

/** The searched columns of a row `t` as texts. */
const textsOf = (place: SearchedTable) =>
  rawSql(
    searchedColumnsOf(place)
      .map((name) => `t.${name}::text`)
      .join(', '),
  )

/** Rows searched per statement. */
const SEARCH_BATCH_SIZE = 2_000

/** Makes a value for each table, by its name. */
export const byTable = <T>(make: (place: SearchedTable) => T) =>
  Object.fromEntries([...SEARCHED_TABLES, ...DELETED_TABLES].map((place) => [place.table, make(place)])) as Record<TableName, T>

/**
 * Statements that search the next rows of a table after an ID. They select `last`, the last ID searched (null if there were no rows), and
 * `ids` of the rows that mention the number. A double represents the IDs exactly up to 2^53.
 */
export const SEARCH_NEXT = byTable((place) => {
  const { table, key = 'id', hasKeys } = place
  const [id, texts] = [rawSql(`t.${key}`), textsOf(place)]
  const columns = rawSql([key, ...searchedColumnsOf(place)].join(', '))
  // Materialized, or PostgreSQL would read in the order of the IDs until it has found enough.
  const found = sql`with found as materialized (select ${columns} from ${rawSql(table)} t where t.workspace_id = $workspaceId and phone_keys(array[${texts}]) && $keys), `
  return statement(
    `dataSubjects.search.${table}`,
    sql`
      ${hasKeys ? found : sql`with `}part as (select ${id}::float8 as id, ${mentionsNumber(texts)} as hit from ${rawSql(hasKeys ? 'found' : table)} t
        where ${hasKeys ? NOTHING : sql`t.workspace_id = $workspaceId and `}${id} > $after order by ${id} limit ${SEARCH_BATCH_SIZE})
      select max(id) as last, coalesce(array_agg(id order by id) filter (where hit), '{}') as ids from part`,
    { isUnprepared: true },
  )
})
