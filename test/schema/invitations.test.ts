import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { owner, wholeLog } from '../kit/audited.ts'
import { graphql } from '../kit/client.ts'
import { secretOf } from '../kit/people.ts'
import { type Acme, useWorld } from '../kit/world.ts'

const world = useWorld({ env: { ROLE: 'api' } })
let acme: Acme
let admin: Awaited<ReturnType<typeof owner>>
beforeAll(async () => {
  acme = await world().workspace({ name: 'Acme' })
  admin = await owner(world(), acme)
})

const INVITE = 'mutation($email: String!, $role: Role!) { inviteMember(email: $email, role: $role) { link invitation { id email role expiresAt } } }'
const SIGN_UP = 'mutation($input: SignUpInput!) { signUp(input: $input) { accessToken userId } }'
const invite = async (email: string, role = 'admin') => (await admin.ask(INVITE, { email, role })).data.inviteMember
const membersOf = async () => (await admin.ask('{ members { id email role } }')).data.members as { id: string; email: string; role: string }[]
/** Signs up with an address that is nobody's to prove. */
async function taken(email: string, name = 'Private Name') {
  const password = 'correct horse battery'
  const { data } = await graphql(world().url, {}, SIGN_UP, { input: { email, password, name, workspaceName: 'Elsewhere' } })
  return { userId: data.signUp.userId as string, ...(await owner(world(), { ...acme, email, password })) }
}
let addresses = 0
const newAddress = () => `ceo-${(addresses += 1)}@victim.example`

describe('an address proves nothing', () => {
  test('who signed up with it first is not let in when it is invited, and finds no way in without the link', async () => {
    const email = newAddress()
    const attacker = await taken(email)
    const { invitation } = await invite(email)
    expect(
      (await attacker.ask('mutation($id: ID!) { switchWorkspace(workspaceId: $id) { accessToken } }', { id: acme.id })).errors![0]!.extensions,
    ).toMatchObject({
      code: 'NOT_FOUND',
    })
    for (const secret of [invitation.id, email, '', 'A'.repeat(43)])
      expect((await attacker.ask('mutation($secret: String!) { acceptInvitation(secret: $secret) { id } }', { secret })).errors).toHaveLength(1)
    expect((await attacker.ask('{ viewer { workspaces { id } } }')).data.viewer.workspaces).toHaveLength(1)
    expect((await membersOf()).map((member) => member.email)).toEqual([acme.email])
  })

  test('who invited it to a workspace of their own first gets neither an account nor a password of it', async () => {
    const email = newAddress()
    const stranger = await owner(world(), await world().workspace())
    const theirs = (await stranger.ask(INVITE, { email, role: 'viewer' })).data.inviteMember
    expect(Object.keys(theirs)).toEqual(['link', 'invitation'])
    expect(await anyWorkspace.user.count({ where: { email } })).toBe(0)
    const { link } = await invite(email)
    const accept = await stranger.ask('mutation($secret: String!) { acceptInvitation(secret: $secret) { id } }', { secret: secretOf(theirs.link) })
    expect(accept.errors![0]!.extensions).toMatchObject({ code: 'CONFLICT' })
    expect(secretOf(link)).not.toBe(secretOf(theirs.link))
    expect((await membersOf()).map((member) => member.email)).toEqual([acme.email])
  })
})

describe('inviting', () => {
  test('answers the same for an address with an account as for one without, and tells no name', async () => {
    const [known, unknown] = [newAddress(), newAddress()]
    await taken(known)
    const shape = async (email: string) => {
      const answer = await admin.ask(INVITE, { email, role: 'viewer' })
      const text = JSON.stringify(answer)
        .replaceAll(email, 'ADDRESS')
        .replace(/#[\w-]{43}/, '#SECRET')
        .replace(/"id":"\d+"/, '"id":"ID"')
      return text.replace(/"expiresAt":"[^"]+"/, '"expiresAt":"END"')
    }
    expect(await shape(known)).toBe(await shape(unknown))
    expect(JSON.stringify(await admin.ask('{ invitations { email role invitedBy { name } } }'))).not.toContain('Private Name')
  })

  test('makes nobody a member: that is who opens the link and accepts', async () => {
    const email = newAddress()
    const person = await taken(email)
    const before = await membersOf()
    const { link } = await invite(email, 'viewer')
    const offer = await graphql(world().url, {}, 'query($secret: String!) { invitationOffer(secret: $secret) { workspaceName role email } }', {
      secret: secretOf(link),
    })
    expect(offer.data.invitationOffer).toEqual({ workspaceName: 'Acme', role: 'viewer', email })
    expect(await membersOf()).toEqual(before)
    const { data } = await person.ask('mutation($secret: String!) { acceptInvitation(secret: $secret) { id name role } }', { secret: secretOf(link) })
    expect(data.acceptInvitation).toEqual({ id: String(acme.id), name: 'Acme', role: 'viewer' })
    expect(await membersOf()).toEqual([...before, { id: person.userId, email, role: 'viewer' }])
  })

  test('who has no account makes one by the link: a member here, without a workspace of their own', async () => {
    const email = newAddress()
    const { link } = await invite(email, 'member')
    const input = { email, password: 'correct horse battery', name: 'Nora', invitation: secretOf(link) }
    const { data } = await graphql(world().url, {}, SIGN_UP, { input })
    const headers = { authorization: `Bearer ${data.signUp.accessToken}` }
    const { viewer } = (await graphql(world().url, headers, '{ viewer { name workspace { id } role workspaces { id } } }')).data
    expect(viewer).toEqual({ name: 'Nora', role: 'member', workspace: { id: String(acme.id) }, workspaces: [{ id: String(acme.id) }] })
    expect((await graphql(world().url, {}, SIGN_UP, { input: { ...input, email: newAddress() } })).errors![0]!.extensions).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('who was in no workspace any more comes back by signing in with the link', async () => {
    const email = newAddress()
    const first = await invite(email, 'viewer')
    const input = { email, password: 'correct horse battery', name: 'Leo', invitation: secretOf(first.link) }
    const { userId } = (await graphql(world().url, {}, SIGN_UP, { input })).data.signUp
    await admin.ask('mutation($id: ID!) { removeMember(id: $id) }', { id: userId })
    const SIGN_IN = 'mutation($input: SignInInput!) { signIn(input: $input) { userId } }'
    const signIn = (more: object) => graphql(world().url, {}, SIGN_IN, { input: { email, password: input.password, ...more } })
    expect((await signIn({})).errors![0]!.extensions).toMatchObject({ code: 'FORBIDDEN' })
    const { link } = await invite(email, 'member')
    expect((await signIn({ password: 'a wrong one', invitation: secretOf(link) })).errors![0]!.extensions).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await signIn({ invitation: secretOf(link) })).data.signIn).toEqual({ userId })
    expect(await membersOf()).toContainEqual({ id: userId, email, role: 'member' })
  })

  test('leaves no secret in the audit log or the database', async () => {
    const { link } = await invite(newAddress())
    expect(await wholeLog()).not.toContain(secretOf(link))
    const rows = await anyWorkspace.$queryRaw<{ text: string }[]>`select to_jsonb(i)::text as text from invitations i`
    for (const { text } of rows) expect(text).not.toContain(secretOf(link))
  })
})
