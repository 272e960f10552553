import { DomainError } from '../../kernel/vocabulary/errors.ts'
import { PasswordChangeInput, SignInInput, SignUpInput, ViewerInput } from '../../inputs/accounts.ts'
import * as knownDevices from '../../services/access/sessions/knownDevices.ts'
import * as passwordChanges from '../../services/access/sessions/passwordChanges.ts'
import * as sessions from '../../services/access/sessions/sessions.ts'
import * as onboarding from '../../services/onboarding/onboarding.ts'
import * as users from '../../services/access/sessions/users.ts'
import { actorOf, builder } from '../base/builder.ts'
import type { Context } from '../base/context.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import { inputFromZod } from '../base/inputs.ts'
import { Workspace } from '../workspaces/workspaces.ts'
import { Role } from '../enums/accounts.ts'

type PersonsViewer = Awaited<ReturnType<typeof users.getViewer>>

export const ViewerWorkspace = builder.objectRef<PersonsViewer['workspaces'][number]>('ViewerWorkspace').implement({
  description: 'Workspace that the signed-in person belongs to.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    role: t.expose('role', { type: Role, description: 'Role of the person in this workspace.' }),
  }),
})

const Viewer = builder.objectRef<PersonsViewer>('Viewer').implement({
  description: 'The signed-in person.',
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email'),
    name: t.exposeString('name'),
    timezone: t.exposeString('timezone', {
      nullable: true,
      description: 'IANA time zone in which the dashboard shows times. `null` for that of the browser.',
    }),
    role: t.expose('role', { type: Role, description: 'Role in the current workspace.' }),
    scopes: t.stringList({
      resolve: ({ isServerAdministrator }, _, ctx) => [...actorOf(ctx).scopes, ...(isServerAdministrator ? ['server:read'] : [])],
      description: 'Scopes of that role, and `server:read` for server administrators.',
    }),
    workspace: t.expose('workspace', { type: Workspace, description: 'Current workspace.' }),
    workspaces: t.expose('workspaces', { type: [ViewerWorkspace], description: 'Workspaces that the person belongs to.' }),
  }),
})

const AccessToken = builder.objectRef<Awaited<ReturnType<typeof sessions.switchWorkspace>>>('AccessToken').implement({
  description: 'Access token for one workspace.',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', { description: 'Token to send as `Authorization: Bearer <token>`.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the access token expires.' }),
  }),
})

const AuthPayload = builder.objectRef<sessions.AuthPayload>('AuthPayload').implement({
  description: 'Result of a sign-up, a sign-in or a session refresh.',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', { description: 'Token to send as `Authorization: Bearer <token>`.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the access token expires.' }),
    refreshToken: t.exposeString('refreshToken', {
      nullable: true,
      description: 'Refresh token. `null` unless requested, because browsers receive it as a cookie.',
    }),
    userId: t.exposeID('userId', { description: 'ID of the signed-in person.' }),
  }),
})

builder.queryFields((t) => ({
  viewer: t.field({
    type: Viewer,
    description: 'Get the signed-in person.',
    authScopes: { person: true },
    resolve: (_, __, ctx) => users.getViewer(actorOf(ctx)),
  }),
}))

builder.mutationFields((t) => {
  const withRefreshToken = t.arg.boolean({ defaultValue: false, description: 'Whether to return the refresh token, for clients without cookies.' })
  const refreshToken = t.arg.string({ description: 'Refresh token, for clients without cookies.' })
  return {
    signUp: t.field({
      type: AuthPayload,
      description: 'Create an account and sign in. Creates a workspace unless an invitation is accepted.',
      authScopes: { public: true },
      args: { input: t.arg({ type: inputFromZod('SignUpInput', SignUpInput), required: true }), withRefreshToken },
      resolve: async (_, { input, withRefreshToken: isRefreshTokenReturned }, ctx) =>
        setCookies(ctx, await onboarding.signUp(input, addressOf(ctx)), isRefreshTokenReturned),
    }),
    signIn: t.field({
      type: AuthPayload,
      description: 'Sign in with an email address and a password.',
      authScopes: { public: true },
      args: { input: t.arg({ type: inputFromZod('SignInInput', SignInInput), required: true }), withRefreshToken },
      resolve: async (_, { input, withRefreshToken: isRefreshTokenReturned }, ctx) =>
        setCookies(ctx, await sessions.signIn(input, addressOf(ctx), ctx.browser?.devices), isRefreshTokenReturned),
    }),
    refreshSession: t.field({
      type: AuthPayload,
      description: 'Exchange a refresh token for a new access token. The refresh token is replaced.',
      authScopes: { public: true },
      args: { refreshToken, workspaceId: t.arg.id({ description: 'Workspace of the new access token. Defaults to your first workspace.' }) },
      resolve: async (_, { refreshToken: sentToken, workspaceId }, ctx) => {
        const targetWorkspaceId = workspaceId == null ? null : parseRowId(workspaceId, 'Workspace')
        return setCookies(ctx, await sessions.refresh(sentToken ?? ctx.browser?.refreshToken, targetWorkspaceId), sentToken != null)
      },
    }),
    signOut: t.boolean({
      description: 'Sign out and end the session.',
      authScopes: { public: true },
      args: { refreshToken },
      resolve: async (_, { refreshToken: sentToken }, ctx) => {
        await sessions.signOut({ sessionId: ctx.actor?.sessionId, refreshToken: sentToken ?? ctx.browser?.refreshToken })
        ctx.browser?.setRefreshToken(null)
        return true
      },
    }),
    changePassword: t.field({
      type: 'Boolean',
      description:
        'Change the password of the signed-in person. All their other sessions end, and by default their CLI tokens and connected apps in every workspace.',
      authScopes: { person: true },
      args: { input: t.arg({ type: inputFromZod('PasswordChangeInput', PasswordChangeInput), required: true }) },
      resolve: async (_, { input }, ctx) => {
        await passwordChanges.change(actorOf(ctx), input, addressOf(ctx), ctx.browser?.devices)
        return true
      },
    }),
    updateViewer: t.field({
      type: Viewer,
      description: 'Update the settings of the signed-in person, which apply in every workspace.',
      authScopes: { person: true },
      args: { input: t.arg({ type: inputFromZod('ViewerInput', ViewerInput), required: true }) },
      resolve: (_, { input }, ctx) => users.setTimezone(actorOf(ctx), input.timezone),
    }),
    switchWorkspace: t.field({
      type: AccessToken,
      description: 'Get an access token for another workspace of the signed-in person.',
      authScopes: { person: true },
      args: { workspaceId: t.arg.id({ required: true }) },
      resolve: (_, { workspaceId }, ctx) => sessions.switchWorkspace(actorOf(ctx), parseRowId(workspaceId, 'Workspace')),
    }),
  }
})

/** Stores the refresh token and the known device in cookies. Returns the refresh token only if requested, so that scripts do not see it. */
function setCookies({ browser }: Context, signedIn: sessions.AuthPayload, isRefreshTokenReturned?: boolean | null): sessions.AuthPayload {
  browser?.setDevices(knownDevices.addAccount(browser.devices, signedIn.userId))
  if (signedIn.refreshToken) browser?.setRefreshToken(signedIn.refreshToken)
  return isRefreshTokenReturned ? signedIn : { ...signedIn, refreshToken: null }
}

export function addressOf({ browser }: Context): string {
  if (!browser) throw new DomainError('BAD_REQUEST', 'Sign in over HTTP, because the response sets a cookie.')
  return browser.address
}
