import type { CallId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { groupBy } from '../../kernel/lib/groups.ts'
import { fromNow } from '../../kernel/lib/clock.ts'
import { afterCommit, type Connection, transaction } from '../../kernel/db/db.ts'
import type { Call } from '../../generated/prisma/client.ts'
import { perServer } from '../../kernel/serverState.ts'
import { array, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'

/** Characters of a transcript that can be searched. A vector of PostgreSQL has at most a megabyte. */
const MAX_SEARCHED_LENGTH = 100_000
/** `sweep` looks at calls that ended within this time again, in case a process died before it wrote their words. */
const RETRY_DELAY_MS = 3_600_000
/** Calls of one statement. */
const BATCH_SIZE = 200

/** The finished calls whose words are not written yet. Bounded, because `sweep` finds the rest. */
const noted = perServer(() => new Map<WorkspaceId, CallId[]>())
const MAX_NOTED = 10_000

/**
 * The workspace's ID is a word of every call, so that a search reads nothing of other workspaces. Locks what it reads, so that words that
 * are erased meanwhile are not written.
 */
const writeWords = statement(
  'callWords.write',
  sql`
    with spoken as materialized (
      select d.call_id, d.transcript from call_details d join calls c on c.workspace_id = d.workspace_id and c.id = d.call_id
      where d.workspace_id = $workspaceId and d.call_id = any(${array('ids', 'int')}) and c.finished_at is not null and d.transcript <> '[]'
      order by d.call_id for share of d)
    insert into call_words (workspace_id, call_id, words)
    select $workspaceId, call_id, array_to_tsvector(array['#' || $workspaceId]) || to_tsvector('simple', left(
      (select string_agg(line->>'text', ' ' order by position) from jsonb_array_elements(transcript) with ordinality as lines (line, position)),
      ${MAX_SEARCHED_LENGTH}))
    from spoken
    on conflict (workspace_id, call_id) do update set words = excluded.words`,
)

/** Makes the transcripts of finished calls searchable. */
export const write = (workspaceId: WorkspaceId, ids: readonly CallId[], tx?: Connection) => writeWords.run({ workspaceId, ids: [...ids] }, tx)

/** At least three letters before a `*`: fewer begin too many words. PostgreSQL would drop the `*`, so a mark replaces it until the words are read. */
const asBeginnings = sql`regexp_replace($said, '([^[:space:]*"-]{3})\*', '\1xbeginningx', 'g')`

/** Condition on `calls`: $said was said on the call, in words, beginnings*, "phrases", -exclusions and alternatives with or. */
export const WAS_SAID = sql`id in (
  select w.call_id from call_words w where w.workspace_id = $workspaceId
    and w.words @@ (format('''#%s''', $workspaceId)::tsquery
      && replace(websearch_to_tsquery('simple', ${asBeginnings})::text, 'xbeginningx''', ''':*')::tsquery))`

/** Has the call's words written soon after the commit, so that closing a call stays cheap. */
export const noteClosed = (tx: Connection, { workspaceId, id }: Pick<Call, 'workspaceId' | 'id'>) =>
  afterCommit(tx, () => {
    const ids = noted().get(workspaceId) ?? []
    if (ids.length < MAX_NOTED && (noted().has(workspaceId) || noted().size < MAX_NOTED)) noted().set(workspaceId, [...ids, id])
  })

/** Writes the words of the calls that this server closed since the last time. */
export async function writeNoted(): Promise<void> {
  const workspaces = [...noted()]
  noted().clear()
  for (const [workspaceId, ids] of workspaces)
    await inWorkspace(workspaceId, async () => {
      for (let start = 0; start < ids.length; start += BATCH_SIZE) await write(workspaceId, ids.slice(start, start + BATCH_SIZE))
    })
}

const idsOf = (calls: readonly { id: CallId }[]) => calls.map(({ id }) => id)

const listMissing = statement(
  'callWords.listMissing',
  sql`
    select w.id as workspace_id, missing.id from workspaces w cross join lateral (
      select c.id from calls c join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id
      where c.workspace_id = w.id and c.ended_at > $since and c.finished_at is not null
        and not exists (select from call_words s where s.workspace_id = c.workspace_id and s.call_id = c.id) and d.transcript <> '[]'
      limit ${BATCH_SIZE}) missing`,
  { acrossWorkspaces: 'A sweep over all workspaces with recent calls.' },
)

const listBackfills = statement('callWords.listBackfills', sql`select workspace_id from call_words_backfills`, {
  acrossWorkspaces: 'A sweep over all workspaces with calls from before their words were stored.',
})

/** How long a sweep writes the words of earlier calls. The rest of each minute is for other work. */
const BACKFILL_MS = 10_000

/**
 * Writes the words that a process left out because it died, and those of earlier calls, a batch of each workspace in turn, for some seconds, until the
 * signal, or until other processes do the rest.
 */
export async function sweep(signal?: AbortSignal): Promise<void> {
  const missing = groupBy(await listMissing.all({ since: fromNow(-RETRY_DELAY_MS) }), ({ workspaceId }) => workspaceId)
  for (const [workspaceId, calls] of missing) await inWorkspace(workspaceId, () => write(workspaceId, idsOf(calls)))
  const end = performance.now() + BACKFILL_MS
  let open = (await listBackfills.all({})).map(({ workspaceId }) => workspaceId)
  while (open.length > 0 && performance.now() < end && !signal?.aborted) {
    const unfinished: WorkspaceId[] = []
    for (const workspaceId of open) if (await inWorkspace(workspaceId, () => backfill(workspaceId))) unfinished.push(workspaceId)
    open = unfinished
  }
}

const lockBackfill = statement(
  'callWords.lockBackfill',
  sql`select before_id from call_words_backfills where workspace_id = $workspaceId for update skip locked`,
)
const listEarlier = statement(
  'callWords.listEarlier',
  sql`select call_id as id from call_details where workspace_id = $workspaceId and call_id < $beforeId order by call_id desc limit ${BATCH_SIZE}`,
)
const advance = statement('callWords.advance', sql`update call_words_backfills set before_id = $beforeId where workspace_id = $workspaceId`)
const finish = statement('callWords.finish', sql`delete from call_words_backfills where workspace_id = $workspaceId`)

/** Writes the words of the next earlier calls, newest first. Returns whether this process has more to do: another one that is at it goes on alone. */
const backfill = (workspaceId: WorkspaceId): Promise<boolean> =>
  transaction(async (tx) => {
    const reached = await lockBackfill.get({ workspaceId }, tx)
    if (!reached) return false
    const ids = idsOf(await listEarlier.all({ workspaceId, beforeId: reached.beforeId }, tx))
    await write(workspaceId, ids, tx)
    const isLast = ids.length < BATCH_SIZE
    await (isLast ? finish.run({ workspaceId }, tx) : advance.run({ workspaceId, beforeId: ids.at(-1)! }, tx))
    return !isLast
  })

const deleteWords = statement('callWords.delete', sql`delete from call_words where workspace_id = $workspaceId and call_id = any($ids)`)

/** Makes calls unsearchable, in the transaction that has blanked their transcripts. Those of deleted calls go with them. */
export const remove = (tx: Connection, workspaceId: WorkspaceId, ids: readonly CallId[]) => deleteWords.run({ workspaceId, ids: [...ids] }, tx)
