import type { Tables } from '../calls/tables.ts'
import { accountKey, openAccount } from './accounts.ts'
import { hexId } from './compat.ts'
import { twilio } from './twilio/twilio.ts'

/** The account to which all numbers of the simulator itself belong: those that a workspace gets when it is made. */
export interface House {
  accountSid: string
  authToken: string
}

/** Opens the house's account, or gives it the credentials that it has now. */
export async function openHouse(tables: Tables, { accountSid, authToken }: House): Promise<void> {
  const known = tables.carrierAccounts.get(accountKey({ carrier: 'twilio', id: accountSid }))
  const service = known?.credentials.messaging_service_sid ?? hexId('MG')
  const credentials = { account_sid: accountSid, auth_token: authToken, messaging_service_sid: service }
  if (!known) return void (await openAccount(tables, twilio, { ownsAny: true, given: { id: accountSid, credentials } }))
  known.credentials = credentials
  await tables.carrierAccounts.save(accountKey(known), known)
}
