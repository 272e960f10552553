import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { signInOwner, readAuditLog } from '../kit/observers/auditEntries.ts'
import { graphql } from '../kit/clients/client.ts'
import { secretOf } from '../kit/fixtures/members.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let admin: Awaited<ReturnType<typeof signInOwner>>
beforeAll(async () => {
  acme = await testServer().workspace({ name: 'Acme' })
  admin = await signInOwner(testServer(), acme)
})

const INVITE = 'mutation($email: String!, $role: Role!) { inviteMember(email: $email, role: $role) { link invitation { id email role expiresAt } } }'
const SIGN_UP = 'mutation($input: SignUpInput!) { signUp(input: $input) { accessToken userId } }'
const invite = async (email: string, role = 'admin') => (await admin.ask(INVITE, { email, role })).data.inviteMember
const membersOf = async () => (await admin.ask('{ members { id email role } }')).data.members as { id: string; email: string; role: string }[]
/** Signs up with an address without proof that it is theirs. */
async function taken(email: string, name = 'Private Name') {
  const password = 'correct horse battery'
  const { data } = await graphql(testServer().url, {}, SIGN_UP, { input: { email, password, name, workspaceName: 'Elsewhere' } })
  return { userId: data.signUp.userId as string, ...(await signInOwner(testServer(), { ...acme, email, password })) }
}
let addresses = 0
const newAddress = () => `ceo-${(addresses += 1)}@victim.example`

describe('an unconfirmed address', () => {
  test("doesn't let the person who signed up with it first accept an invitation without the link", async () => {
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

  test("doesn't give the person who invited it to their own workspace first an account or a password", async () => {
    const email = newAddress()
    const otherOwner = await signInOwner(testServer(), await testServer().workspace())
    const otherInvitation = (await otherOwner.ask(INVITE, { email, role: 'viewer' })).data.inviteMember
    expect(Object.keys(otherInvitation)).toEqual(['link', 'invitation'])
    expect(await anyWorkspace.user.count({ where: { email } })).toBe(0)
    const { link } = await invite(email)
    const accept = await otherOwner.ask('mutation($secret: String!) { acceptInvitation(secret: $secret) { id } }', { secret: secretOf(otherInvitation.link) })
    expect(accept.errors![0]!.extensions).toMatchObject({ code: 'CONFLICT' })
    expect(secretOf(link)).not.toBe(secretOf(otherInvitation.link))
    expect((await membersOf()).map((member) => member.email)).toEqual([acme.email])
  })
})

describe('an invitation', () => {
  test('returns the same for an address with and without an account, and reveals no name', async () => {
    const [known, unknown] = [newAddress(), newAddress()]
    await taken(known)
    const shape = async (email: string) => {
      const response = await admin.ask(INVITE, { email, role: 'viewer' })
      const text = JSON.stringify(response)
        .replaceAll(email, 'ADDRESS')
        .replace(/#[\w-]{43}/, '#SECRET')
        .replace(/"id":"\d+"/, '"id":"ID"')
      return text.replace(/"expiresAt":"[^"]+"/, '"expiresAt":"END"')
    }
    expect(await shape(known)).toBe(await shape(unknown))
    expect(JSON.stringify(await admin.ask('{ invitations { email role invitedBy { name } } }'))).not.toContain('Private Name')
  })

  test('adds no member until it is accepted through the link', async () => {
    const email = newAddress()
    const person = await taken(email)
    const before = await membersOf()
    const { link } = await invite(email, 'viewer')
    const offer = await graphql(testServer().url, {}, 'query($secret: String!) { invitationOffer(secret: $secret) { workspaceName role email } }', {
      secret: secretOf(link),
    })
    expect(offer.data.invitationOffer).toEqual({ workspaceName: 'Acme', role: 'viewer', email })
    expect(await membersOf()).toEqual(before)
    const { data } = await person.ask('mutation($secret: String!) { acceptInvitation(secret: $secret) { id name role } }', { secret: secretOf(link) })
    expect(data.acceptInvitation).toEqual({ id: String(acme.id), name: 'Acme', role: 'viewer' })
    expect(await membersOf()).toEqual([...before, { id: person.userId, email, role: 'viewer' }])
  })

  test('creates an account through the link for a new person, a member without a workspace of their own', async () => {
    const email = newAddress()
    const { link } = await invite(email, 'member')
    const input = { email, password: 'correct horse battery', name: 'Nora', invitation: secretOf(link) }
    const { data } = await graphql(testServer().url, {}, SIGN_UP, { input })
    const headers = { authorization: `Bearer ${data.signUp.accessToken}` }
    const { viewer } = (await graphql(testServer().url, headers, '{ viewer { name workspace { id } role workspaces { id } } }')).data
    expect(viewer).toEqual({ name: 'Nora', role: 'member', workspace: { id: String(acme.id) }, workspaces: [{ id: String(acme.id) }] })
    expect((await graphql(testServer().url, {}, SIGN_UP, { input: { ...input, email: newAddress() } })).errors![0]!.extensions).toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('brings back a person without a workspace who signs in through the link', async () => {
    const email = newAddress()
    const first = await invite(email, 'viewer')
    const input = { email, password: 'correct horse battery', name: 'Leo', invitation: secretOf(first.link) }
    const { userId } = (await graphql(testServer().url, {}, SIGN_UP, { input })).data.signUp
    await admin.ask('mutation($id: ID!) { removeMember(id: $id) }', { id: userId })
    const SIGN_IN = 'mutation($input: SignInInput!) { signIn(input: $input) { userId } }'
    const signIn = (more: object) => graphql(testServer().url, {}, SIGN_IN, { input: { email, password: input.password, ...more } })
    expect((await signIn({})).errors![0]!.extensions).toMatchObject({ code: 'FORBIDDEN' })
    const { link } = await invite(email, 'member')
    expect((await signIn({ password: 'a wrong one', invitation: secretOf(link) })).errors![0]!.extensions).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await signIn({ invitation: secretOf(link) })).data.signIn).toEqual({ userId })
    expect(await membersOf()).toContainEqual({ id: userId, email, role: 'member' })
  })

  test('stores no secret in the audit log or the database', async () => {
    const { link } = await invite(newAddress())
    expect(await readAuditLog()).not.toContain(secretOf(link))
    const rows = await anyWorkspace.$queryRaw<{ text: string }[]>`select to_jsonb(i)::text as text from invitations i`
    for (const { text } of rows) expect(text).not.toContain(secretOf(link))
  })
})
