import { sql, type SqlText } from '../../kernel/db/sqlText.ts'
import { MAX_CUSTOM_NAME_LENGTH } from '../../inputs/customColumns.ts'

/** Rows whose custom fields are looked at, and the names that are returned. */
export const MAX_ROWS = 1_000
const MAX_NAMES = 100

/** Names of the fields in `rows (data)`, JSON objects: the most frequent first. */
export const namesIn = (rows: SqlText) => sql`
  select field as "name!" from (${rows}) recent (data), jsonb_object_keys(case when jsonb_typeof(data) = 'object' then data else '{}' end) field
  where length(field) between 1 and ${MAX_CUSTOM_NAME_LENGTH} group by field order by count(*) desc, field limit ${MAX_NAMES}`
