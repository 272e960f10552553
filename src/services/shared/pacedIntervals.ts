import { VOICE_ENGINES } from '../../kernel/vocabulary/engines.ts'
import { paceOf } from '../../kernel/config/simulation.ts'
import { join, type Sql, sql } from '../../kernel/db/sql.ts'

/** Builds an SQL interval of `ms` milliseconds, divided by the speed of the engine in the given column. */
export const pacedInterval = (engine: Sql, ms: number): Sql =>
  sql`(case ${engine} ${join(
    VOICE_ENGINES.map((name) => sql`when ${name}::text then ${ms / paceOf(name)}::float8`),
    ' ',
  )} end * interval '1 millisecond')`
