import { beforeAll, describe, expect, test } from 'vitest'
import * as passwordResets from '../../src/services/access/sessions/passwordResets.ts'
import { mutationDocument, auditEntriesOfRequest, mutations, signInOwner, readAuditLog } from '../kit/observers/auditEntries.ts'
import { graphql } from '../kit/clients/client.ts'
import { createMutationSamples } from '../kit/fixtures/mutationSamples.ts'
import { secretOf } from '../kit/fixtures/members.ts'
import { signUpInput } from '../kit/fixtures/rows.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'

// No jobs run in this process, so all entries are those of the request.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let fixture: Awaited<ReturnType<typeof createMutationSamples>>
let owner: Awaited<ReturnType<typeof signInOwner>>
beforeAll(async () => {
  fixture = await createMutationSamples(testServer())
  owner = await signInOwner(testServer(), fixture.acme)
})

/** Mutations without an entry, and the reason. */
const UNLOGGED: Record<string, string> = {
  monitorCall: 'it needs a call in progress; its entry is in test/services/calls/listening.test.ts',
  previewLeadImport: 'it reads an uploaded file and changes nothing',
  refreshSession: 'it goes on with a session whose beginning is written, every few minutes',
  resendAlertConfirmation: 'it sends one email to an address that the settings name already, and changes none of them',
  updateViewer: 'it sets how the person’s own dashboard shows times',
  switchWorkspace: 'it gives out another access token of the same session',
}
/** Mutations of people who aren't signed in or aren't members of this workspace. Each has its own test. */
const WITHOUT_SESSION = ['acceptInvitation', 'resetPassword', 'signIn', 'signOut', 'signUp']

test('every mutation has a sample', () => {
  const tried = [...Object.keys(fixture.samples), ...Object.keys(UNLOGGED), ...WITHOUT_SESSION]
  expect([...new Set(tried)].sort()).toEqual(mutations.map(({ name }) => name).sort())
})

describe("the log records the actor, the input, the client's address and the request ID", () => {
  const names = mutations.map(({ name }) => name).filter((name) => !(name in UNLOGGED) && !WITHOUT_SESSION.includes(name))
  test.each(names)('%s', async (name) => {
    const variables = await fixture.samples[name]!()
    const requestId = `audit-${name}`
    const { errors } = await owner.mutate(name, variables, requestId)
    expect(errors).toBeUndefined()
    const entries = await auditEntriesOfRequest(requestId)
    expect(entries.length).toBeGreaterThan(0)
    for (const entry of entries)
      expect(entry).toMatchObject({
        workspaceId: fixture.acme.id,
        actorKind: 'user',
        userId: expect.any(Number),
        apiKeyId: null,
        actorName: fixture.acme.email,
        operation: name,
        address: '127.0.0.1',
        requestId,
      })
  })

  test.each(names)('%s has no entry if it is refused', async (name) => {
    const before = await fixture.samples[name]!()
    const otherWorkspace = await testServer().workspace()
    const viewer = await otherWorkspace.key('me:read')
    const { errors } = await graphql(testServer().url, { 'X-API-Key': viewer.apiKey, 'x-request-id': `refused-${name}` }, mutationDocument(name), before)
    expect(errors).toHaveLength(1)
    expect(await auditEntriesOfRequest(`refused-${name}`)).toEqual([])
  })
})

describe('invitations and passwords', () => {
  test("an invitation and its acceptance are in the workspace's log, with the address and role, and without its secret", async () => {
    const newcomer = await signInOwner(testServer(), await testServer().workspace())
    const invite = await owner.ask('mutation { inviteMember(email: "new@example.com", role: viewer) { link } }', {}, 'invited')
    const { link } = invite.data.inviteMember as { link: string }
    expect(await auditEntriesOfRequest('invited')).toMatchObject([
      { resource: 'invitation', action: 'created', after: { email: 'new@example.com', role: 'viewer', secret_hash: 'set' } },
    ])
    await newcomer.mutate('acceptInvitation', { secret: secretOf(link) }, 'accepted')
    const entries = await auditEntriesOfRequest('accepted')
    expect(entries.map(({ resource, action }) => `${resource} ${action}`).sort()).toEqual(['invitation changed', 'member created'])
    for (const entry of entries)
      expect(entry).toMatchObject({ workspaceId: fixture.acme.id, actorKind: 'user', operation: 'acceptInvitation', address: '127.0.0.1' })
    expect(await readAuditLog()).not.toContain(secretOf(link))
  })

  test('a password set through a link is logged with its person as the actor', async () => {
    const somewhere = await testServer().workspace()
    const { link } = await passwordResets.begin(somewhere.email)
    const input = { secret: secretOf(link), newPassword: 'another correct horse' }
    await graphql(testServer().url, { 'x-request-id': 'reset' }, mutationDocument('resetPassword'), { input })
    const entries = await auditEntriesOfRequest('reset')
    expect(entries).toMatchObject([{ workspaceId: somewhere.id, actorKind: 'user', actorName: somewhere.email, operation: 'resetPassword', resource: 'user' }])
    expect(entries[0]!.after).toEqual({ password_hash: 'set' })
  })
})

describe('sessions', () => {
  test("signing up is in the new workspace's log, with the new person as the actor", async () => {
    const input = signUpInput()
    await graphql(testServer().url, { 'x-request-id': 'up' }, mutationDocument('signUp'), { input })
    const entries = await auditEntriesOfRequest('up')
    expect(entries.map(({ resource }) => resource).sort()).toEqual(['carrier_connection', 'ledger_entry', 'member', 'phone_number', 'session', 'workspace'])
    for (const entry of entries) expect(entry).toMatchObject({ actorKind: 'user', actorName: input.email, operation: 'signUp', action: 'created' })
  })

  test('signing in, failed sign-ins and signing out are logged', async () => {
    const { acme } = fixture
    const input = { email: acme.email, password: acme.password }
    const { data } = await graphql(testServer().url, { 'x-request-id': 'in' }, 'mutation($input: SignInInput!) { signIn(input: $input) { accessToken } }', {
      input,
    })
    expect(await auditEntriesOfRequest('in')).toMatchObject([
      { actorKind: 'user', actorName: acme.email, operation: 'signIn', resource: 'session', action: 'created', address: '127.0.0.1' },
    ])
    await graphql(testServer().url, { 'x-request-id': 'not-in' }, mutationDocument('signIn'), { input: { ...input, password: 'wrong-guess' } })
    const [failed] = await waitFor('the failure', async () => {
      const entries = await auditEntriesOfRequest('not-in')
      return entries.length > 0 && entries
    })
    expect(failed).toMatchObject({ actorKind: 'nobody', actorName: acme.email, userId: null, operation: 'signIn', action: 'refused', address: '127.0.0.1' })
    await graphql(testServer().url, { 'x-request-id': 'out', authorization: `Bearer ${data.signIn.accessToken}` }, mutationDocument('signOut'))
    expect(await auditEntriesOfRequest('out')).toMatchObject([
      { actorKind: 'user', actorName: acme.email, operation: 'signOut', resource: 'session', action: 'deleted' },
    ])
  })
})
