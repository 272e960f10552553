import { beforeAll, describe, expect, test } from 'vitest'
import { isKeyScope, KEY_SCOPES, keyScopeOf, type KeyScope, ROLE_SCOPES, ROLES, type Scope } from '../../src/kernel/vocabulary/scopes.ts'
import { scopesOf } from '../../src/schema/base/builder.ts'
import { createMutationSamples } from '../kit/fixtures/mutationSamples.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { askRootField, codeOf } from './rootFieldRequests.ts'
import { addSignedInMember } from './signedInMembers.ts'
import { requiredOf, type RootField, rootFields } from './rootFields.ts'
import { ABSENT } from './victimWorkspace.ts'

/** Runs every field as every kind of caller. The declared permissions apply, before any input is read. */
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
const people = {} as Record<(typeof ROLES)[number], Record<string, string>>
const keys = new Map<string, Record<string, string>>()

beforeAll(async () => {
  acme = (await createMutationSamples(testServer())).acme
  for (const role of ROLES) people[role] = (await addSignedInMember(testServer(), acme, role)).headers
})

const declared = (root: RootField) => scopesOf(root.field.extensions)!
/** These may end the session or change the password of the caller, so each gets its own person. */
const ENDS_SESSION = new Set(['signOut', 'changePassword', 'removeMember', 'setMemberRole'])
/** Members may remove themselves, so the service decides after it knows the member. The server's status is for its administrators, whatever their role. */
const DECIDED_BY_SERVICE = new Set(['removeMember', 'serverStatus'])
/** An export also needs the scope of its content. Here it contains calls. The name of an entry's contact is that of a lead. */
const ALSO_NEEDED: Record<string, (typeof KEY_SCOPES)[number][]> = { exportReport: ['calls:read'], addDncEntry: ['leads:read'] }
const open = rootFields.filter((root) => declared(root).public)
const closed = rootFields.filter((root) => !declared(root).public)

test('the public fields are exactly these', () => {
  const links = ['invitationOffer', 'passwordResetOffer', 'resetPassword']
  expect(open.map(({ name }) => name).sort()).toEqual([...links, 'refreshSession', 'serverInfo', 'signIn', 'signOut', 'signUp'].sort())
})

test('a mutation is never open to read-only callers, except for exports of what they can read', () => {
  const readable = closed.filter(({ operation, field }) => operation === 'mutation' && scopesOf(field.extensions)?.scope?.endsWith(':read'))
  expect(readable.map(({ name }) => name).sort()).toEqual(['deleteReport', 'exportCalls', 'exportLeads', 'exportReport'])
})

describe.each(closed.map((root) => [`${root.operation} ${root.name}`, root] as const))('%s', (_title, root) => {
  const { scope, person } = declared(root)

  test('callers without a credential are asked to sign in, whatever else is wrong', async () => {
    expect(await codeFor({}, root)).toBe('UNAUTHENTICATED')
  })

  test.skipIf(DECIDED_BY_SERVICE.has(root.name)).each(ROLES)('the role decides: %s', async (role) => {
    const headers = ENDS_SESSION.has(root.name) ? (await addSignedInMember(testServer(), acme, role)).headers : people[role]
    expect(await isRefused(headers, root)).toBe(scope !== undefined && !ROLE_SCOPES[role].has(scope))
  })

  test('a key needs exactly that scope', async () => {
    const needed = scope && keyScopeOf(scope)
    const hasAll = await isRefused(await keyOf(KEY_SCOPES), root)
    expect(hasAll).toBe(!needed || !isKeyScope(needed) || person === true)
    if (!needed || !isKeyScope(needed)) return
    expect(await isRefused(await keyOf([needed, ...(ALSO_NEEDED[root.name] ?? [])]), root)).toBe(false)
    const others = KEY_SCOPES.filter((one) => one !== needed && !includes(one, scope))
    expect(await isRefused(await keyOf(others), root)).toBe(true)
  })
})

/** A caller who may send messages may also read them. */
const includes = (held: Scope, scope: Scope) => held === keyScopeOf(scope)

const isRefused = async (headers: Record<string, string>, root: RootField) => ['FORBIDDEN', 'UNAUTHENTICATED'].includes((await codeFor(headers, root)) ?? '')

/** Sends values of the right types. `ABSENT` is no existing ID, so nothing is changed. */
async function codeFor(headers: Record<string, string>, root: RootField) {
  return codeOf(await askRootField(testServer(), headers, root, requiredOf(root, ABSENT)))
}

async function keyOf(scopes: readonly KeyScope[]): Promise<Record<string, string>> {
  const name = scopes.join(' ')
  if (!keys.has(name)) keys.set(name, { 'X-API-Key': (await acme.key(...scopes)).apiKey })
  return keys.get(name)!
}
