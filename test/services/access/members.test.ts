import { describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as invitations from '../../../src/services/access/invitations.ts'
import * as members from '../../../src/services/access/members.ts'
import * as newWorkspaces from '../../../src/services/onboarding/newWorkspaces.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { addMember } from '../../kit/fixtures/members.ts'
import { useRevocationEvents } from '../../kit/observers/revocationEvents.ts'

useDatabase()

const revoked = useRevocationEvents()

const newWorkspace = async () => (await newWorkspaces.create({ name: 'Acme' })).id

const ownersOf = (workspaceId: number) => anyWorkspace.membership.count({ where: { workspaceId, role: 'owner' } })
const roleOf = async ({ workspaceId, userId }: { workspaceId: number; userId: number }) =>
  (await anyWorkspace.membership.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } }))?.role

test('the list shows only members of the workspace', async () => {
  const owner = await addMember(await newWorkspace(), 'owner')
  const viewer = await addMember(owner.workspaceId, 'viewer')
  await addMember(await newWorkspace(), 'owner')
  expect((await members.list(viewer)).map(({ id, role }) => [id, role])).toEqual([
    [owner.userId, 'owner'],
    [viewer.userId, 'viewer'],
  ])
})

describe('rights', () => {
  test('members cannot assign a role above their own', async () => {
    const admin = await addMember(await newWorkspace(), 'admin')
    const member = await addMember(admin.workspaceId, 'member')
    await expect(members.setRole(admin, member.userId, 'owner')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(members.setRole(admin, admin.userId, 'owner')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await members.setRole(admin, member.userId, 'admin')).toMatchObject({ role: 'admin' })
  })

  test('only owners can change or remove owners', async () => {
    const admin = await addMember(await newWorkspace(), 'admin')
    const owners = [await addMember(admin.workspaceId, 'owner'), await addMember(admin.workspaceId, 'owner')] as const
    await expect(members.remove(admin, owners[0].userId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(members.setRole(admin, owners[0].userId, 'viewer')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await members.setRole(owners[0], owners[1].userId, 'viewer')).toMatchObject({ role: 'viewer' })
  })

  test('rights are checked when a change runs, not when the request arrives', async () => {
    const owner = await addMember(await newWorkspace(), 'owner')
    const admin = await addMember(owner.workspaceId, 'admin')
    const member = await addMember(owner.workspaceId, 'member')
    await members.setRole(owner, admin.userId, 'viewer')
    await expect(members.remove(admin, member.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await members.remove(owner, admin.userId)
    await expect(invitations.invite(admin, { email: 'late@example.com', role: 'viewer' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('a member of another workspace is not found', async () => {
    const owner = await addMember(await newWorkspace(), 'owner')
    const stranger = await addMember(await newWorkspace(), 'member')
    await expect(members.remove(owner, stranger.userId)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Member not found' })
    await expect(members.setRole(owner, stranger.userId, 'viewer')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await roleOf(stranger)).toBe('member')
  })
})

test('all members can leave, and only members with the scope can remove others', async () => {
  const owner = await addMember(await newWorkspace(), 'owner')
  const viewer = await addMember(owner.workspaceId, 'viewer')
  await expect(members.remove(viewer, owner.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await members.remove(viewer, viewer.userId)).toBe(viewer.userId)
  expect(await roleOf(viewer)).toBeUndefined()
  await expect(members.remove(viewer, viewer.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

describe('the last owner', () => {
  test('cannot be removed or demoted', async () => {
    const owner = await addMember(await newWorkspace(), 'owner')
    await expect(members.remove(owner, owner.userId)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(members.setRole(owner, owner.userId, 'admin')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await members.setRole(owner, owner.userId, 'owner')).toMatchObject({ role: 'owner' })
  })

  test.each(['remove', 'demote'] as const)('stays when ten owners %s themselves at once', async (how) => {
    const workspaceId = await newWorkspace()
    const owners = await Promise.all(Array.from({ length: 10 }, () => addMember(workspaceId, 'owner')))
    const outcomes = await Promise.allSettled(
      owners.map((owner) => (how === 'remove' ? members.remove(owner, owner.userId) : members.setRole(owner, owner.userId, 'viewer'))),
    )
    expect(await ownersOf(workspaceId)).toBe(1)
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    expect(refused).toEqual(['CONFLICT'])
  })

  test('stays when ten owners remove each other at once', async () => {
    const workspaceId = await newWorkspace()
    const owners = await Promise.all(Array.from({ length: 10 }, () => addMember(workspaceId, 'owner')))
    await Promise.allSettled(owners.map((owner, i) => members.remove(owner, owners[(i + 1) % 10]!.userId)))
    expect(await ownersOf(workspaceId)).toBeGreaterThanOrEqual(1)
  })
})

test('open streams of a member end after a removal or a role change is committed', async () => {
  const owner = await addMember(await newWorkspace(), 'owner')
  const { workspaceId, userId } = await addMember(owner.workspaceId, 'member')
  await members.setRole(owner, userId, 'viewer')
  await expect(members.setRole(owner, owner.userId, 'viewer')).rejects.toMatchObject({ code: 'CONFLICT' })
  await members.remove(owner, userId)
  expect(revoked).toEqual([
    { userId, workspaceId, remains: true },
    { userId, workspaceId },
  ])
  expect(await roleOf({ workspaceId, userId })).toBeUndefined()
})
