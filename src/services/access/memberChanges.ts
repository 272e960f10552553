import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { forbidden } from '../../kernel/vocabulary/errors.ts'
import { missingScope, ROLE_SCOPES, ROLES, type Role } from '../../kernel/vocabulary/scopes.ts'

export type Roles = ReadonlyMap<number, string>
/** A workspace's roles by user ID, locked against other changes. `mine` is the actor's. */
export interface CurrentRoles {
  mine: Role
  roles: Roles
}

export const canManageMembers = (role: Role) => ROLE_SCOPES[role].has('members:write')
export const isAnyRoleAllowed = () => true

/** Runs `work` with the workspace's members locked and their current roles. Throws FORBIDDEN if the actor's role does not allow it. */
export const change = <T>(actor: Actor, work: (tx: Tx, now: CurrentRoles) => Promise<T>, isAllowed: (role: Role) => boolean = canManageMembers) =>
  transaction(async (tx) => {
    const { workspaceId } = actor
    const roles = await lockRoles(tx, workspaceId)
    const mine = roles.get(actor.userId ?? 0) as Role | undefined
    if (!mine || !isAllowed(mine)) throw missingScope('members:write')
    return work(tx, { mine, roles })
  })

const lockWorkspace = statement('members.lockWorkspace', sql`select id from workspaces where id = $workspaceId for no key update`)

/** Locks the workspace's members until the transaction ends, and returns their roles. */
export async function lockRoles(tx: Tx, workspaceId: WorkspaceId): Promise<Roles> {
  await lockWorkspace.run({ workspaceId }, tx)
  const rows = await tx.membership.findMany({ where: { workspaceId } })
  return new Map(rows.map(({ userId, role }) => [userId, role]))
}

export const isAbove = (role: string, mine: string) => ROLES.indexOf(role as Role) < ROLES.indexOf(mine as Role)

export function requireNotAbove(mine: Role, role: string) {
  if (isAbove(role, mine)) throw forbidden('role_above_own')
}
