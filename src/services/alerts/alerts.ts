import type { AlertId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { afterCommit, db, type Tx } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import type { AlertKind } from '../../inputs/alerts.ts'
import { ALERTS_LOCK, lockForWorkspace } from '../../kernel/db/locks.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { rawSql, sql, type SqlText } from '../../kernel/db/sqlText.ts'
import * as alertEmails from './alertEmails.ts'
import type { AlertData } from './alertTexts.ts'
import { toJson } from '../shared/jsonColumns.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

/** Neither cleared, because its cause is gone, nor dismissed by a member. */
const OPEN = { clearedAt: null, dismissedAt: null }

/** Lists the workspace's alerts, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs, openOnly = false) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) => db.alert.findMany({ ...query, where: { ...where, workspaceId, ...(openOnly ? OPEN : {}) } }))

/** Lists the open alerts, oldest first, for new subscribers. */
export const listOpen = ({ workspaceId }: Actor) => db.alert.findMany({ where: { workspaceId, ...OPEN }, orderBy: { id: 'asc' } })

export async function get({ workspaceId }: Actor, id: AlertId) {
  const alert = await db.alert.findUnique({ where: { workspaceId_id: { workspaceId, id } } })
  if (!alert) throw notFound('Alert')
  return alert
}

/** Dismisses an alert for all members. It stays raised, so it is not raised again before its cause is gone. */
export async function dismiss(actor: Actor, id: AlertId) {
  await db.alert.updateMany({ where: { workspaceId: actor.workspaceId, id, dismissedAt: null }, data: { dismissedAt: clock.now() } })
  return get(actor, id)
}

/**
 * Locks the workspace's alerts until the transaction ends, so that one transaction at a time evaluates them. Lock after writing other
 * rows, to avoid deadlocks.
 */
export const lockWorkspace = (tx: Tx, workspaceId: WorkspaceId) => lockForWorkspace(tx, ALERTS_LOCK, workspaceId)

/** Whether an alert of the type about the subject is raised, dismissed or not. */
export const isRaised = async (tx: Tx, workspaceId: WorkspaceId, type: AlertKind, subject = '') =>
  (await tx.alert.count({ where: { workspaceId, type, subject, clearedAt: null } })) > 0

/**
 * Raises an alert in the caller's transaction, unless one of the same type and subject is raised. Enqueues its emails in the same
 * transaction and notifies subscribers after the commit. `subject` is an ID if a workspace can have several.
 */
export async function raise<Type extends AlertKind>(tx: Tx, workspaceId: WorkspaceId, type: Type, data: AlertData<Type>, subject = ''): Promise<void> {
  if (await isRaised(tx, workspaceId, type, subject)) return
  await lockWorkspace(tx, workspaceId)
  const [raised] = await tx.alert.createManyAndReturn({ data: [{ workspaceId, type, data: toJson(data), subject }], skipDuplicates: true })
  if (!raised) return
  await alertEmails.enqueue(tx, raised)
  afterCommit(tx, () => publish('alert.raised', { workspaceId, alertId: raised.id }))
}

/** Replaces the data of the open alert of a type about the workspace. The caller has locked the workspace's alerts. */
export const update = <Type extends AlertKind>(tx: Pick<Tx, 'alert'>, workspaceId: WorkspaceId, type: Type, data: AlertData<Type>) =>
  tx.alert.updateMany({ where: { workspaceId, type, subject: '', ...OPEN }, data: { data: toJson(data) } })

/** Clears the alerts of these types about the subject, because their cause is gone. */
export const clear = (tx: Pick<Tx, 'alert'>, workspaceId: WorkspaceId, types: readonly AlertKind[], subject = '') =>
  tx.alert.updateMany({ where: { workspaceId, type: { in: [...types] }, subject, clearedAt: null }, data: { clearedAt: clock.now() } })

/** Builds the same as part of a statement that ends the cause itself, at `$now`. */
export const clearAlerts = (types: readonly AlertKind[], workspaceId = sql`$workspaceId`, subject = sql`''`): SqlText =>
  sql`update alerts set cleared_at = $now where workspace_id = ${workspaceId} and type = any('{${rawSql(types.join())}}') and subject = ${subject} and cleared_at is null`
