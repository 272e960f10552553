import { createHash } from 'node:crypto'
import { z } from 'zod'
import { CREDENTIALS, type Credentials } from '../../inputs/carriers.ts'
import { type Account, type Carrier, type SentSms, type SmsMissing, type SmsToSend } from '../carrier.ts'
import { orNullIfForbidden, readTrunkOrHost } from '../credentials.ts'
import { orNullIfNotFound } from '../http.ts'
import { askTelnyx } from './api.ts'
import { parseWebhook, statusOf } from './inbound.ts'
import { findNumber, listNumbers } from './numbers.ts'
import { routeInbound, unrouteInbound } from './routing.ts'

type Given = Credentials<'telnyx'>
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
  parseWebhook: parseWebhook,
  /** Telnyx takes calls from whoever knows the connection's user, or from addresses that only the customer can know of. */
  trunk: async (given) => readTrunkOrHost('sip.telnyx.com', given),
}

/**
 * The balance proves the key; a key without the right to see it is as good, and shows that by listing numbers. Telnyx names
 * an account only on what belongs to it, so the account is known by the organization of its messaging profiles or, where
 * there is none to be seen, by its key.
 */
async function verify(given: Given): Promise<Account> {
  const balance = askTelnyx(given, z.object({ data: z.object({ balance: z.string() }) }), { method: 'GET', path: '/v2/balance' })
  if (!(await orNullIfForbidden(balance)))
    await askTelnyx(given, z.object({ data: z.array(z.unknown()) }), { method: 'GET', path: '/v2/phone_numbers', query: { 'page[size]': '1' } })
  const profiles = await orNullIfForbidden(listProfiles(given))
  const organization = profiles?.find((profile) => profile.organization_id)?.organization_id
  return {
    accountId: organization ?? `key-${createHash('sha256').update(given.api_key).digest('hex').slice(0, 32)}`,
    smsMissing: [...(given.public_key ? [] : (['public_key'] as const)), ...listMissing(profiles)],
  }
}

async function listProfiles(given: Given): Promise<Profile[]> {
  const { messaging_profile_id: id } = given
  if (id === undefined) {
    const query = { 'page[number]': '1', 'page[size]': '250' }
    return (await askTelnyx(given, z.object({ data: z.array(Profile) }), { method: 'GET', path: '/v2/messaging_profiles', query })).data
  }
  const found = await orNullIfNotFound(askTelnyx(given, z.object({ data: Profile }), { method: 'GET', path: `/v2/messaging_profiles/${id}` }))
  return found ? [found.data] : []
}

function listMissing(profiles: Profile[] | null): SmsMissing[] {
  if (!profiles) return ['messaging_permission']
  return profiles.some(({ enabled }) => enabled) ? [] : ['messaging_profile']
}

const Sent = z.object({ data: z.object({ id: z.string().min(1), to: z.array(z.object({ status: z.string().optional() })).optional() }) })

/** Accepted with 200. Telnyx takes no reference and cannot be asked for messages by their numbers: only receipts tell of one whose answer was lost. */
async function sendSms(given: Given, { from, to, body, statusUrl, timeoutMs }: SmsToSend): Promise<SentSms> {
  const { messaging_profile_id } = given
  const json = { from, to, text: body, webhook_url: statusUrl, type: 'SMS', ...(messaging_profile_id && { messaging_profile_id }) }
  const { data } = await askTelnyx(given, Sent, { method: 'POST', path: '/v2/messages', json, timeoutMs }, 'send')
  return { carrierMessageId: data.id, status: statusOf(data.to?.[0]?.status) ?? 'queued' }
}
