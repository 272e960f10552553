import { describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { sha256 } from '../../../src/kernel/crypto/ids.ts'
import * as invitations from '../../../src/services/access/invitations.ts'
import * as members from '../../../src/services/access/members.ts'
import * as onboarding from '../../../src/services/onboarding/onboarding.ts'
import * as userAdministration from '../../../src/services/access/userAdministration.ts'
import * as newWorkspaces from '../../../src/services/onboarding/newWorkspaces.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import { DAY, advanceClock, SECOND } from '../../kit/waiting/clock.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { addMember, secretOf } from '../../kit/fixtures/members.ts'
import { signUpInput } from '../../kit/fixtures/rows.ts'

useDatabase()

const newWorkspace = async (name = 'Acme') => (await newWorkspaces.create({ name })).id
const newOwner = async () => addMember(await newWorkspace(), 'owner')
const roleIn = async (workspaceId: number, userId: number) =>
  (await anyWorkspace.membership.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } }))?.role
const REFUSED = { code: 'NOT_FOUND', message: expect.stringContaining('This invitation link does not work') }

/** Invites a new address with a role, and returns the invitation and the secret of its link. */
async function invite(inviter: Awaited<ReturnType<typeof newOwner>>, role: 'owner' | 'admin' | 'member' | 'viewer' = 'member', email = signUpInput().email) {
  const { invitation, link } = await invitations.invite(inviter, { email, role })
  return { ...invitation, link, secret: secretOf(link) }
}

