import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withAuditContext } from '../../../src/kernel/auditContext.ts'
import { anyWorkspace, pool, transaction } from '../../../src/kernel/db/db.ts'
import * as cliTokens from '../../../src/services/access/cliTokens.ts'
import * as passwordChanges from '../../../src/services/access/sessions/passwordChanges.ts'
import * as passwords from '../../../src/services/access/sessions/passwords.ts'
import * as sessions from '../../../src/services/access/sessions/sessions.ts'
import * as onboarding from '../../../src/services/onboarding/onboarding.ts'
import * as users from '../../../src/services/access/sessions/users.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { signUpInput } from '../../kit/fixtures/rows.ts'

useDatabase()

/** The part of the migration that changes accounts, after the tables, with the current column names of the audit log. */
const script = readFileSync('prisma/migrations/20261122180100_invitations/migration.sql', 'utf8')
  .split(/^(?=SELECT set_config)/m)[1]!
  .replaceAll('e.subject', 'e.resource')
  .replaceAll('e.change', 'e.action')
const asks = <T>(operation: string, work: () => Promise<T>) => withAuditContext({ kind: 'nobody', operation }, work)
const password = 'correct horse battery'

/** Creates an account as members were added before: with an initial password that was displayed to an admin. */
async function addMemberWithPassword(workspaceId: number) {
  const { email } = signUpInput()
  const passwordHash = await passwords.hash(password)
  await asks('addMember', () =>
    transaction(async (tx) => {
      const { id: userId } = await users.create(tx, { email, name: 'Added', passwordHash })
      await tx.membership.create({ data: { workspaceId, userId, role: 'member' } })
    }),
  )
  const { accessToken } = await sessions.signIn({ email, password }, email)
  return { email, accessToken, actor: (await sessions.authenticate(accessToken))! }
}
const signUp = async () => {
  const input = { ...signUpInput(), password }
  const { accessToken } = await asks('signUp', () => onboarding.signUp(input))
  return { email: input.email, accessToken, actor: (await sessions.authenticate(accessToken))! }
}

test('the update removes passwords that were displayed to an admin and never changed, and the access of these accounts, but no other passwords', async () => {
  const owner = await signUp()
  const { workspaceId } = owner.actor
  const [shown, old, changed, known] = [
    await addMemberWithPassword(workspaceId),
    await addMemberWithPassword(workspaceId),
    await addMemberWithPassword(workspaceId),
    await signUp(),
  ]
  await cliTokens.create(shown.actor, { name: 'Laptop', scopes: ['me:read'] })
  await asks('changePassword', () => passwordChanges.change(changed.actor, { currentPassword: password, newPassword: 'another correct horse' }, 'here'))
  await asks('addMember', () => anyWorkspace.membership.create({ data: { workspaceId, userId: known.actor.userId!, role: 'viewer' } }))
  // An account from before the audit log.
  await pool.query('alter table audit_entries disable trigger user')
  await pool.query(`delete from audit_entries where resource = 'member' and resource_id = $1`, [String(old.actor.userId)])
  await pool.query('alter table audit_entries enable trigger user')
  await pool.query(`update workspaces set created_at = created_at - interval '1 day' where id = $1`, [workspaceId])

  await pool.query(script)

  const rows = await anyWorkspace.user.findMany({ where: { passwordHash: null }, select: { email: true } })
  expect(rows.map(({ email }) => email).sort()).toEqual([shown.email, old.email].sort())
  for (const { accessToken } of [shown, old]) expect(await sessions.authenticate(accessToken)).toBeNull()
  for (const { accessToken } of [owner, changed, known]) expect(await sessions.authenticate(accessToken)).not.toBeNull()
  expect(await anyWorkspace.apiKey.count({ where: { userId: shown.actor.userId!, revokedAt: null } })).toBe(0)
  await expect(sessions.signIn({ email: shown.email, password }, 'there')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
