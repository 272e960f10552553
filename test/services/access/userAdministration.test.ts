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
import * as onboarding from '../../../src/services/onboarding/onboarding.ts'
import * as userAdministration from '../../../src/services/access/userAdministration.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import { DAY, advanceClock, SECOND } from '../../kit/waiting/clock.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { secretOf } from '../../kit/fixtures/members.ts'
import { signUpInput } from '../../kit/fixtures/rows.ts'

useDatabase()
afterEach(() => {
  settings.signUp = 'open'
})

const NEW = 'a new correct horse'
/** Signs up a user with a session, a CLI token and an API key. */
async function createUser() {
  const input = signUpInput()
  const signedIn = await onboarding.signUp(input)
  const actor = (await sessions.authenticate(signedIn.accessToken))!
  const { token } = await cliTokens.create(actor, { name: 'Laptop', scopes: ['me:read'] })
  const apiKey = await apiKeys.create(actor, { name: 'Of the workspace', scopes: ['me:read'] })
  return { ...input, ...signedIn, actor, token, key: apiKey.key }
}
const signIn = ({ email, password }: { email: string; password: string }) => sessions.signIn({ email, password }, 'here')
const isSignedIn = async (accessToken: string) => (await sessions.authenticate(accessToken)) !== null
const isValid = (token: string) =>
  apiKeys.authenticate(token).then(
    () => true,
    () => false,
  )

describe('a password reset link', () => {
  test('ends the sessions and the old password at once, and can be used once', async () => {
    const ada = await createUser()
    const { link } = await passwordResets.begin(ada.email)
    expect(link).toBe(`${settings.publicUrl}/reset-password#${secretOf(link)}`)
    expect(await isSignedIn(ada.accessToken)).toBe(false)
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

  test('expires after 24 hours, and when another one is created', async () => {
    advanceClock(0)
    const ada = await createUser()
    const first = secretOf((await passwordResets.begin(ada.email)).link)
    const second = secretOf((await passwordResets.begin(ada.email)).link)
    await expect(passwordResets.complete({ secret: first, newPassword: NEW }, 'here')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    advanceClock(DAY - SECOND)
    await expect(passwordResets.find(second, 'here')).resolves.toBeTruthy()
    advanceClock(SECOND)
    await expect(passwordResets.complete({ secret: second, newPassword: NEW }, 'here')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('cannot be used as an invitation, and an invitation cannot reset a password', async () => {
    const [ada, bea] = [await createUser(), await createUser()]
    const reset = secretOf((await passwordResets.begin(bea.email)).link)
    const invitation = secretOf((await invitations.invite(ada.actor, { email: 'new@example.com', role: 'viewer' })).link)
    await expect(invitations.accept(ada.actor, reset, 'here')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(passwordResets.complete({ secret: invitation, newPassword: NEW }, 'here')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each([
    [undefined, false],
    [true, false],
    [false, true],
  ])('revokes CLI tokens and connected apps unless the user declines (%s), and no API key of the workspace', async (revokeTokensAndApps, stays) => {
    const ada = await createUser()
    const secret = secretOf((await passwordResets.begin(ada.email)).link)
    await passwordResets.complete({ secret, newPassword: NEW, revokeTokensAndApps }, 'here')
    expect(await isValid(ada.token)).toBe(stays)
    expect(await isValid(ada.key)).toBe(true)
  })
})

test.each([
  [undefined, false],
  [false, true],
])('a password change ends other sessions, and revokes CLI tokens unless the user declines (%s)', async (revokeTokensAndApps, stays) => {
  const ada = await createUser()
  const elsewhere = await signIn(ada)
  await passwordChanges.change(ada.actor, { currentPassword: ada.password, newPassword: NEW, revokeTokensAndApps }, 'here')
  expect([await isSignedIn(ada.accessToken), await isSignedIn(elsewhere.accessToken), await isValid(ada.token), await isValid(ada.key)]).toEqual([
    true,
    false,
    stays,
    true,
  ])
})

test('a disabled account loses all access and cannot sign in until it is enabled; ended credentials stay ended', async () => {
  const ada = await createUser()
  const link = secretOf((await invitations.invite(ada.actor, { email: 'new@example.com', role: 'viewer' })).link)
  await userAdministration.disable(ada.email)
  expect([await isSignedIn(ada.accessToken), await isValid(ada.token), await isValid(ada.key)]).toEqual([false, false, true])
  await expect(signIn(ada)).rejects.toMatchObject({ code: 'FORBIDDEN', detail: { reason: 'account_disabled' } })
  await expect(signIn({ ...ada, password: 'a wrong one' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(sessions.refresh(ada.refreshToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(invitations.find(link, 'here')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(passwordResets.begin(ada.email)).rejects.toMatchObject({ code: 'CONFLICT' })
  await userAdministration.enable(ada.email)
  await expect(signIn(ada)).resolves.toBeTruthy()
  expect(await isValid(ada.token)).toBe(false)
})

test('the list of accounts has workspaces, roles, disabled accounts and missing passwords', async () => {
  const ada = await createUser()
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
  test.each(['invited', 'off'] as const)('if it is %s, requires a link, and does not reveal whether an address has an account', async (signUp) => {
    const ada = await createUser()
    settings.signUp = signUp
    const refusals = await Promise.all(
      [ada.email, signUpInput().email].map((email) =>
        onboarding.signUp({ ...signUpInput(), email }).catch(({ code, message }: Error & { code: string }) => ({ code, message })),
      ),
    )
    expect(refusals[0]).toMatchObject({ code: 'FORBIDDEN' })
    expect(refusals[0]).toEqual(refusals[1])
  })

  test('accepts new users with a link if it is invited, and only existing users if it is off', async () => {
    const ada = await createUser()
    const bea = await createUser()
    const link = async () => secretOf((await invitations.invite(ada.actor, { email: signUpInput().email, role: 'viewer' })).link)
    settings.signUp = 'invited'
    await expect(onboarding.signUp({ ...signUpInput(), invitation: await link() }, 'here')).resolves.toBeTruthy()
    settings.signUp = 'off'
    const last = await link()
    await expect(onboarding.signUp({ ...signUpInput(), invitation: last }, 'here')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(invitations.accept(bea.actor, last, 'here')).resolves.toMatchObject({ role: 'viewer' })
  })

  test('without a link requires a workspace name', async () => {
    await expect(onboarding.signUp({ ...signUpInput(), workspaceName: undefined })).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' })
  })

  test('is rate limited for an IP address that tries many email addresses, known or unknown', async () => {
    const ada = await createUser()
    for (let at = 0; at < 10; at++)
      await expect(onboarding.signUp({ ...signUpInput(), email: ada.email }, 'prober')).rejects.toMatchObject({ code: 'CONFLICT' })
    for (const email of [ada.email, signUpInput().email])
      await expect(onboarding.signUp({ ...signUpInput(), email }, 'prober')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(onboarding.signUp(signUpInput(), 'elsewhere')).resolves.toBeTruthy()
  })
})

test('removing the demo ends its account and every key of its workspace', async () => {
  const demo = await operator.createTenant({ name: 'Demo', plan: 'enterprise', credit: 0n, email: operator.DEMO_EMAIL })
  expect(await isValid(demo.apiKey)).toBe(true)
  expect(await demoRemoval.remove()).toEqual({ keys: 1, campaigns: 0 })
  expect(await isValid(demo.apiKey)).toBe(false)
  await expect(signIn(demo)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await anyWorkspace.workspace.count({ where: { id: demo.workspaceId } })).toBe(1)
})
