import { z } from 'zod'
import { CREDENTIALS, type Credentials } from '../../inputs/carriers.ts'
import { type Account, type Carrier, CarrierError, type SentSms, type SmsMissing, type OutgoingSms } from '../carrier.ts'
import { trunkOrDefaultOf } from '../credentials.ts'
import { withoutPlus } from '../phoneNumbers.ts'
import { requestVonage } from './api.ts'
import { findNumber, listNumbers } from './numbers.ts'
import { parseWebhook } from './webhooks.ts'
import { findApplication, routeInbound, unrouteInbound } from './routing.ts'

type VonageCredentials = Credentials<'vonage'>

export const vonage: Carrier<'vonage'> = {
  name: 'vonage',
  credentials: CREDENTIALS.vonage,
  handlesKeywords: () => false,
  verify,
  findNumber,
  listNumbers,
  routeInbound,
  unrouteInbound,
  sendSms,
  parseWebhook,
  /** Vonage's SIP host also accepts the API key and secret, but voice providers must not have them. */
  trunk: async (credentials) => trunkOrDefaultOf('sip.nexmo.com', credentials),
}

/** Verifies key and secret by reading the balance. An application of another account counts as missing. */
async function verify(credentials: VonageCredentials): Promise<Account> {
  await requestVonage(credentials, z.object({ value: z.number() }), { method: 'GET', host: 'rest.nexmo.com', path: '/account/get-balance' })
  const application = await listApplicationMissing(credentials)
  return { accountId: credentials.api_key, smsMissing: [...(credentials.signature_secret ? [] : (['signature_secret'] as const)), ...application] }
}

async function listApplicationMissing(credentials: VonageCredentials): Promise<SmsMissing[]> {
  if (credentials.application_id === undefined) return ['application_id']
  try {
    return (await findApplication(credentials, credentials.application_id)) ? [] : ['application_id']
  } catch (error) {
    if (error instanceof CarrierError && error.kind === 'forbidden') return ['messaging_permission']
    throw error
  }
}

/** Sends a message. Vonage has no search by our reference, so after a lost reply only a receipt, which has it, identifies the message. */
async function sendSms(credentials: VonageCredentials, { from, to, body, ref, statusUrl, timeoutMs }: OutgoingSms): Promise<SentSms> {
  const json = {
    message_type: 'text',
    channel: 'sms',
    to: withoutPlus(to),
    from: withoutPlus(from),
    text: body,
    client_ref: ref,
    webhook_url: statusUrl,
    webhook_version: 'v1',
    sms: { encoding_type: 'auto' },
  }
  const request = { method: 'POST', host: 'api.nexmo.com', path: '/v1/messages', json, timeoutMs } as const
  const { message_uuid } = await requestVonage(credentials, z.object({ message_uuid: z.string().min(1) }), request, 'send')
  return { carrierMessageId: message_uuid, status: 'queued' }
}
