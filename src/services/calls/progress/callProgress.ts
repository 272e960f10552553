import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { createBatcher } from '../../../kernel/lib/batcher.ts'
import { groupBy } from '../../../kernel/lib/groups.ts'
import { type StatementTx, statementTransaction } from '../../../kernel/db/db.ts'
import { inAnyWorkspace, inWorkspace } from '../../../kernel/db/workspaceContext.ts'
import { perServer } from '../../../kernel/serverState.ts'
import type { EndedReason } from '../../../kernel/vocabulary/endedReasons.ts'
import type { CallSnapshot } from '../../../providers/provider.ts'
import { hasEnded, outcomeOf } from '../../../kernel/vocabulary/callStates.ts'
import { apply, type CallKey, type Change, confirmedChangeOf, prepare, type Prepared } from './callChanges.ts'
import { announce, begin, finish, saveAndClose } from './callClosing.ts'
import * as callOptOuts from './callOptOuts.ts'
import { type AppliedEvent, lockCalls, type LockedCall, lockFreeCalls, type Update } from './callRows.ts'
import * as eventRecovery from './eventRecovery.ts'
import * as eventStore from './eventStore.ts'

/** Changes of one call that wait to be applied, and the stored events that brought them. */
interface Application {
  key: CallKey
  prepared: readonly Prepared[]
  events: readonly AppliedEvent[]
  /** Whether to wait for a call that others have locked. */
  isWaiting: boolean
}

/** `locked` if nothing happened, because others had the call locked or it does not exist. */
type Result = 'applied' | 'locked'

/** A transaction for several calls costs little more than one for a single call, and one workspace's calls share its counters. */
const MAX_CALLS = 50
const MAX_CHANGES = 500
/** Nobody notices this delay at the end of a spoken line. */
const INTERVAL_MS = 50

const applier = perServer(() =>
  createBatcher<Application, Result, Group>({
    run: applyTogether,
    groupOf,
    sizeOf: ({ prepared }) => prepared.length,
    maxItems: MAX_CALLS,
    maxSize: MAX_CHANGES,
    intervalMs: INTERVAL_MS,
  }),
)

/** The workspaces whose lines are redacted, which takes time, as far as this process knows. */
const redacting = perServer(() => new Set<WorkspaceId>())

const LINES = 'lines'
type Group = WorkspaceId | typeof LINES

/**
 * Most changes are lines of live transcripts. They touch nothing but their own call, so those of all workspaces share a transaction, which waits for
 * nobody. What else is applied, and what has to be redacted or to wait, shares one with calls of its own workspace.
 */
const groupOf = ({ key, prepared, isWaiting }: Application): Group =>
  !isWaiting && prepared.every(({ change }) => change.type === 'lines') && !redacting().has(key.workspaceId) ? LINES : key.workspaceId

/** Applies a snapshot from the provider's API. */
export const applySnapshot = (key: CallKey, snapshot: CallSnapshot) => applyChanges(key, [confirmedChangeOf(snapshot)])

/**
 * Applies changes together with those of other calls of their group, in one transaction, which also marks the events that brought them as
 * processed. Safe to repeat and in any order: the status only moves forward, known values are never cleared, and the end is settled once
 * (contract: Status). A spoken opt-out is on the do-not-call list before the call is closed, also if its analysis arrives after the settlement.
 * If the process dies before the commit, nothing happened, and the events are processed again when their lease ends.
 */
export async function applyChanges(key: CallKey, changes: readonly Change[], events: readonly AppliedEvent[] = []): Promise<void> {
  const prepared: Prepared[] = []
  for (const change of changes) prepared.push(await prepare(key, change))
  const application = { key, prepared, events, isWaiting: false }
  if ((await applier()(application)) === 'locked') await applier()({ ...application, isWaiting: true })
}

/** Applies changes of calls of one group. If one of them fails, the batch is rolled back, and each is applied alone. */
const applyTogether = (applications: readonly Application[], group: Group): Promise<Result[]> =>
  group === LINES ? inAnyWorkspace(() => applyAll(applications, false)) : inWorkspace(group, () => applyAll(applications, true))

async function applyAll(applications: readonly Application[], isWaiting: boolean): Promise<Result[]> {
  const byCall = groupBy(applications, ({ key }) => key.id)
  const keys = [...byCall.values()].map(([first]) => first!.key)
  const { updates, changes } = await statementTransaction(async (tx) => {
    const updates: Update[] = []
    const lock = isWaiting ? lockCalls : lockFreeCalls
    for (const call of await lock.all({ workspaceIds: keys.map(({ workspaceId }) => workspaceId), ids: keys.map(({ id }) => id) }, tx))
      updates.push(await inWorkspace(call.workspaceId, () => updateBy(tx, call, byCall.get(call.id)!)))
    return { updates, changes: await saveAndClose(tx, updates) }
  })
  updates.forEach(({ before, after }, index) => after !== before && announce(before.call, changes[index]))
  const found = new Set(updates.map(({ before }) => before.call.id))
  if (isWaiting) await discardOfErased(applications.filter(({ key }) => !found.has(key.id)))
  return applications.map(({ key }) => (isWaiting || found.has(key.id) ? 'applied' : 'locked'))
}

async function discardOfErased(applications: readonly Application[]): Promise<void> {
  const ids = applications.flatMap(({ events }) => events.map(({ id }) => id))
  if (ids.length > 0) await eventStore.discard(ids)
}

async function updateBy(tx: StatementTx, call: LockedCall, applications: readonly Application[]): Promise<Update> {
  eventRecovery.requireRecovered(call.isRecovered)
  if (call.redactions.length > 0) redacting().add(call.workspaceId)
  else redacting().delete(call.workspaceId)
  const prepared = applications.flatMap((application) => application.prepared)
  const progress = await callOptOuts.recordHeard(tx, await update(call, prepared), prepared)
  return { ...progress, events: applications.flatMap(({ events }) => events) }
}

async function update(call: LockedCall, prepared: readonly Prepared[]): Promise<Omit<Update, 'events'>> {
  const before = begin(call)
  let after = before
  if (!call.finishedAt) for (const change of prepared) after = await apply(after, change)
  return { before, after: after !== before && after.isFinal && hasEnded(after.call.status) ? finish(after) : after }
}

/** Closes a call with the known data if nothing more will arrive. `reason` applies if the provider gave none. */
export async function forceClose({ workspaceId, id }: CallKey, reason: EndedReason): Promise<void> {
  const closedCall = await statementTransaction(async (tx) => {
    const call = await lockCalls.get({ workspaceIds: [workspaceId], ids: [id] }, tx)
    if (!call || call.finishedAt) return null
    eventRecovery.requireRecovered(call.isRecovered)
    const status = hasEnded(call.status) ? call.status : 'failed'
    const end = { endedAt: call.endedAt ?? clock.now(), endedReason: call.endedReason ?? reason }
    const before = begin(call)
    const ended = { ...before, call: { ...call, ...end, status, outcome: outcomeOf(status, call.outcome, call.successEvaluation) } }
    const after = finish(await callOptOuts.recordAtClosing(tx, ended))
    await saveAndClose(tx, [{ before, after, events: [] }])
    return call
  })
  if (closedCall) announce(closedCall)
}
