import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { DAY_MS } from '../../kernel/lib/zoneDays.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as callErasure from '../calls/callErasure.ts'
import * as consentErasure from '../compliance/consentErasure.ts'
import * as importErasure from '../leads/imports/importErasure.ts'
import * as messageErasure from '../messages/messageErasure.ts'
import * as rowErasure from './rowErasure.ts'

/** Rows per transaction. */
const BATCH_SIZE = 200
/** Maximum duration of a sweep, so that it does not delay a shutdown; the next sweep continues. */
const MAX_SWEEP_MS = 10_000

/** How many rows are past their retention depends on the values, so searches are planned each time. */
const SEARCH = { isUnprepared: true }

const listSettings = statement(
  'retention.listSettings',
  sql`
    select id, transcript_retention_days, call_retention_days, message_retention_days
    from workspaces where coalesce(transcript_retention_days, call_retention_days, message_retention_days) is not null order by random()`,
)

/**
 * Deletes data past its retention, by the settings of each workspace (recordings: `recordingDeletions.ts`). Several processes may run it
 * concurrently: each locks different rows. If one dies, its batch is rolled back and the next sweep repeats it.
 */
export async function sweep(ms = MAX_SWEEP_MS): Promise<void> {
  const until = performance.now() + ms
  for (const { id, transcriptRetentionDays, callRetentionDays, messageRetentionDays } of await listSettings.all({})) {
    await inWorkspace(id, async () => {
      // Calls first: deleted calls need no blanking.
      await runInBatches(until, callRetentionDays, (tx, days) => deleteCalls(tx, id, days))
      await runInBatches(until, transcriptRetentionDays, (tx, days) => blankTranscripts(tx, id, days))
      await runInBatches(until, messageRetentionDays, (tx, days) => deleteMessages(tx, id, days))
    })
  }
  await runInBatches(until, UNRUN_FILE_DAYS, deleteLeadFiles)
  await runInBatches(until, ENDED_CONSENT_DAYS, deleteConsents)
}

async function runInBatches(until: number, days: number | null, batch: (tx: Tx, days: number) => Promise<number>) {
  if (days === null) return
  while (performance.now() < until && (await transaction((tx) => batch(tx, days))) === BATCH_SIZE);
}

/** An uploaded file that was never run is deleted after so many days. */
const UNRUN_FILE_DAYS = 1

/** The proof of a consent is kept for five years after it ended (§ 7a UWG, 16 CFR 310.5). */
const ENDED_CONSENT_DAYS = 5 * 366

const deleteConsents = (tx: Tx, days: number): Promise<number> => consentErasure.eraseEnded(tx, fromNow(-days * DAY_MS), BATCH_SIZE)

const CUTOFF = sql`$now::timestamptz - make_interval(days => $days)`

const lockLeadFiles = statement(
  'retention.lockLeadFiles',
  sql`
    select i.id from lead_imports i join workspaces w on w.id = i.workspace_id
    where i.content is not null and (
      (i.status = 'uploaded' and i.created_at < ${CUTOFF})
      or (i.is_dry_run and i.status in ('completed', 'failed') and i.finished_at < ${CUTOFF})
      or (i.status in ('completed', 'failed', 'undone') and i.finished_at < $now - make_interval(days => w.lead_file_retention_days)))
    order by i.id limit ${BATCH_SIZE} for update of i skip locked`,
  { ...SEARCH, acrossWorkspaces: 'A sweep over all uploaded files.' },
)

/**
 * Deletes uploaded lead files: after the retention period of the workspace once the import has ended, and after a day if it was never run. The
 * import stays, with its counts and error positions.
 */
async function deleteLeadFiles(tx: Tx, days: number): Promise<number> {
  const ids = idsOf(await lockLeadFiles.all({ days, now: clock.now() }, tx))
  await importErasure.eraseFiles(tx, ids)
  return ids.length
}

const lockOldCalls = statement(
  'retention.lockCalls',
  sql`
    select id from calls c where workspace_id = $workspaceId and ended_at < ${CUTOFF} and finished_at is not null
    order by ended_at limit ${BATCH_SIZE} for update skip locked`,
  SEARCH,
)

async function deleteCalls(tx: Tx, workspaceId: WorkspaceId, days: number): Promise<number> {
  const ids = idsOf(await lockOldCalls.all({ workspaceId, days, now: clock.now() }, tx))
  await rowErasure.eraseCalls(tx, workspaceId, ids, 'retention')
  return ids.length
}

const ENDED_CALLS = sql`select id from calls where workspace_id = $workspaceId and ended_at < ${CUTOFF} order by ended_at desc limit 1000`

const lockOldDetails = statement(
  'retention.lockDetails',
  sql`
    select c.id from call_details d join calls c on c.workspace_id = d.workspace_id and c.id = d.call_id
    where d.workspace_id = $workspaceId and ${callErasure.HAS_CONTENT} and d.call_id <= (select max(id) from (${ENDED_CALLS}) as ended)
      and c.ended_at < ${CUTOFF} and c.finished_at is not null
    order by d.call_id limit ${BATCH_SIZE} for update of c skip locked`,
  SEARCH,
)

/**
 * Blanks the content of old calls. Reads details only up to the highest ID among the calls that ended last before the cutoff, since few
 * details up to that ID belong to later calls.
 */
async function blankTranscripts(tx: Tx, workspaceId: WorkspaceId, days: number): Promise<number> {
  const ids = idsOf(await lockOldDetails.all({ workspaceId, days, now: clock.now() }, tx))
  await rowErasure.blankCalls(tx, workspaceId, ids)
  return ids.length
}

const lockOldMessages = statement(
  'retention.lockMessages',
  sql`
    select id from messages m where workspace_id = $workspaceId and created_at < ${CUTOFF} and ${messageErasure.IS_SETTLED}
    order by created_at limit ${BATCH_SIZE} for update skip locked`,
  SEARCH,
)

async function deleteMessages(tx: Tx, workspaceId: WorkspaceId, days: number): Promise<number> {
  const ids = idsOf(await lockOldMessages.all({ workspaceId, days, now: clock.now() }, tx))
  await rowErasure.eraseMessages(tx, workspaceId, ids, 'retention')
  return ids.length
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
