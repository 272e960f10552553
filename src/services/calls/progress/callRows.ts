import { clock } from '../../../kernel/lib/clock.ts'
import type { StatementTx } from '../../../kernel/db/db.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { columnOf, ifGiven, rawSql, selectList, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { paceOf } from '../../../kernel/config/simulation.ts'
import type { ExtractedAnalysis } from './callAnswers.ts'
import * as eventStore from './eventStore.ts'
import * as transcripts from './transcripts.ts'

/** The columns of the call's details that change while it is active, or that its `call.completed` has. */
export const DETAIL_FIELDS = ['transcript', 'summary', 'analysis', 'structuredData', 'successEvaluation', 'metadata']

export const lockCall = statement(
  'calls.lock',
  sql`
    select ${selectList(Object.keys(Prisma.CallScalarFieldEnum), 'calls')}, ${selectList(DETAIL_FIELDS, 'detail')}, workspaces.redactions as "redactions!"
    from calls join workspaces on workspaces.id = calls.workspace_id join call_details detail on detail.workspace_id = $workspaceId and detail.call_id = calls.id
    where calls.workspace_id = $workspaceId and calls.id = $id for update of calls`,
)
export type LockedCall = NonNullable<Awaited<ReturnType<typeof lockCall.get>>>

/** A locked call while changes are applied to it, one after another. */
export interface Progress {
  call: LockedCall
  lines: transcripts.StoredLine[]
  analysis: ExtractedAnalysis | null
  /** Whether the provider has nothing more to report. */
  isFinal: boolean
}

const SAVED_FIELDS = [
  'status',
  'outcome',
  'providerCallId',
  'placement',
  'startedAt',
  'endedAt',
  'durationSeconds',
  'endedReason',
  'providerEndedReason',
  'detectedLanguage',
  'hasRecording',
  'providerCostMicros',
  'nextCheckAt',
  'finishedAt',
] as const

type Nullable<Fields> = { [Field in keyof Fields]: Fields[Field] | null }
const ASSIGNMENTS = rawSql(SAVED_FIELDS.map((field) => `${columnOf(field)} = $${field}?`).join(', '))

const saveProgress = statement(
  'calls.saveProgress',
  sql`
    with changed as (
      ${ifGiven('status', sql`update calls set ${ASSIGNMENTS} where workspace_id = $workspaceId and id = $id returning 1`, sql`select 1`)}),
    written as (
      ${ifGiven('transcript', sql`update call_details set transcript = $transcript::jsonb where workspace_id = $workspaceId and call_id = $id returning 1`, sql`select 1`)}),
    ${eventStore.markProcessed(sql`$id`, sql`case when $isRedacting then '{}' else body end`)}`,
)

const saveAnalysis = statement(
  'calls.saveAnalysis',
  sql`
    update call_details set summary = coalesce($summary?, summary), analysis = $analysis::jsonb, structured_data = $structuredData::jsonb,
      validation_errors = $validationErrors?::jsonb, success_evaluation = $successEvaluation?
    where workspace_id = $workspaceId and call_id = $id`,
)

/** Saves what changed, and returns how the transcript did. Events of a workspace that redacts lose their bodies, since the call now has the redacted text. */
export async function save(tx: StatementTx, before: Progress, after: Progress, eventIds: readonly number[]): Promise<transcripts.Change | null> {
  const { workspaceId, id, redactions } = before.call
  const change = transcripts.findChange(before.lines, after.lines)
  const isChanged = hasNews(before.call, after.call)
  if (isChanged || change || eventIds.length > 0)
    await saveProgress.run(
      {
        workspaceId,
        id,
        ...(Object.fromEntries(SAVED_FIELDS.map((field) => [field, isChanged ? after.call[field] : null])) as Nullable<
          Pick<LockedCall, (typeof SAVED_FIELDS)[number]>
        >),
        transcript: change ? JSON.stringify(after.lines) : null,
        eventIds: eventIds.map(String),
        isRedacting: redactions.length > 0,
        now: clock.now(),
      },
      tx,
    )
  if (!after.analysis) return change
  const { summary, analysis, structuredData, errors, successEvaluation } = after.analysis
  const json = {
    analysis: JSON.stringify(analysis),
    structuredData: JSON.stringify(structuredData),
    validationErrors: errors.length > 0 ? JSON.stringify(errors) : null,
  }
  await saveAnalysis.run({ workspaceId, id, summary, successEvaluation, ...json }, tx)
  return change
}

/** A check may come this much earlier than after the full time without news, so that not every line of a transcript moves it. */
const CHECK_TOLERANCE_MS = 30_000

/** Whether the row has to be written: a call that only had a sign of life is checked early enough without. */
function hasNews(before: LockedCall, after: LockedCall): boolean {
  if (before === after) return false
  const isEqual = SAVED_FIELDS.every((field) => field === 'nextCheckAt' || valueOf(before[field]) === valueOf(after[field]))
  if (after.nextCheckAt === null) return true
  const delay = (after.nextCheckAt?.getTime() ?? 0) - (before.nextCheckAt?.getTime() ?? 0)
  return !isEqual || delay < 0 || delay > CHECK_TOLERANCE_MS / paceOf(after.provider)
}
const valueOf = (value: unknown) => (value instanceof Date ? value.getTime() : value)
