import { currentAuditActor } from '../../kernel/auditContext.ts'
import { settings } from '../../kernel/config/settings.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { inAnyWorkspace } from '../../kernel/db/workspaceContext.ts'
import { setAuditContext } from '../../kernel/transactionActor.ts'
import { DomainError, forbidden, invalidFields } from '../../kernel/vocabulary/errors.ts'
import type { SignUpInput } from '../../inputs/accounts.ts'
import * as invitations from '../access/invitations.ts'
import * as passwords from '../access/sessions/passwords.ts'
import * as sessions from '../access/sessions/sessions.ts'
import * as users from '../access/sessions/users.ts'
import { createAnonymousLimit } from '../rateLimits/anonymousLimit.ts'
import { createAttemptLimiter } from '../rateLimits/attemptLimits.ts'
import * as newWorkspaces from './newWorkspaces.ts'

const maySignUp = createAnonymousLimit('sign-ups', { fromOne: { most: 20, withinMs: 3_600_000 }, fromAll: { rpm: 60, rpd: 2_000 } })

/**
 * Creates an account and signs it in, with its own workspace or as the member that an invitation describes. Throws FORBIDDEN if the server
 * does not accept such accounts, before it reveals anything about the email address; CONFLICT if the address has an account;
 * RateLimitError after too many sign-ups from this network address or in total, or after ten addresses with an account within an hour; and
 * the errors of `invitations.find`. If the process dies, either everything is stored or nothing.
 */
export async function signUp({ email, password, name, workspaceName, invitation: secret }: SignUpInput, address?: string): Promise<sessions.AuthPayload> {
  requireSignUpAllowed(secret != null)
  if (address !== undefined) await maySignUp(address)
  const invitation = secret == null ? null : await invitations.find(secret, address ?? '')
  if (!invitation && workspaceName == null) throw invalidFields([{ loc: ['body', 'workspaceName'], msg: 'field required', type: 'value_error.missing' }])
  if (address !== undefined) takenAddresses.check(address)
  const passwordHash = await passwords.hashChosen(password, { email })
  const createUser = async (tx: Tx) => {
    const user = await users.create(tx, { email, name, passwordHash })
    await setAuditContext(tx, { operation: 'signUp', ...currentAuditActor(), kind: 'user', userId: user.id })
    if (invitation) await invitations.acceptIn(tx, invitation, user.id)
    else await newWorkspaces.createForSignUp(tx, { name: workspaceName!, ownerUserId: user.id })
    return user.id
  }
  // The caller may be signed in to another workspace.
  const userId = await inAnyWorkspace(() => transaction(createUser)).catch((error: unknown) => {
    if (address !== undefined && error instanceof DomainError && error.reason?.reason === 'email_taken') takenAddresses.count(address)
    throw error
  })
  return sessions.begin(userId, invitation?.workspaceId)
}

/** Sign-up sends no email, so it must reveal that an address has an account. This limits how many one network address can learn. */
const takenAddresses = createAttemptLimiter({ most: 10, withinMs: 60 * 60_000 })

/** Throws FORBIDDEN unless the server accepts such accounts. */
function requireSignUpAllowed(isInvited: boolean) {
  if (settings.signUp === 'off') throw forbidden('sign_up_closed')
  if (settings.signUp === 'invited' && !isInvited) throw forbidden('sign_up_needs_invitation')
}
