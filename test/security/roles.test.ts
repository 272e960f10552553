import { beforeAll, describe, expect, test } from 'vitest'
import { isKeyScope, KEY_SCOPES, keyScopeOf, type KeyScope, ROLE_SCOPES, ROLES, type Scope } from '../../src/kernel/vocabulary/scopes.ts'
import { scopesOf } from '../../src/schema/base/builder.ts'
import { samplesFor } from '../kit/mutations.ts'
import { type Acme, useWorld } from '../kit/world.ts'
import { ask, codeOf } from './ask.ts'
import { memberOf } from './people.ts'
import { requiredOf, type RootField, rootFields } from './rootFields.ts'
import { ABSENT } from './victim.ts'

/** Every field asked by everybody who may ask: what the schema declares is what happens, before any input is looked at. */
const world = useWorld({ env: { ROLE: 'api' } })
let acme: Acme
const people = {} as Record<(typeof ROLES)[number], Record<string, string>>
const keys = new Map<string, Record<string, string>>()

beforeAll(async () => {
  acme = (await samplesFor(world())).acme
  for (const role of ROLES) people[role] = (await memberOf(world(), acme, role)).headers
})

const declared = (root: RootField) => scopesOf(root.field.extensions)!
/** These may end the session or the password of the person who asks, so each gets a person of its own. */
const ENDING = new Set(['signOut', 'changePassword', 'removeMember', 'setMemberRole'])
/** Members may remove themselves, so that the service judges who is removed. */
const DECIDED_LATER = new Set(['removeMember'])
/** An export also needs the scope of what it holds; here it holds calls. */
const ALSO_NEEDED: Record<string, (typeof KEY_SCOPES)[number][]> = { exportReport: ['calls:read'] }
const open = rootFields.filter((root) => declared(root).public)
const closed = rootFields.filter((root) => !declared(root).public)

test('what strangers may ask is this and nothing else', () => {
  const links = ['invitationOffer', 'passwordResetOffer', 'resetPassword']
  expect(open.map(({ name }) => name).sort()).toEqual([...links, 'refreshSession', 'serverInfo', 'signIn', 'signOut', 'signUp'].sort())
})

test('a mutation is never open to callers that may only read, but for exports of what they read', () => {
  const readable = closed.filter(({ operation, field }) => operation === 'mutation' && scopesOf(field.extensions)?.scope?.endsWith(':read'))
  expect(readable.map(({ name }) => name).sort()).toEqual(['deleteReport', 'exportReport'])
})

describe.each(closed.map((root) => [`${root.operation} ${root.name}`, root] as const))('%s', (_title, root) => {
  const { scope, person } = declared(root)

  test('strangers are asked to sign in, whatever else is wrong', async () => {
    expect(await codeFor({}, root)).toBe('UNAUTHENTICATED')
  })

  test.skipIf(DECIDED_LATER.has(root.name)).each(ROLES)('the role decides: %s', async (role) => {
    const headers = ENDING.has(root.name) ? (await memberOf(world(), acme, role)).headers : people[role]
    expect(await isRefused(headers, root)).toBe(scope !== undefined && !ROLE_SCOPES[role].has(scope))
  })

  test('a key needs that scope, and no other one helps', async () => {
    const needed = scope && keyScopeOf(scope)
    const hasAll = await isRefused(await keyOf(KEY_SCOPES), root)
    expect(hasAll).toBe(!needed || !isKeyScope(needed) || person === true)
    if (!needed || !isKeyScope(needed)) return
    expect(await isRefused(await keyOf([needed, ...(ALSO_NEEDED[root.name] ?? [])]), root)).toBe(false)
    const others = KEY_SCOPES.filter((one) => one !== needed && !includes(one, scope))
    expect(await isRefused(await keyOf(others), root)).toBe(true)
  })
})

/** Whoever may send messages may read them. */
const includes = (held: Scope, scope: Scope) => held === keyScopeOf(scope)

const isRefused = async (headers: Record<string, string>, root: RootField) => ['FORBIDDEN', 'UNAUTHENTICATED'].includes((await codeFor(headers, root)) ?? '')

/** Asked with nothing but the right types: `ABSENT` names nothing, so that nothing is changed. */
async function codeFor(headers: Record<string, string>, root: RootField) {
  return codeOf(await ask(world(), headers, root, requiredOf(root, ABSENT)))
}

async function keyOf(scopes: readonly KeyScope[]): Promise<Record<string, string>> {
  const name = scopes.join(' ')
  if (!keys.has(name)) keys.set(name, { 'X-API-Key': (await acme.key(...scopes)).apiKey })
  return keys.get(name)!
}
