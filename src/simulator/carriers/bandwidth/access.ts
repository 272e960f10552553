import { randomBytes } from 'node:crypto'
import { nowMs } from '../../../kernel/lib/clock.ts'
import { Refusal } from '../../wire/http.ts'
import { clientIdOf, isValidToken } from '../accessTokens.ts'
import type { CarrierContext, SimAccount } from '../types.ts'

export const createMessageId = () => `${nowMs()}${randomBytes(8).toString('hex')}`

/** The account of an access token; null if the token is invalid. */
export const callerOf = (context: CarrierContext, bearer: string): SimAccount | null => {
  const account = context.accountWith('bandwidth', 'client_id', clientIdOf(bearer))
  return account && isValidToken(bearer, account.credentials.client_secret!) ? account : null
}

/** Throws a Refusal if the caller cannot make the request. */
export function authorize(context: CarrierContext, path: string, bearer: string): void {
  const account = callerOf(context, bearer)
  const [, requestedId] = /^\/(?:accounts|users)\/([^/]+)\//.exec(path) ?? []
  if (!account) throw new Refusal(401, 'Authentication Failed')
  if (account.state === 'suspended') throw new Refusal(403, 'The account is suspended')
  if (account.state === 'forbidden' || (requestedId !== undefined && requestedId !== account.id)) throw new Refusal(403, 'Access is denied')
}
