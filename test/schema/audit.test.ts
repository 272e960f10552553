import { beforeAll, describe, expect, test } from 'vitest'
import * as passwordResets from '../../src/services/access/sessions/passwordResets.ts'
import { documentOf, entriesOf, mutations, owner, wholeLog } from '../kit/audited.ts'
import { graphql } from '../kit/client.ts'
import { samplesFor } from '../kit/mutations.ts'
import { secretOf } from '../kit/people.ts'
import { person } from '../kit/rows.ts'
import { until } from '../kit/until.ts'
import { useWorld } from '../kit/world.ts'

// No jobs run in this process, so that what is written belongs to the request.
const world = useWorld({ env: { ROLE: 'api' } })
let ground: Awaited<ReturnType<typeof samplesFor>>
let somebody: Awaited<ReturnType<typeof owner>>
beforeAll(async () => {
  ground = await samplesFor(world())
  somebody = await owner(world(), ground.acme)
})

/** What leaves no entry, and why. */
const UNWRITTEN: Record<string, string> = {
  monitorCall: 'it changes nothing: whoever listens is in the list of those who do',
  previewLeadImport: 'it reads an uploaded file and changes nothing',
  refreshSession: 'it goes on with a session whose beginning is written, every few minutes',
  resendAlertConfirmation: 'it sends one email to an address that the settings name already, and changes none of them',
  switchWorkspace: 'it gives out another access token of the same session',
}
/** What people do who are not signed in, or not in this workspace, each with a test of its own. */
const WITHOUT_SESSION = ['acceptInvitation', 'resetPassword', 'signIn', 'signOut', 'signUp']

test('every mutation is tried here', () => {
  const tried = [...Object.keys(ground.samples), ...Object.keys(UNWRITTEN), ...WITHOUT_SESSION]
  expect(tried.sort()).toEqual(mutations.map(({ name }) => name).sort())
})

describe('the log says who did it, what was asked, from where and by which request', () => {
  const names = mutations.map(({ name }) => name).filter((name) => !(name in UNWRITTEN) && !WITHOUT_SESSION.includes(name))
  test.each(names)('%s', async (name) => {
    const variables = await ground.samples[name]!()
    const requestId = `audit-${name}`
    const { errors } = await somebody.mutate(name, variables, requestId)
    expect(errors).toBeUndefined()
    const entries = await entriesOf(requestId)
    expect(entries.length).toBeGreaterThan(0)
    for (const entry of entries)
      expect(entry).toMatchObject({
        workspaceId: ground.acme.id,
        actorKind: 'user',
        userId: expect.any(Number),
        apiKeyId: null,
        actorName: ground.acme.email,
        operation: name,
        address: '127.0.0.1',
        requestId,
      })
  })

  test.each(names)('%s that is refused leaves none', async (name) => {
    const before = await ground.samples[name]!()
    const stranger = await world().workspace()
    const viewer = await stranger.key('me:read')
    const { errors } = await graphql(world().url, { 'X-API-Key': viewer.apiKey, 'x-request-id': `refused-${name}` }, documentOf(name), before)
    expect(errors).toHaveLength(1)
    expect(await entriesOf(`refused-${name}`)).toEqual([])
  })
})

describe('invitations and passwords', () => {
  test('an invitation and its acceptance are written for its workspace, with the address and role and without its secret', async () => {
    const newcomer = await owner(world(), await world().workspace())
    const invite = await somebody.ask('mutation { inviteMember(email: "new@example.com", role: viewer) { link } }', {}, 'invited')
    const { link } = invite.data.inviteMember as { link: string }
    expect(await entriesOf('invited')).toMatchObject([
      { subject: 'invitation', change: 'created', after: { email: 'new@example.com', role: 'viewer', secret_hash: 'set' } },
    ])
    await newcomer.mutate('acceptInvitation', { secret: secretOf(link) }, 'accepted')
    const entries = await entriesOf('accepted')
    expect(entries.map(({ subject, change }) => `${subject} ${change}`).sort()).toEqual(['invitation changed', 'member created'])
    for (const entry of entries)
      expect(entry).toMatchObject({ workspaceId: ground.acme.id, actorKind: 'user', operation: 'acceptInvitation', address: '127.0.0.1' })
    expect(await wholeLog()).not.toContain(secretOf(link))
  })

  test('a password set by a link is written in the name of its person', async () => {
    const somewhere = await world().workspace()
    const { link } = await passwordResets.begin(somewhere.email)
    const input = { secret: secretOf(link), newPassword: 'another correct horse' }
    await graphql(world().url, { 'x-request-id': 'reset' }, documentOf('resetPassword'), { input })
    const entries = await entriesOf('reset')
    expect(entries).toMatchObject([{ workspaceId: somewhere.id, actorKind: 'user', actorName: somewhere.email, operation: 'resetPassword', subject: 'user' }])
    expect(entries[0]!.after).toEqual({ password_hash: 'set' })
  })
})

describe('sessions', () => {
  test('signing up is written for the workspace that it makes, in the name of the new person', async () => {
    const input = person()
    await graphql(world().url, { 'x-request-id': 'up' }, documentOf('signUp'), { input })
    const entries = await entriesOf('up')
    expect(entries.map(({ subject }) => subject).sort()).toEqual(['carrier_connection', 'member', 'phone_number', 'session', 'workspace'])
    for (const entry of entries) expect(entry).toMatchObject({ actorKind: 'user', actorName: input.email, operation: 'signUp', change: 'created' })
  })

  test('signing in, failing to and signing out are written', async () => {
    const { acme } = ground
    const input = { email: acme.email, password: acme.password }
    const { data } = await graphql(world().url, { 'x-request-id': 'in' }, 'mutation($input: SignInInput!) { signIn(input: $input) { accessToken } }', { input })
    expect(await entriesOf('in')).toMatchObject([
      { actorKind: 'user', actorName: acme.email, operation: 'signIn', subject: 'session', change: 'created', address: '127.0.0.1' },
    ])
    await graphql(world().url, { 'x-request-id': 'not-in' }, documentOf('signIn'), { input: { ...input, password: 'wrong-guess' } })
    const [failed] = await until('the failure', async () => {
      const found = await entriesOf('not-in')
      return found.length > 0 && found
    })
    expect(failed).toMatchObject({ actorKind: 'nobody', actorName: acme.email, userId: null, operation: 'signIn', change: 'refused', address: '127.0.0.1' })
    await graphql(world().url, { 'x-request-id': 'out', authorization: `Bearer ${data.signIn.accessToken}` }, documentOf('signOut'))
    expect(await entriesOf('out')).toMatchObject([{ actorKind: 'user', actorName: acme.email, operation: 'signOut', subject: 'session', change: 'deleted' }])
  })
})
