import { z } from 'zod'
import { ROLES } from '../kernel/vocabulary/scopes.ts'
import { TimeZone } from './analytics.ts'
import { Name, text } from './common.ts'

/** An email address, converted to lower case as stored. */
export const Email = text(254)
  .trim()
  .toLowerCase()
  .refine((address) => z.regexes.email.test(address), { error: 'value is not a valid email address', params: { type: 'value_error.email' } })

/** A new password: 8 to 256 characters, none of which is ignored. */
export const Password = text(256, 8)

/** The fragment of a one-time link. */
export const LinkSecret = text(200)

export const SignUpInput = z.object({
  email: Email.describe('Email address to sign in with.'),
  password: Password.describe('Password of 8 to 256 characters.'),
  name: Name.describe('Your name, which other members see.'),
  workspaceName: Name.nullish().describe('Name of the workspace that is created for you. Required unless you accept an invitation.'),
  invitation: LinkSecret.nullish().describe('Secret of an invitation link. You join its workspace and get no workspace of your own.'),
})
export type SignUpInput = z.output<typeof SignUpInput>

/** The credentials of a sign-in. A password that is too short is only a wrong one, not an invalid input. */
export const SignInInput = z.object({
  email: Email.describe('Email address of the account.'),
  password: text(256).describe('Password of the account.'),
  invitation: LinkSecret.nullish().describe('Secret of an invitation link to accept when you sign in.'),
})
export type SignInInput = z.output<typeof SignInInput>

const revokeTokensAndApps = z.boolean().nullish().describe('Whether your CLI tokens and connected apps end as well. Defaults to `true`.')

export const PasswordChangeInput = z.object({
  currentPassword: text(256).describe('Current password.'),
  newPassword: Password.describe('New password of 8 to 256 characters.'),
  revokeTokensAndApps,
})
export type PasswordChangeInput = z.output<typeof PasswordChangeInput>

export const ViewerInput = z.object({
  timezone: TimeZone.nullable().describe('IANA time zone in which the dashboard shows times. `null` for that of the browser.'),
})

export const MemberRole = z.enum(ROLES)

export const InvitationInput = z.object({
  email: Email.describe('Email address of the person to invite.'),
  role: MemberRole.describe('Role of the new member.'),
})
export type InvitationInput = z.output<typeof InvitationInput>

export const PasswordResetInput = z.object({
  secret: LinkSecret.describe('Part of the link after the `#`.'),
  newPassword: Password.describe('New password of 8 to 256 characters.'),
  revokeTokensAndApps,
})
export type PasswordResetInput = z.output<typeof PasswordResetInput>
