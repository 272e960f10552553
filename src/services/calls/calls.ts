import DataLoader from 'dataloader'
import type { CallId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'
import { perServer } from '../../kernel/serverState.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import { type Call, type CallDetail, Prisma } from '../../generated/prisma/client.ts'
import type { CallFilter, CallOrder } from '../../inputs/calls.ts'
import type { TranscriptLine } from '../../providers/provider.ts'
import { MAX_COUNT, SHORT_PAGE } from '../../kernel/db/rows.ts'
import { array, selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { ACTIVE_STATES } from '../../kernel/vocabulary/callStates.ts'
import * as callLists from './callLists.ts'
import { transcriptOf } from '../shared/jsonColumns.ts'
import type { CallKey } from './progress/callChanges.ts'
import { liveLinesOf, transcriptSql } from './progress/liveTranscripts.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

export const FIELDS = Object.keys(Prisma.CallScalarFieldEnum)
const DETAIL_FIELDS = Object.keys(Prisma.CallDetailScalarFieldEnum).filter((field) => field !== 'transcript')
/** Columns of `call_details` that `calls` doesn't have, except the transcript. */
export const OWN_DETAIL_FIELDS = DETAIL_FIELDS.filter((field) => !FIELDS.includes(field))

/** Lists calls, newest first by default. Throws BAD_REQUEST for an invalid number or period, and if too many numbers or leads match. */
export const list = async (actor: Actor, page: PageArgs, filter: CallFilter = {}, fields: readonly string[] = FIELDS, order: CallOrder = 'newest') =>
  pageById(page, SHORT_PAGE, await callLists.createFinder(actor, filter, fields, order))

/** Counts the calls of a filter, up to `MAX_COUNT`. Throws like `list`. */
export const countMatching = (actor: Actor, filter: CallFilter) => callLists.count(actor, filter, MAX_COUNT)

const getCall = statement('calls.get', sql`select ${selectList(FIELDS)} from calls where workspace_id = $workspaceId and id = $id`)

export async function get({ workspaceId }: Pick<Actor, 'workspaceId'>, id: CallId): Promise<Call> {
  const call = await getCall.get({ workspaceId, id })
  if (!call) throw notFound('Call')
  return call
}

const getCallWithDetails = statement(
  'calls.getWithDetails',
  sql`
    select ${selectList(FIELDS, 'c')}, ${selectList(OWN_DETAIL_FIELDS, 'd')}, ${transcriptSql('c', 'd')} as "transcript!"
    from calls c join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id where c.workspace_id = $workspaceId and c.id = $id`,
)

/** Returns a call together with its large fields. Throws NOT_FOUND. */
export async function getWithDetails({ workspaceId }: Pick<Actor, 'workspaceId'>, id: CallId): Promise<Call & CallDetail> {
  const call = await getCallWithDetails.get({ workspaceId, id })
  if (!call) throw notFound('Call')
  return call
}

const getCalls = statement(
  'calls.getMany',
  sql`
    select ${selectList(FIELDS, 'calls')} from unnest(${array('workspaceIds', 'int')}, ${array('ids', 'int')}) as asked (workspace_id, id)
    join calls on calls.workspace_id = asked.workspace_id and calls.id = asked.id`,
  { acrossWorkspaces: 'Calls that change together are read together for those who watch them, each with its workspace.' },
)

/** Calls that are asked for at the same moment are read together. */
const watchedCalls = perServer(() => new DataLoader(readMany, { cache: false, maxBatchSize: 200, batchScheduleFn: setImmediate }))

async function readMany(keys: readonly CallKey[]): Promise<(Call | null)[]> {
  const found = await getCalls.all({ workspaceIds: keys.map(({ workspaceId }) => workspaceId), ids: keys.map(({ id }) => id) })
  const byId = new Map(found.map((call) => [call.id, call]))
  return keys.map(({ id, workspaceId }) => {
    const call = byId.get(id)
    return call?.workspaceId === workspaceId ? call : null
  })
}

/** Returns a call that someone watches, or null if it no longer exists. */
export const findWatched = ({ workspaceId }: Actor, id: CallId): Promise<Call | null> => watchedCalls().load({ workspaceId, id })

const listCallDetails = statement(
  'calls.listDetails',
  sql`
    select ${selectList(DETAIL_FIELDS, 'd')}, coalesce(${liveLinesOf('d', 'call_id')}, d.transcript) as "transcript!"
    from call_details d where d.workspace_id = $workspaceId and d.call_id = any($callIds)`,
)

/** Lists the details of many calls at once, in the order of `callIds`. */
export async function listDetails({ workspaceId }: Actor, callIds: readonly CallId[]): Promise<(CallDetail | null)[]> {
  const rows = await listCallDetails.all({ workspaceId, callIds: [...callIds] })
  const byCall = new Map(rows.map((row) => [row.callId, row]))
  return callIds.map((id) => byCall.get(id) ?? null)
}

const getCallTranscript = statement(
  'calls.getTranscript',
  sql`
    select ${transcriptSql('calls', 'detail')} as "transcript!", calls.finished_at is not null as ended from calls join call_details detail on detail.workspace_id = calls.workspace_id and detail.call_id = calls.id
    where calls.workspace_id = $workspaceId and calls.id = $id`,
)

/** Returns the transcript so far and whether the call has ended. Throws NOT_FOUND. */
export async function getTranscript({ workspaceId }: Actor, id: CallId): Promise<{ transcript: TranscriptLine[]; ended: boolean }> {
  const row = await getCallTranscript.get({ workspaceId, id })
  if (!row) throw notFound('Call')
  return { transcript: transcriptOf(row), ended: row.ended }
}

/** Counts the active calls of the workspace. */
export const countActive = ({ workspaceId }: Actor) => db.call.count({ where: { workspaceId, status: { in: ACTIVE_STATES } } })

/** Lists active calls, oldest first, for a client that starts to watch. */
export const listActive = ({ workspaceId }: Actor, take: number) =>
  db.call.findMany({
    where: { workspaceId, status: { in: ACTIVE_STATES } },
    orderBy: { id: 'asc' },
    take,
  })
