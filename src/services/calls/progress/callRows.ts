import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import type { Connection } from '../../../kernel/db/db.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { array, columnOf, ifGiven, rawSql, selectList, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { paceOf } from '../../../kernel/config/simulation.ts'
import type { ExtractedAnalysis } from './callAnswers.ts'
import type { Charge } from '../../billing/charges.ts'
import { listUnsaid } from '../../compliance/disclosures/spokenDisclosures.ts'
import { IS_RECOVERED } from './eventRecovery.ts'
import * as eventStore from './eventStore.ts'
import { type LineWrites, liveLinesOf, WRITE_LINES } from './liveTranscripts.ts'
import * as transcripts from './transcripts.ts'

/** The columns of the call's details that change while it is active, or that its `call.completed` has. */
export const DETAIL_FIELDS = ['transcript', 'summary', 'analysis', 'structuredData', 'successEvaluation', 'metadata']

const OF_SEVERAL_WORKSPACES = { acrossWorkspaces: 'Lines of calls that arrive together are saved together, each call with its workspace.' }

/** Calls to lock, each of its workspace, in the order of their IDs, as every batch does. */
const CALLS_TO_LOCK = sql`
    select ${selectList(Object.keys(Prisma.CallScalarFieldEnum), 'calls')}, ${selectList(DETAIL_FIELDS, 'detail')}, workspaces.redactions as "redactions!",
      ${liveLinesOf('calls', 'id')} as live_lines,
      ${IS_RECOVERED} as "is_recovered!", exists (select from opt_outs o where o.workspace_id = calls.workspace_id and o.call_id = calls.id) as "has_opt_out!"
    from unnest(${array('workspaceIds', 'int')}, ${array('ids', 'int')}) as asked (workspace_id, id)
    join calls on calls.workspace_id = asked.workspace_id and calls.id = asked.id
    join workspaces on workspaces.id = calls.workspace_id
    join call_details detail on detail.workspace_id = calls.workspace_id and detail.call_id = calls.id
    order by calls.id for update of calls`

export const lockCalls = statement('calls.lock', CALLS_TO_LOCK, OF_SEVERAL_WORKSPACES)
/** Locks those calls that no other transaction has locked. */
export const lockFreeCalls = statement('calls.lockFree', sql`${CALLS_TO_LOCK} skip locked`, OF_SEVERAL_WORKSPACES)
export type LockedCall = NonNullable<Awaited<ReturnType<typeof lockCalls.get>>>

/** A locked call while changes are applied to it, one after another. */
export interface Progress {
  call: LockedCall
  lines: transcripts.StoredLine[]
  /** How many lines stand in the live transcript. */
  liveCount: number
  analysis: ExtractedAnalysis | null
  /** Whether the provider has nothing more to report. */
  isFinal: boolean
}

/** A locked call before and after changes, with the events that brought them. */
export interface Update {
  before: Progress
  after: Progress
  events: readonly AppliedEvent[]
}

/** An event that brought changes, and the call that it is stored with. */
export interface AppliedEvent {
  id: number
  call: Pick<LockedCall, 'id'> | null
}

/** The fields of a call that change while it is active, with the types of their columns. */
const FIELD_TYPES = {
  status: 'text',
  outcome: 'text',
  providerCallId: 'text',
  placement: 'text',
  startedAt: 'timestamptz',
  endedAt: 'timestamptz',
  durationSeconds: 'int',
  endedReason: 'text',
  providerEndedReason: 'text',
  detectedLanguage: 'text',
  hasRecording: 'bool',
  providerCostMicros: 'bigint',
  nextCheckAt: 'timestamptz',
  finishedAt: 'timestamptz',
} as const
const SAVED_FIELDS = Object.keys(FIELD_TYPES) as (keyof typeof FIELD_TYPES)[]
const RECORD = rawSql(
  Object.entries(FIELD_TYPES)
    .map(([field, type]) => `${columnOf(field)} ${type}`)
    .join(', '),
)
const ASSIGNMENTS = rawSql(SAVED_FIELDS.map((field) => `${columnOf(field)} = s.${columnOf(field)}`).join(', '))

/** Assigns what an analysis brings, if there is one. */
const ANALYSIS = rawSql(
  ['analysis', 'structured_data', 'validation_errors']
    .map((column) => `${column} = case when s.analysis is null then d.${column} else s.${column} end`)
    .join(', '),
)

