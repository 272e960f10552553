import { VOICE_ENGINES } from '../engines.ts'
import { paceOf } from '../simulation.ts'
import { join, type Sql, sql } from '../sql.ts'

/** So many milliseconds as an interval of SQL, shortened by the pace of the engine that the column names. */
export const pacedInterval = (engine: Sql, ms: number): Sql =>
  sql`(case ${engine} ${join(
    VOICE_ENGINES.map((name) => sql`when ${name}::text then ${ms / paceOf(name)}::float8`),
    ' ',
  )} end * interval '1 millisecond')`
