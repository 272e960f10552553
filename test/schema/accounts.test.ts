import { beforeEach, describe, expect, test } from 'vitest'
import * as sessions from '../../src/services/access/sessions/sessions.ts'
import * as newWorkspaces from '../../src/services/onboarding/newWorkspaces.ts'
import { watchQueries } from '../kit/observers/queries.ts'
import { useDatabase } from '../kit/server/database.ts'
import { browser, run, SIGN_UP, signUp, VIEWER } from './accountKit.ts'

useDatabase()
beforeEach(() => {
  browser.refreshToken = null
})

const SIGN_IN = 'mutation ($input: SignInInput!, $shown: Boolean) { signIn(input: $input, withRefreshToken: $shown) { accessToken refreshToken userId } }'
const REFRESH = 'mutation ($token: String, $workspaceId: ID) { refreshSession(refreshToken: $token, workspaceId: $workspaceId) { accessToken refreshToken } }'

describe('a browser', () => {
  test('stores its refresh token in a cookie, and never receives it in a response', async () => {
    const { input, signedIn } = await signUp()
    expect(signedIn.refreshToken).toBeNull()
    const first = browser.refreshToken
    expect(first).toMatch(/^[\w-]{43}$/)
    const signIn = await run(SIGN_IN, { input: { email: input.email.toUpperCase(), password: input.password } })
    expect(signIn.data.signIn).toMatchObject({ refreshToken: null, userId: signedIn.userId })
    const second = browser.refreshToken
    expect(second).not.toBe(first)
    const refreshed = await run(REFRESH)
    expect(refreshed.data.refreshSession.refreshToken).toBeNull()
    expect(browser.refreshToken).not.toBe(second)
    expect(await sessions.authenticate(refreshed.data.refreshSession.accessToken)).not.toBeNull()
  })

  test('loses the cookie when its person signs out, and the session ends', async () => {
    const { actor } = await signUp()
    const token = browser.refreshToken
    expect((await run('mutation { signOut }', {}, actor)).data).toEqual({ signOut: true })
    expect(browser.refreshToken).toBeNull()
    expect((await run(REFRESH, { token })).codes).toEqual(['UNAUTHENTICATED'])
  })
})

test('changing a password needs the current one, invalidates it, and ends every other session of the person', async () => {
  const { input, actor } = await signUp()
  const elsewhere = (await run(SIGN_IN, { input: { email: input.email, password: input.password } })).data.signIn.accessToken as string
  const CHANGE = 'mutation ($input: PasswordChangeInput!) { changePassword(input: $input) }'
  const refused = await run(CHANGE, { input: { currentPassword: 'not this one', newPassword: 'another one' } }, actor)
  expect(refused.codes).toEqual(['UNPROCESSABLE_ENTITY'])
  expect((await run(CHANGE, { input: { currentPassword: input.password, newPassword: 'short' } }, actor)).codes).toEqual(['UNPROCESSABLE_ENTITY'])
  expect(await sessions.authenticate(elsewhere)).not.toBeNull()

  expect((await run(CHANGE, { input: { currentPassword: input.password, newPassword: 'another one' } }, actor)).data).toEqual({ changePassword: true })
  expect(await sessions.authenticate(elsewhere)).toBeNull()
  expect((await run(SIGN_IN, { input: { email: input.email, password: input.password } })).codes).toEqual(['UNAUTHENTICATED'])
  expect((await run(SIGN_IN, { input: { email: input.email, password: 'another one' } })).codes).toEqual([])
})

test('a client without cookies receives its refresh token on request, and sends it itself', async () => {
  const { input } = await signUp()
  const { data } = await run(SIGN_IN, { input: { email: input.email, password: input.password }, shown: true })
  browser.refreshToken = null
  const next = (await run(REFRESH, { token: data.signIn.refreshToken })).data.refreshSession
  expect(next.refreshToken).toMatch(/^[\w-]{43}$/)
  await run('mutation ($token: String) { signOut(refreshToken: $token) }', { token: next.refreshToken })
  expect((await run(REFRESH, { token: next.refreshToken })).codes).toEqual(['UNAUTHENTICATED'])
})

test('invalid sign-up input is refused field by field', async () => {
  const { errors } = await run(SIGN_UP, { input: { email: 'nobody', password: 'short', name: ' ', workspaceName: 'x'.repeat(201) } })
  const detail = errors![0]!.extensions.detail as { loc: string[]; type: string }[]
  expect(detail.map(({ loc, type }) => [loc.at(-1), type])).toEqual([
    ['email', 'value_error.email'],
    ['password', 'value_error.str.min_length'],
    ['name', 'value_error.str.min_length'],
    ['workspaceName', 'value_error.str.max_length'],
  ])
})

test('a person reads their profile, current workspace and all workspaces in a fixed number of queries', async () => {
  const { input, actor } = await signUp()
  const queries = async () => {
    const query = watchQueries()
    const { data } = await run(VIEWER, {}, actor)
    const count = query.mock.calls.length
    query.mockRestore()
    return { viewer: data.viewer, count }
  }
  const before = await queries()
  expect(before.viewer).toMatchObject({
    email: input.email.toLowerCase(),
    role: 'owner',
    workspace: { name: input.workspaceName, plan: 'free', limits: { rpm: 30, rpd: 1000, concurrentCalls: 1 } },
    workspaces: [{ id: String(actor.workspaceId), role: 'owner' }],
  })
  for (let i = 0; i < 5; i++) await newWorkspaces.create({ name: `More ${i}`, ownerUserId: actor.userId })
  const after = await queries()
  expect(after.viewer.workspaces).toHaveLength(6)
  expect(after.count).toBe(before.count)
})

test('a person can only switch to a workspace that they are a member of', async () => {
  const { actor } = await signUp()
  const { id } = await newWorkspaces.create({ name: 'Second', ownerUserId: actor.userId })
  const foreign = await newWorkspaces.create({ name: 'Foreign' })
  const SWITCH = 'mutation ($id: ID!) { switchWorkspace(workspaceId: $id) { accessToken } }'
  const { data } = await run(SWITCH, { id }, actor)
  const session = (await sessions.authenticate(data.switchWorkspace.accessToken))!
  expect((await run(VIEWER, {}, session)).data.viewer.workspace).toMatchObject({ id: String(id), name: 'Second' })
  for (const nothing of [foreign.id, '999999999', '99999999999999999', '-1', 'x'])
    expect((await run(SWITCH, { id: nothing }, actor)).codes).toEqual(['NOT_FOUND'])
})

test('a person sets their own time zone for every workspace, and null restores that of the browser', async () => {
  const { actor } = await signUp()
  const UPDATE = 'mutation ($timezone: String) { updateViewer(input: {timezone: $timezone}) { timezone } }'
  expect((await run('{ viewer { timezone } }', {}, actor)).data.viewer).toEqual({ timezone: null })
  expect((await run(UPDATE, { timezone: 'Asia/Tokyo' }, actor)).data.updateViewer).toEqual({ timezone: 'Asia/Tokyo' })
  expect((await run('{ viewer { timezone } }', {}, actor)).data.viewer).toEqual({ timezone: 'Asia/Tokyo' })
  expect((await run(UPDATE, { timezone: 'Mars/Base' }, actor)).codes).toEqual(['UNPROCESSABLE_ENTITY'])
  expect((await run(UPDATE, { timezone: 'Asia/Tokyo' })).codes).toEqual(['UNAUTHENTICATED'])
  expect((await run(UPDATE, { timezone: null }, actor)).data.updateViewer).toEqual({ timezone: null })
})