const saveProgress = statement(
  'calls.saveProgress',
  sql`
    with changed as (
      ${ifGiven(
        'calls',
        sql`
          update calls c set ${ASSIGNMENTS}, cost_micros = coalesce(s.cost_micros, c.cost_micros)
          from jsonb_to_recordset($calls::jsonb) as s(workspace_id int, id int, cost_micros bigint, ${RECORD})
          where c.workspace_id = s.workspace_id and c.id = s.id returning 1`,
        sql`select 1`,
      )}),
    written as (
      ${ifGiven(
        'details',
        sql`
          update call_details d set transcript = coalesce(s.transcript, d.transcript), unsaid = coalesce(s.unsaid, d.unsaid), cost_lines = coalesce(s.cost_lines, d.cost_lines),
            summary = coalesce(s.summary, d.summary), success_evaluation = coalesce(s.success_evaluation, d.success_evaluation), ${ANALYSIS}
          from jsonb_to_recordset($details::jsonb) as s(workspace_id int, id int, transcript jsonb, unsaid jsonb, cost_lines jsonb, summary text, success_evaluation text, analysis jsonb,
            structured_data jsonb, validation_errors jsonb)
          where d.workspace_id = s.workspace_id and d.call_id = s.id returning 1`,
        sql`select 1`,
      )}),
    ${ifGiven('lines', sql`${WRITE_LINES},`)}
    ${eventStore.NO_LONGER_PENDING}
    ${ifGiven(
      'rewrittenIds',
      sql`
        update provider_events e set call_id = s.call_id, body = case when s.is_redacting then '{}' else body end
        from unnest(${array('rewrittenIds', 'bigint')}, ${array('callIds', 'int')}, ${array('areRedacting', 'bool')}) as s(id, call_id, is_redacting)
        where e.id = s.id`,
      sql`select`,
    )}`,
  OF_SEVERAL_WORKSPACES,
)

/**
 * Saves what changed, and returns how each transcript did. Events of a workspace that redacts lose their bodies, since the call now has the
 * redacted text.
 */
export async function save(tx: Connection, updates: readonly Update[], charges: ReadonlyMap<CallId, Charge>): Promise<(transcripts.Change | null)[]> {
  const changes = updates.map(({ before, after }) => transcripts.findChange(before.lines, after.lines))
  const calls = updates
    .filter(({ before, after }) => hasNews(before.call, after.call))
    .map(({ after: { call } }) => ({ ...toRecord(call), workspace_id: call.workspaceId, id: call.id, cost_micros: charges.get(call.id)?.charged }))
  const details = updates.flatMap((update, index) => toDetails(update, changes[index]!, charges.get(update.after.call.id)) ?? [])
  const writes = updates.flatMap((update, index) => toLineWrites(update, changes[index]!) ?? [])
  const events = updates.flatMap(({ events }) => events)
  const rewritten = updates.flatMap(({ before: { call }, events }) =>
    events.filter((event) => event.call?.id !== call.id || call.redactions.length > 0).map(({ id }) => ({ id, call })),
  )
  if (calls.length + details.length + writes.length + events.length > 0)
    await saveProgress.run(
      {
        calls: calls.length > 0 ? toJson(calls) : null,
        details: details.length > 0 ? toJson(details) : null,
        lines: writes.length > 0 ? toJson(writes.flatMap(({ lines }) => lines)) : null,
        cutWorkspaceIds: writes.map(({ workspaceId }) => workspaceId),
        cutIds: writes.map(({ id }) => id),
        ends: writes.map(({ end }) => end),
        eventIds: events.map(({ id }) => String(id)),
        rewrittenIds: rewritten.length > 0 ? rewritten.map(({ id }) => String(id)) : null,
        callIds: rewritten.map(({ call }) => call.id),
        areRedacting: rewritten.map(({ call }) => call.redactions.length > 0),
      },
      tx,
    )
  return changes
}

const toRecord = (call: LockedCall) => Object.fromEntries(SAVED_FIELDS.map((field) => [columnOf(field), call[field]]))

const isFinishing = ({ before, after }: Update) => !before.call.finishedAt && after.call.finishedAt !== null

/**
 * Whether the live transcript is stored in the details. A crash of PostgreSQL empties the table of live lines. Elsewhere the events bring them again, but those of
 * a workspace that redacts have lost their bodies.
 */
const isKeptInDetails = ({ call, liveCount }: Progress) => call.redactions.length > 0 && liveCount === 0

function toDetails(update: Update, change: transcripts.Change | null, charge: Charge | undefined) {
  const { call, lines, analysis: extracted } = update.after
  const isStoring = isFinishing(update) || (change !== null && isKeptInDetails(update.before))
  const transcript = isStoring && lines.length > 0 ? lines : null
  if (!transcript && !extracted && !charge) return null
  const { summary, analysis, structuredData, errors, successEvaluation } = extracted ?? {}
  return {
    workspace_id: call.workspaceId,
    id: call.id,
    transcript,
    unsaid: transcript && isFinishing(update) ? listUnsaid(lines, call) : null,
    cost_lines: charge?.lines,
    summary,
    success_evaluation: successEvaluation,
    analysis,
    structured_data: structuredData,
    validation_errors: errors && errors.length > 0 ? errors : null,
  }
}

/** What changes in the live transcript: the lines from the first new one on; all go when the call is finished. */
function toLineWrites(update: Update, change: transcripts.Change | null): LineWrites | null {
  const { before, after } = update
  const { workspaceId, id } = after.call
  if (isFinishing(update)) return before.liveCount > 0 ? { workspaceId, id, lines: [], end: 0 } : null
  if (!change || isKeptInDetails(before)) return null
  // A server of an earlier version kept the lines of a live call in its details.
  const from = Math.min(change.startIndex, before.liveCount)
  const lines = after.lines.slice(from).map((line, index) => ({ workspace_id: workspaceId, id, position: from + index, line }))
  return { workspaceId, id, lines, end: after.lines.length }
}

/** JSON for `jsonb_to_recordset`. Its bigints are strings. */
const toJson = (rows: readonly object[]) => JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

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
