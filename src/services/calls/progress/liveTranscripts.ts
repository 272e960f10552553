import type { CallId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { array, rawSql, sql, type SqlText } from '../../../kernel/db/sqlText.ts'
import type { StoredLine } from './transcripts.ts'

/** The transcript so far of a call that is not finished; null if it has no lines. `call` is the alias of a table with its ID. */
export const liveLinesOf = (call: string, id: string): SqlText => sql`
  (select jsonb_agg(line order by position) from live_transcript_lines l
    where ${rawSql(`l.workspace_id = ${call}.workspace_id and l.call_id = ${call}.${id}`)})`

/** The transcript of a call, with the aliases of `calls` and `call_details`: that of its details once it is finished. */
export const transcriptSql = (call: string, detail: string): SqlText => sql`
  case when ${rawSql(`${call}.finished_at is null`)} then coalesce(${liveLinesOf(call, 'id')}, ${rawSql(`${detail}.transcript`)})
    else ${rawSql(`${detail}.transcript`)} end`

/** What changes in the live transcript of a call: lines that are new or different, and the end, after which no line stands. */
export interface LineWrites {
  workspaceId: WorkspaceId
  id: CallId
  lines: { workspace_id: WorkspaceId; id: CallId; position: number; line: StoredLine }[]
  end: number
}

/** CTEs that write `$lines`, and delete the lines of the calls `$cutIds` from `$ends` on. No line is in both. */
export const WRITE_LINES = sql`
  appended as (
    insert into live_transcript_lines (workspace_id, call_id, position, line)
    select workspace_id, id, position, line from jsonb_to_recordset($lines::jsonb) as s(workspace_id int, id int, position int, line jsonb)
    on conflict (call_id, position) do update set line = excluded.line where live_transcript_lines.workspace_id = excluded.workspace_id),
  cut as (
    delete from live_transcript_lines l using unnest(${array('cutWorkspaceIds', 'int')}, ${array('cutIds', 'int')}, ${array('ends', 'int')}) as s(workspace_id, id, "end")
    where l.workspace_id = s.workspace_id and l.call_id = s.id and l.position >= s."end")`
