import { afterEach, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as apiKeys from '../../../src/services/access/apiKeys.ts'
import * as cliTokens from '../../../src/services/access/cliTokens.ts'
import * as demoRemoval from '../../../src/services/operator/demoRemoval.ts'
import * as invitations from '../../../src/services/access/invitations.ts'
import * as operator from '../../../src/services/operator/operator.ts'
import * as passwordChanges from '../../../src/services/access/sessions/passwordChanges.ts'
import * as passwordResets from '../../../src/services/access/sessions/passwordResets.ts'
import * as sessions from '../../../src/services/access/sessions/sessions.ts'
import * as userAdministration from '../../../src/services/operator/userAdministration.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import { DAY, pass, SECOND } from '../../kit/clock.ts'
import { useDatabase } from '../../kit/database.ts'
import { secretOf } from '../../kit/people.ts'
import { person } from '../../kit/rows.ts'

useDatabase()
afterEach(() => {
  settings.signUp = 'open'
})

const NEW = 'a new correct horse'
/** Somebody with a session and a CLI token of their own. */
async function somebody() {
  const input = person()
  const signedIn = await sessions.signUp(input)
  const actor = (await sessions.authenticate(signedIn.accessToken))!
  const { token } = await cliTokens.create(actor, { name: 'Laptop', scopes: ['me:read'] })
  const made = await apiKeys.create(actor, { name: 'Of the workspace', scopes: ['me:read'] })
  return { ...input, ...signedIn, actor, token, key: made.key }
}
const signIn = ({ email, password }: { email: string; password: string }) => sessions.signIn({ email, password }, 'here')
const isIn = async (accessToken: string) => (await sessions.authenticate(accessToken)) !== null
const holds = (token: string) =>
  apiKeys.authenticate(token).then(
    () => true,
    () => false,
  )

describe('a link for a new password', () => {
  test('ends the sessions and the old password at once, and sets a new one once', async () => {
    const ada = await somebody()
    const { link } = await passwordResets.begin(ada.email)
    expect(link).toBe(`${settings.publicUrl}/reset-password#${secretOf(link)}`)
    expect(await isIn(ada.accessToken)).toBe(false)
    await expect(signIn(ada)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await passwordResets.find(secretOf(link), 'here')).toMatchObject({ email: ada.email })
    const outcomes = await Promise.allSettled(
      [NEW, `${NEW} 2`, `${NEW} 3`].map((newPassword) => passwordResets.complete({ secret: secretOf(link), newPassword }, 'here')),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const winner = [NEW, `${NEW} 2`, `${NEW} 3`][outcomes.findIndex(({ status }) => status === 'fulfilled')]!
    await expect(signIn({ ...ada, password: winner })).resolves.toBeTruthy()
    await expect(passwordResets.find(secretOf(link), 'here')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('ends after 24 hours, and when another one is made', async () => {
    pass(0)
    const ada = await somebody()
    const first = secretOf((await passwordResets.begin(ada.email)).link)
    const second = secretOf((await passwordResets.begin(ada.email)).link)
    await expect(passwordResets.complete({ secret: first, newPassword: NEW }, 'here')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    pass(DAY - SECOND)
    await expect(passwordResets.find(second, 'here')).resolves.toBeTruthy()
    pass(SECOND)
    await expect(passwordResets.complete({ secret: second, newPassword: NEW }, 'here')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is no invitation, and an invitation is no such link', async () => {
    const [ada, bea] = [await somebody(), await somebody()]
    const reset = secretOf((await passwordResets.begin(bea.email)).link)
    const invitation = secretOf((await invitations.invite(ada.actor, { email: 'new@example.com', role: 'viewer' })).link)
    await expect(invitations.accept(ada.actor, reset, 'here')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(passwordResets.complete({ secret: invitation, newPassword: NEW }, 'here')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each([
    [undefined, false],
    [true, false],
    [false, true],
  ])('ends CLI tokens and connected apps unless the person declines (%s), and no API key of the workspace', async (revokeTokensAndApps, stays) => {
    const ada = await somebody()
    const secret = secretOf((await passwordResets.begin(ada.email)).link)
    await passwordResets.complete({ secret, newPassword: NEW, revokeTokensAndApps }, 'here')
    expect(await holds(ada.token)).toBe(stays)
    expect(await holds(ada.key)).toBe(true)
  })
})

test.each([
  [undefined, false],
  [false, true],
])('a changed password ends other sessions, and CLI tokens unless declined (%s)', async (revokeTokensAndApps, stays) => {
  const ada = await somebody()
  const elsewhere = await signIn(ada)
  await passwordChanges.change(ada.actor, { currentPassword: ada.password, newPassword: NEW, revokeTokensAndApps }, 'here')
  expect([await isIn(ada.accessToken), await isIn(elsewhere.accessToken), await holds(ada.token), await holds(ada.key)]).toEqual([true, false, stays, true])
})

test('a disabled account is out everywhere and cannot sign in until it is enabled; what ended stays ended', async () => {
  const ada = await somebody()
  const link = secretOf((await invitations.invite(ada.actor, { email: 'new@example.com', role: 'viewer' })).link)
  await userAdministration.disable(ada.email)
  expect([await isIn(ada.accessToken), await holds(ada.token), await holds(ada.key)]).toEqual([false, false, true])
  await expect(signIn(ada)).rejects.toMatchObject({ code: 'FORBIDDEN', detail: { reason: 'account_disabled' } })
  await expect(signIn({ ...ada, password: 'a wrong one' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(sessions.refresh(ada.refreshToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(invitations.find(link, 'here')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(passwordResets.begin(ada.email)).rejects.toMatchObject({ code: 'CONFLICT' })
  await userAdministration.enable(ada.email)
  await expect(signIn(ada)).resolves.toBeTruthy()
  expect(await holds(ada.token)).toBe(false)
})

test('the list of accounts names workspaces and roles, who is disabled, and who has to set a password', async () => {
  const ada = await somebody()
  await passwordResets.begin(ada.email)
  await userAdministration.disable(ada.email)
  const rows = await (async () => {
    const all = []
    for await (const row of userAdministration.read()) all.push(row)
    return all
  })()
  expect(rows.find(({ email }) => email === ada.email)).toMatchObject({
    name: 'Person',
    workspaces: `${ada.actor.workspaceId} Acme (owner)`,
    needsPassword: 'yes',
    disabledAt: expect.any(Date),
  })
  for (const row of rows) expect(row).not.toHaveProperty('passwordHash')
})

describe('sign-up', () => {
  test.each(['invited', 'off'] as const)('where it is %s, nobody signs up without a link, and no address is told to have an account', async (signUp) => {
    const ada = await somebody()
    settings.signUp = signUp
    const refusals = await Promise.all(
      [ada.email, person().email].map((email) =>
        sessions.signUp({ ...person(), email }).catch(({ code, message }: Error & { code: string }) => ({ code, message })),
      ),
    )
    expect(refusals[0]).toMatchObject({ code: 'FORBIDDEN' })
    expect(refusals[0]).toEqual(refusals[1])
  })

  test('a link lets new people in where sign-up is invited, and only people with an account where it is off', async () => {
    const ada = await somebody()
    const bea = await somebody()
    const link = async () => secretOf((await invitations.invite(ada.actor, { email: person().email, role: 'viewer' })).link)
    settings.signUp = 'invited'
    await expect(sessions.signUp({ ...person(), invitation: await link() }, 'here')).resolves.toBeTruthy()
    settings.signUp = 'off'
    const last = await link()
    await expect(sessions.signUp({ ...person(), invitation: last }, 'here')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(invitations.accept(bea.actor, last, 'here')).resolves.toMatchObject({ role: 'viewer' })
  })

  test('without a link a workspace needs a name', async () => {
    await expect(sessions.signUp({ ...person(), workspaceName: undefined })).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' })
  })

  test('an address that tries many addresses with accounts is slowed, known and unknown alike', async () => {
    const ada = await somebody()
    for (let at = 0; at < 10; at++) await expect(sessions.signUp({ ...person(), email: ada.email }, 'prober')).rejects.toMatchObject({ code: 'CONFLICT' })
    for (const email of [ada.email, person().email])
      await expect(sessions.signUp({ ...person(), email }, 'prober')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(sessions.signUp(person(), 'elsewhere')).resolves.toBeTruthy()
  })
})

test('removing the demo ends its account and every key of its workspace', async () => {
  const made = await operator.createTenant({ name: 'Demo', plan: 'enterprise', credit: 0n, email: operator.DEMO_EMAIL })
  expect(await holds(made.apiKey)).toBe(true)
  expect(await demoRemoval.remove()).toEqual({ keys: 1, campaigns: 0 })
  expect(await holds(made.apiKey)).toBe(false)
  await expect(signIn(made)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await anyWorkspace.workspace.count({ where: { id: made.workspaceId } })).toBe(1)
})
