import { VOICE_ENGINES } from '../../kernel/vocabulary/engines.ts'
import { paceOf } from '../../kernel/config/simulation.ts'
import { join, type Sql, sql } from '../../kernel/db/sql.ts'

/** So many milliseconds as an interval of SQL, shortened by the pace of the engine that the column names. */
export const pacedInterval = (engine: Sql, ms: number): Sql =>
  sql`(case ${engine} ${join(
    VOICE_ENGINES.map((name) => sql`when ${name}::text then ${ms / paceOf(name)}::float8`),
    ' ',
  )} end * interval '1 millisecond')`
