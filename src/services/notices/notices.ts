import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { afterCommit, db, type Tx } from '../../kernel/db/db.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { NoticeKind } from '../../inputs/notices.ts'
import { NOTICES_LOCK } from '../../kernel/db/locks.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import * as noticeMails from './noticeMails.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

/** Neither cleared, because its cause is gone, nor dismissed by somebody. */
const OPEN = { clearedAt: null, dismissedAt: null }

/** The workspace's notices, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs, openOnly = false) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) => db.notice.findMany({ ...query, where: { ...where, workspaceId, ...(openOnly ? OPEN : {}) } }))

/** The open ones, oldest first, for whoever starts to watch. */
export const open = ({ workspaceId }: Actor) => db.notice.findMany({ where: { workspaceId, ...OPEN }, orderBy: { id: 'asc' } })

export async function get({ workspaceId }: Actor, id: number) {
  const notice = await db.notice.findUnique({ where: { workspaceId_id: { workspaceId, id } } })
  if (!notice) throw notFound('Notice')
  return notice
}

/** Takes a notice out of everybody's sight. It still stands, so that it is not raised again before its cause was gone. */
export async function dismiss(actor: Actor, id: number) {
  await db.notice.updateMany({ where: { workspaceId: actor.workspaceId, id, dismissedAt: null }, data: { dismissedAt: clock.now() } })
  return get(actor, id)
}

/**
 * Lets one transaction after another judge what is true of a workspace and what was said of it, until its end. Take it after the
 * rows that are written, so that no two wait for each other.
 */
export const inTurn = (tx: Tx, workspaceId: number) => tx.$executeRaw`select pg_advisory_xact_lock(${NOTICES_LOCK}::int, ${workspaceId}::int)`

/** Whether a notice of the kind about the subject stands, dismissed or not. */
export const stands = async (tx: Tx, workspaceId: number, kind: NoticeKind, subject = '') =>
  (await tx.notice.count({ where: { workspaceId, kind, subject, clearedAt: null } })) > 0

/**
 * Raises a notice unless one of its kind about the same subject stands: exactly if the caller's transaction commits, and announced
 * after it. E-mails about it are put on their way in the same transaction. `subject` is an id where a workspace has several.
 */
export async function raise(tx: Tx, workspaceId: number, kind: NoticeKind, data: Prisma.InputJsonObject, subject = ''): Promise<void> {
  if (await stands(tx, workspaceId, kind, subject)) return
  await inTurn(tx, workspaceId)
  const [raised] = await tx.notice.createManyAndReturn({ data: [{ workspaceId, kind, data, subject }], skipDuplicates: true })
  if (!raised) return
  await noticeMails.add(tx, raised)
  afterCommit(tx, () => publish('notice.raised', { workspaceId, noticeId: raised.id }))
}

/** Clears the notices of these kinds about the subject: what they told of is over. */
export const clear = (tx: Pick<Tx, 'notice'>, workspaceId: number, kinds: readonly NoticeKind[], subject = '') =>
  tx.notice.updateMany({ where: { workspaceId, kind: { in: [...kinds] }, subject, clearedAt: null }, data: { clearedAt: clock.now() } })

/** The same as part of a statement that ends the cause itself. */
export const clearing = (workspaceId: number | Sql, kinds: readonly NoticeKind[], subject: Sql = sql`''`): Sql =>
  sql`update notices set cleared_at = ${clock.now()} where workspace_id = ${workspaceId} and kind = any(${kinds}::text[]) and subject = ${subject} and cleared_at is null`
