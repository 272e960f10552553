import { z } from 'zod'
import { ROLES } from '../scopes.ts'
import { Name, text } from './common.ts'

/** An e-mail address, in lower case as it is kept. */
export const Email = text(254)
  .trim()
  .toLowerCase()
  .refine((address) => z.regexes.email.test(address), { error: 'value is not a valid email address', params: { type: 'value_error.email' } })

/** A new password: 8 to 256 characters, every one of which counts. */
export const Password = text(256, 8)

export const SignUpInput = z.object({
  email: Email.describe('You sign in with it'),
  password: Password.describe('8 to 256 characters'),
  name: Name.describe('Your name, as other members see it'),
  workspaceName: Name.describe('Name of the workspace that is made for you'),
})
export type SignUpInput = z.output<typeof SignUpInput>

/** What somebody claims to be; a password too short to exist is simply wrong. */
export const SignInInput = z.object({
  email: Email.describe('E-mail address of the account'),
  password: text(256).describe('Its password'),
})
export type SignInInput = z.output<typeof SignInInput>

export const PasswordChangeInput = z.object({
  currentPassword: text(256).describe('The present password'),
  newPassword: Password.describe('8 to 256 characters'),
})
export type PasswordChangeInput = z.output<typeof PasswordChangeInput>

export const MemberRole = z.enum(ROLES)

export const MemberInput = z.object({
  email: Email.describe('E-mail address of the person; an account is made when there is none'),
  role: MemberRole.describe('owner, admin, member or viewer'),
  name: Name.nullish().describe('Name of a new account; the first part of the address when absent'),
})
export type MemberInput = z.output<typeof MemberInput>
