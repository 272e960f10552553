import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { settings } from '../../../kernel/config/settings.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { fromJson } from '../../shared/jsonColumns.ts'

/** Days of calls that are looked at, and of consents that end. */
export const REVIEW_DAYS = 30
/** At most so many of the newest calls are looked at. */
const MAX_CALLS = 10_000
/** At most so many entries, consents and recordings are counted. */
const MAX_COUNTED = 1_000
/** Ten business days have at most so many days, with weekends and holidays. */
const OPT_OUT_DAYS = 20
/** A deletion that takes longer is late: jobs and sweeps retry it for a day. */
const OVERDUE_DAYS = 1

/** What the rows of a workspace say, besides its campaigns and registers. */
export interface ComplianceRows {
  /** Numbers that were put on the do-not-call list lately, the newest first. */
  optOuts: { number: string; at: string }[]
  calls: { known: number; unsaid: number; notPermitted: number; lastNotPermitted: number | null }
  consents: { count: number; first: { number: string; at: string } | null }
  /** Copies of recordings that are not made a day after they were planned, and those of the last days that failed. */
  copies: { overdue: number; firstOverdue: number | null; failed: number; lastFailed: number | null }
  /** Recordings past their retention, and deleted ones that the voice provider still has. */
  recordings: number
}

const readRows = statement(
  'compliance.readRows',
  sql`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('number', e.phone_number, 'at', e.created_at)), '[]') from (
        select phone_number, created_at from dnc_entries where workspace_id = $workspaceId order by id desc limit ${MAX_COUNTED}) e
        where e.created_at > $now::timestamptz - make_interval(days => ${OPT_OUT_DAYS})) as "opt_outs!",
      (select jsonb_build_object('known', count(d.unsaid), 'unsaid', count(*) filter (where d.unsaid <> '[]'),
          'notPermitted', count(d.timing_advisory), 'lastNotPermitted', max(d.call_id) filter (where d.timing_advisory is not null)) from (
        select id from calls where workspace_id = $workspaceId and created_at > $now::timestamptz - make_interval(days => ${REVIEW_DAYS})
        order by created_at desc limit ${MAX_CALLS}) c
        join call_details d on d.workspace_id = $workspaceId and d.call_id = c.id) as "calls!",
      (select jsonb_build_object('count', count(*), 'first', (array_agg(jsonb_build_object('number', s.phone_number, 'at', s.expires_at) order by s.expires_at))[1]) from (
        select phone_number, expires_at from consents where workspace_id = $workspaceId and revoked_at is null
          and expires_at > $now::timestamptz and expires_at < $now::timestamptz + make_interval(days => ${REVIEW_DAYS})
        order by expires_at limit ${MAX_COUNTED}) s) as "consents!",
      (select jsonb_build_object('overdue', count(*) filter (where k.failure is null), 'firstOverdue', min(k.call_id) filter (where k.failure is null),
          'failed', count(k.failure), 'lastFailed', max(k.call_id) filter (where k.failure is not null)) from (
        (select call_id, failure from kept_recordings where workspace_id = $workspaceId and kept_at is null and failure is null and removed_at is null
          and $areCopiesMade and w.keeps_recordings and created_at < $now::timestamptz - make_interval(days => ${OVERDUE_DAYS}) order by call_id limit ${MAX_COUNTED})
        union all
        (select call_id, failure from kept_recordings where workspace_id = $workspaceId and kept_at is null and failure <> 'not_permitted' and removed_at is null
          and created_at > $now::timestamptz - make_interval(days => ${REVIEW_DAYS}) order by call_id desc limit ${MAX_COUNTED})) k) as "copies!",
      (select count(*) from (select from calls where workspace_id = $workspaceId and has_recording and recording_deleted_at is null
          and ended_at < $now::timestamptz - make_interval(days => w.recording_retention_days + ${OVERDUE_DAYS}) limit ${MAX_COUNTED}) held)::int
        + (select count(*) from (select from calls where workspace_id = $workspaceId and recording_purged_at is null
          and recording_deleted_at < $now::timestamptz - make_interval(days => ${OVERDUE_DAYS}) limit ${MAX_COUNTED}) unpurged)::int as "recordings!"
    from workspaces w where w.id = $workspaceId`,
)

/** Reads these rows in one statement, each part by an index and up to a limit. */
export async function readComplianceRows(workspaceId: WorkspaceId): Promise<ComplianceRows> {
  const { optOuts, copies, calls, consents, recordings } = (await readRows.get({
    workspaceId,
    now: clock.now(),
    areCopiesMade: settings.keepRecordings !== 'off',
  }))!
  return {
    optOuts: fromJson<ComplianceRows['optOuts']>(optOuts),
    copies: fromJson<ComplianceRows['copies']>(copies),
    calls: fromJson<ComplianceRows['calls']>(calls),
    consents: fromJson<ComplianceRows['consents']>(consents),
    recordings,
  }
}
