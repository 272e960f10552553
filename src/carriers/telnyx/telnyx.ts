import { createHash } from 'node:crypto'
import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { CREDENTIALS, type Credentials } from '../../inputs/carriers.ts'
import { type Account, type Carrier, type SentSms, type SmsMissing, type OutgoingSms } from '../carrier.ts'
import { orNullIfForbidden, trunkOrDefaultOf } from '../credentials.ts'
import { requestTelnyx } from './api.ts'
import { parseWebhook, statusOf } from './webhooks.ts'
import { findNumber, listNumbers } from './numbers.ts'
import { routeInbound, unrouteInbound } from './routing.ts'

type TelnyxCredentials = Credentials<'telnyx'>
const Profile = z.object({ id: z.string(), enabled: z.boolean().default(true), organization_id: z.string().optional() })
type Profile = z.output<typeof Profile>

export const telnyx: Carrier<'telnyx'> = {
  name: 'telnyx',
  credentials: CREDENTIALS.telnyx,
  handlesKeywords: () => true,
  verify,
  findNumber,
  listNumbers,
  routeInbound,
  unrouteInbound,
  sendSms,
  parseWebhook,
  /** Telnyx accepts calls with the connection's SIP login, or from IP addresses that the customer has set. */
  trunk: async (credentials) => trunkOrDefaultOf('sip.telnyx.com', credentials),
}

/**
 * Verifies the key by reading the balance, or numbers if the key may not read the balance. No request returns the account's ID, so
 * it is the organization of a messaging profile, or a hash of the key if no profile can be read.
 */
async function verify(credentials: TelnyxCredentials): Promise<Account> {
  const balance = requestTelnyx(credentials, z.object({ data: z.object({ balance: z.string() }) }), { method: 'GET', path: '/v2/balance' })
  if (!(await orNullIfForbidden(balance)))
    await requestTelnyx(credentials, z.object({ data: z.array(z.unknown()) }), { method: 'GET', path: '/v2/phone_numbers', query: { 'page[size]': '1' } })
  const profiles = await orNullIfForbidden(listProfiles(credentials))
  const organization = profiles?.find((profile) => profile.organization_id)?.organization_id
  return {
    accountId: organization ?? `key-${createHash('sha256').update(credentials.api_key).digest('hex').slice(0, 32)}`,
    smsMissing: [...(credentials.public_key ? [] : (['public_key'] as const)), ...listMissing(profiles)],
  }
}

async function listProfiles(credentials: TelnyxCredentials): Promise<Profile[]> {
  const { messaging_profile_id: id } = credentials
  if (id === undefined) {
    const query = { 'page[number]': '1', 'page[size]': '250' }
    return (await requestTelnyx(credentials, z.object({ data: z.array(Profile) }), { method: 'GET', path: '/v2/messaging_profiles', query })).data
  }
  const reply = await nullIfNotFound(requestTelnyx(credentials, z.object({ data: Profile }), { method: 'GET', path: `/v2/messaging_profiles/${id}` }))
  return reply ? [reply.data] : []
}

function listMissing(profiles: Profile[] | null): SmsMissing[] {
  if (!profiles) return ['messaging_permission']
  return profiles.some(({ enabled }) => enabled) ? [] : ['messaging_profile']
}

const SentBody = z.object({ data: z.object({ id: z.string().min(1), to: z.array(z.object({ status: z.string().optional() })).optional() }) })

/** Sends a message. Telnyx has no reference and no search for messages, so after a lost reply only a receipt identifies the message. */
async function sendSms(credentials: TelnyxCredentials, { from, to, body, statusUrl, timeoutMs }: OutgoingSms): Promise<SentSms> {
  const { messaging_profile_id } = credentials
  const json = { from, to, text: body, webhook_url: statusUrl, type: 'SMS', ...(messaging_profile_id && { messaging_profile_id }) }
  const { data } = await requestTelnyx(credentials, SentBody, { method: 'POST', path: '/v2/messages', json, timeoutMs }, 'send')
  return { carrierMessageId: data.id, status: statusOf(data.to?.[0]?.status) ?? 'queued' }
}
