import { randomBytes } from 'node:crypto'
import { nowMs } from '../../../kernel/lib/clock.ts'
import { Refusal } from '../../wire/http.ts'
import { clientIn, isGenuine } from '../accessTokens.ts'
import type { CarrierWorld, SimAccount } from '../types.ts'

export const newMessageId = () => `${nowMs()}${randomBytes(8).toString('hex')}`

/** Whose access token that is. */
export const callerOf = (context: CarrierWorld, bearer: string): SimAccount | null => {
  const account = context.accountWith('bandwidth', 'client_id', clientIn(bearer))
  return account && isGenuine(bearer, account.credentials.client_secret!) ? account : null
}

/** Throws a Refusal for a request that its caller may not make. */
export function admit(context: CarrierWorld, path: string, bearer: string): void {
  const account = callerOf(context, bearer)
  const [, wanted] = /^\/(?:accounts|users)\/([^/]+)\//.exec(path) ?? []
  if (!account) throw new Refusal(401, 'Authentication Failed')
  if (account.state === 'suspended') throw new Refusal(403, 'The account is suspended')
  if (account.state === 'forbidden' || (wanted !== undefined && wanted !== account.id)) throw new Refusal(403, 'Access is denied')
}
