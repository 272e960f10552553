import { VOICE_ENGINES, type VoiceEngine } from '../../kernel/vocabulary/engines.ts'
import { paceOf } from '../../kernel/config/simulation.ts'
import { rawSql, type SqlText, sql } from '../../kernel/db/sqlText.ts'

/** An interval of `ms` milliseconds, divided by the speed of the engine in the given column. `paces` has its parameters. */
export const intervalAtPace = (engine: SqlText, ms: number): SqlText =>
  sql`(case ${engine} ${rawSql(VOICE_ENGINES.map((name) => `when '${name}' then ${ms} / $${name}Pace::float8`).join(' '))} end * interval '1 millisecond')`

/** The parameters of `intervalAtPace`. */
export const paces = () => Object.fromEntries(VOICE_ENGINES.map((name) => [`${name}Pace`, paceOf(name)])) as Record<`${VoiceEngine}Pace`, number>