describe('a link', () => {
  test('has a secret of 256 bits in its fragment, of which only a hash is stored', async () => {
    const { id, link, secret } = await invite(await newOwner())
    expect(link).toBe(`${settings.publicUrl}/invitation#${secret}`)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    const row = await anyWorkspace.invitation.findUniqueOrThrow({ where: { id } })
    expect(Buffer.from(row.secretHash)).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(secret)
  })

  test('makes its user a member, whatever their address, and works once', async () => {
    const owner = await newOwner()
    const { secret } = await invite(owner, 'admin', 'meant-for@example.com')
    const [holder, second] = [await newOwner(), await newOwner()]
    expect(await invitations.find(secret, 'here')).toMatchObject({ role: 'admin', workspace: { name: 'Acme' } })
    expect(await invitations.accept(holder, secret, 'here')).toEqual({ id: owner.workspaceId, name: 'Acme', role: 'admin' })
    expect(await roleIn(owner.workspaceId, holder.userId)).toBe('admin')
    await expect(invitations.accept(second, secret, 'here')).rejects.toMatchObject(REFUSED)
    await expect(invitations.find(secret, 'here')).rejects.toMatchObject(REFUSED)
    expect(await roleIn(owner.workspaceId, second.userId)).toBeUndefined()
  })

  test('of ten users who accept at once, signed in or signing up, exactly one becomes a member', async () => {
    const owner = await newOwner()
    const { secret } = await invite(owner)
    const holders = await Promise.all(Array.from({ length: 5 }, newOwner))
    const outcomes = await Promise.allSettled([
      ...holders.map((holder) => invitations.accept(holder, secret, 'here')),
      ...Array.from({ length: 5 }, () => onboarding.signUp({ ...signUpInput(), invitation: secret }, 'here')),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(REFUSED)
    expect(await members.list(owner)).toHaveLength(2)
  })

  test('with a changed, invented or malformed secret is rejected with the same message', async () => {
    const holder = await newOwner()
    const { secret } = await invite(await newOwner())
    const changed = (secret.startsWith('A') ? 'B' : 'A') + secret.slice(1)
    for (const wrong of [changed, '', 'x', `${secret}A`, secret.slice(1), "' or 1=1 --", '0'.repeat(43)]) {
      await expect(invitations.find(wrong, `wrong ${wrong}`)).rejects.toMatchObject(REFUSED)
      await expect(invitations.accept(holder, wrong, `wrong ${wrong}`)).rejects.toMatchObject(REFUSED)
    }
    await expect(invitations.find(secret, 'here')).resolves.toBeTruthy()
  })

  test('cannot be guessed: after 30 wrong secrets an address is limited, and others are not', async () => {
    const { secret } = await invite(await newOwner())
    for (let at = 0; at < 30; at++) await expect(invitations.find(`guess ${at}`, 'guesser')).rejects.toMatchObject(REFUSED)
    await expect(invitations.find(secret, 'guesser')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(invitations.find(secret, 'elsewhere')).resolves.toBeTruthy()
  })

  test('expires after seven days; a renewal gives it another secret, and the earlier one stays invalid', async () => {
    advanceClock(0)
    const owner = await newOwner()
    const { id, secret } = await invite(owner)
    advanceClock(7 * DAY - SECOND)
    await expect(invitations.find(secret, 'here')).resolves.toBeTruthy()
    advanceClock(SECOND)
    const holder = await newOwner()
    await expect(invitations.accept(holder, secret, 'here')).rejects.toMatchObject(REFUSED)
    expect(await invitations.list(owner)).toMatchObject([{ id }])
    const renewed = secretOf((await invitations.renew(owner, id)).link)
    await expect(invitations.accept(holder, secret, 'here')).rejects.toMatchObject(REFUSED)
    await expect(invitations.accept(holder, renewed, 'here')).resolves.toMatchObject({ id: owner.workspaceId })
    expect(await invitations.list(owner)).toEqual([])
    await expect(invitations.renew(owner, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('stops working once the invitation is revoked or the address is invited again', async () => {
    const owner = await newOwner()
    const holder = await newOwner()
    const [revoked, replaced] = [await invite(owner), await invite(owner, 'member', 'twice@example.com')]
    await invitations.revoke(owner, revoked.id)
    const again = await invite(owner, 'viewer', 'twice@example.com')
    for (const { secret } of [revoked, replaced]) await expect(invitations.accept(holder, secret, 'here')).rejects.toMatchObject(REFUSED)
    expect(await invitations.list(owner)).toMatchObject([{ id: again.id, role: 'viewer' }])
    expect(await invitations.accept(holder, again.secret, 'here')).toMatchObject({ role: 'viewer' })
  })
})

describe('rights', () => {
  test('only members who manage members can invite, renew and revoke, and only up to their own role', async () => {
    const owner = await newOwner()
    const [admin, member] = [await addMember(owner.workspaceId, 'admin'), await addMember(owner.workspaceId, 'member')]
    const { id } = await invite(owner, 'owner')
    const attempts = [
      () => invite(admin, 'owner'),
      () => invitations.renew(admin, id),
      () => invitations.revoke(admin, id),
      () => invite(member, 'viewer'),
      () => invitations.revoke(member, id),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('an invitation of another workspace is not found', async () => {
    const { id, secret } = await invite(await newOwner())
    const stranger = await newOwner()
    await expect(invitations.renew(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(invitations.revoke(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(invitations.find(secret, 'here')).resolves.toBeTruthy()
  })

  test.each(['demoted', 'removed', 'disabled'] as const)('invitations of an inviter who is %s stop working', async (how) => {
    const owner = await newOwner()
    const admin = await addMember(owner.workspaceId, 'admin')
    const { secret } = await invite(admin, 'admin')
    if (how === 'demoted') await members.setRole(owner, admin.userId, 'member')
    if (how === 'removed') await members.remove(owner, admin.userId)
    if (how === 'disabled') await userAdministration.disable((await anyWorkspace.user.findUniqueOrThrow({ where: { id: admin.userId } })).email)
    expect(await invitations.list(owner)).toEqual([])
    await expect(invitations.accept(await newOwner(), secret, 'here')).rejects.toMatchObject(REFUSED)
  })

  test('the role of the inviter is checked at the acceptance, however it was changed', async () => {
    const owner = await newOwner()
    const admin = await addMember(owner.workspaceId, 'admin')
    const { secret } = await invite(admin)
    const where = { workspaceId_userId: { workspaceId: owner.workspaceId, userId: admin.userId } }
    await anyWorkspace.membership.update({ where, data: { role: 'viewer' } })
    await expect(invitations.accept(await newOwner(), secret, 'here')).rejects.toMatchObject(REFUSED)
  })

  test('a member who accepts keeps their role, and the link stays valid', async () => {
    const owner = await newOwner()
    const viewer = await addMember(owner.workspaceId, 'viewer')
    const { secret } = await invite(owner, 'admin')
    await expect(invitations.accept(viewer, secret, 'here')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await roleIn(owner.workspaceId, viewer.userId)).toBe('viewer')
    await expect(invitations.find(secret, 'here')).resolves.toBeTruthy()
  })

  test('a workspace can have at most a hundred open invitations', async () => {
    const owner = await newOwner()
    const { workspaceId, userId: invitedById } = owner
    const rows = Array.from({ length: 100 }, (_, at) => ({
      workspaceId,
      invitedById,
      email: `${at}@example.com`,
      role: 'viewer',
      secretHash: sha256(`${at}`),
      expiresAt: new Date(),
    }))
    await anyWorkspace.invitation.createMany({ data: rows })
    await expect(invite(owner)).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})
