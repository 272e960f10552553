import type { Actor } from '../actor.ts'
import { clock } from '../clock.ts'
import { afterCommit, db, type Tx } from '../db.ts'
import { notFound } from '../errors.ts'
import { publish } from '../events.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { SHORT_PAGE } from '../rows.ts'
import { pageById, type PageArgs } from './paging.ts'

/** What there are notices of. Of one kind at most one stands in a workspace at a time. */
export const NOTICE_KINDS = ['low_balance', 'zero_balance'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

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

/** Raises a notice unless one of its kind stands: exactly if the caller's transaction commits, and announced after it. */
export async function raise(tx: Tx, workspaceId: number, kind: NoticeKind, data: Prisma.InputJsonObject): Promise<void> {
  const raised = await tx.notice.createManyAndReturn({ data: [{ workspaceId, kind, data }], skipDuplicates: true })
  for (const { id } of raised) afterCommit(tx, () => publish('notice.raised', { workspaceId, noticeId: id }))
}

/** Clears the notices of these kinds: what they told of is over. */
export const clear = (tx: Tx, workspaceId: number, kinds: readonly NoticeKind[]) =>
  tx.notice.updateMany({ where: { workspaceId, kind: { in: [...kinds] }, clearedAt: null }, data: { clearedAt: clock.now() } })
