import type { Tables } from '../calls/tables.ts'
import { accountKey, openAccount } from './accounts.ts'
import { createHexId } from './compat.ts'
import { twilio } from './twilio/twilio.ts'

/** The built-in account, which owns all numbers of the simulator itself, such as those of a new workspace. */
export interface BuiltInAccount {
  accountSid: string
  authToken: string
}

/** Opens the built-in account, or updates its credentials. */
export async function openBuiltInAccount(tables: Tables, { accountSid, authToken }: BuiltInAccount): Promise<void> {
  const existing = tables.carrierAccounts.get(accountKey({ carrier: 'twilio', id: accountSid }))
  const service = existing?.credentials.messaging_service_sid ?? createHexId('MG')
  const credentials = { account_sid: accountSid, auth_token: authToken, messaging_service_sid: service }
  if (!existing) return void (await openAccount(tables, twilio, { ownsAny: true, identity: { id: accountSid, credentials } }))
  existing.credentials = credentials
  await tables.carrierAccounts.save(accountKey(existing), existing)
}
