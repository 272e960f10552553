import type { SavedViewId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, transaction } from '../../kernel/db/db.ts'
import { lockForWorkspace, VIEWS_LOCK } from '../../kernel/db/locks.ts'
import { conflict, notFound } from '../../kernel/vocabulary/errors.ts'
import { requireScope } from '../../kernel/vocabulary/scopes.ts'
import type { SavedView } from '../../generated/prisma/client.ts'
import { MAX_VIEWS, type SavedViewInput, type ViewList } from '../../inputs/savedViews.ts'

/** Lists the views of a list that the member sees, by name: those shared with the workspace, and the member's own. */
export const list = ({ workspaceId, userId }: Actor, name: ViewList): Promise<SavedView[]> =>
  db.savedView.findMany({ where: { workspaceId, list: name, OR: [{ userId: null }, { userId: userId! }] }, orderBy: [{ name: 'asc' }, { id: 'asc' }] })

/**
 * Saves a view of the member, or one that is shared with the workspace. It replaces the one with the same name. Throws FORBIDDEN if the role may
 * not share, CONFLICT if there are `MAX_VIEWS` of the list.
 */
export const save = (actor: Actor, { list: name, isShared, ...fields }: SavedViewInput): Promise<SavedView> =>
  transaction(async (tx) => {
    const { workspaceId } = actor
    if (isShared) requireSharing(actor)
    const owner = { workspaceId, userId: isShared ? null : actor.userId!, list: name }
    await lockForWorkspace(tx, VIEWS_LOCK, workspaceId)
    const title = fields.name.trim()
    const same = await tx.savedView.findFirst({ where: { ...owner, name: title } })
    const data = { ...fields, name: title }
    if (same) return tx.savedView.update({ where: { workspaceId_id: { workspaceId, id: same.id } }, data })
    if ((await tx.savedView.count({ where: owner })) >= MAX_VIEWS) throw conflict('too_many_views', { limit: MAX_VIEWS })
    return tx.savedView.create({ data: { ...owner, ...data } })
  })

/** Deletes a view of the member, or a shared one. Throws NOT_FOUND, FORBIDDEN if the view is shared and the role may not share. */
export const remove = (actor: Actor, id: SavedViewId): Promise<SavedView> =>
  transaction(async (tx) => {
    const { workspaceId, userId } = actor
    const view = await tx.savedView.findFirst({ where: { workspaceId, id, OR: [{ userId: null }, { userId: userId! }] } })
    if (!view) throw notFound('Saved view')
    if (view.userId === null) requireSharing(actor)
    await tx.savedView.deleteMany({ where: { workspaceId, id } })
    return view
  })

/** A shared view is a setting of the workspace, as its alerts are. */
const requireSharing = ({ scopes }: Actor) => requireScope(scopes, 'members:write')
