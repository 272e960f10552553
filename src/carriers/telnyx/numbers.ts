import { z } from 'zod'
import type { Credentials } from '../../inputs/carriers.ts'
import { CarrierError, type OwnedNumber, type SmsMissing } from '../carrier.ts'
import { orNullIfNotFound } from '../http.ts'
import { askTelnyx } from './api.ts'

type Given = Credentials<'telnyx'>

const PAGE_SIZE = 50
/** The states in which a number is the account's to use. */
const OWNED_STATUSES = new Set(['active', 'port-out-pending'])

const Line = z.object({ id: z.string(), phone_number: z.string(), status: z.string(), phone_number_type: z.string().optional() })
const Lines = z.object({ data: z.array(Line), meta: z.object({ total_pages: z.number().optional() }).optional() })
type Line = z.output<typeof Line>

/** How a number is set up for texts. */
export const Messaging = z.object({
  id: z.string(),
  phone_number: z.string(),
  messaging_profile_id: z.string().nullish(),
  country_code: z.string().nullish(),
  type: z.string().nullish(),
  features: z.object({ sms: z.object({ domestic_two_way: z.boolean() }).nullish() }).nullish(),
})
export type Messaging = z.output<typeof Messaging>

export const findMessaging = async (given: Given, id: string): Promise<Messaging | null> =>
  (await orNullIfNotFound(askTelnyx(given, z.object({ data: Messaging }), { method: 'GET', path: `/v2/phone_numbers/${encodeURIComponent(id)}/messaging` })))
    ?.data ?? null

/** Telnyx's filter finds every number that holds the digits, in any place, and none at all if it is given the plus sign. */
export async function findNumber(given: Given, e164: string): Promise<OwnedNumber | null> {
  const query = { 'filter[phone_number]': e164.slice(1), 'page[size]': String(PAGE_SIZE) }
  const { data } = await askTelnyx(given, Lines, { method: 'GET', path: '/v2/phone_numbers', query })
  const line = data.find((one) => one.phone_number === e164 && OWNED_STATUSES.has(one.status))
  if (!line) return null
  const messaging = await findMessaging(given, line.id)
  const number = toOwnedNumber(line, messaging)
  return {
    ...number,
    smsMissing: [...number.smsMissing, ...(number.sms && (await lacksRegistration(given, messaging!)) ? (['a2p_registration'] as const) : [])],
  }
}

/** A page of numbers and, in the same order, a page of their settings for texts. Whether a number is registered is not asked for a whole page. */
export async function listNumbers(given: Given, cursor: string | null): Promise<{ numbers: OwnedNumber[]; next: string | null }> {
  const page = { 'page[number]': cursor ?? '1', 'page[size]': String(PAGE_SIZE) }
  const [lines, settings] = await Promise.all([
    askTelnyx(given, Lines, { method: 'GET', path: '/v2/phone_numbers', query: { ...page, sort: 'phone_number' } }),
    askTelnyx(given, z.object({ data: z.array(Messaging) }), {
      method: 'GET',
      path: '/v2/phone_numbers/messaging',
      query: { ...page, 'sort[phone_number]': 'asc' },
    }),
  ])
  const known = new Map(settings.data.map((one) => [one.phone_number, one]))
  const owned = lines.data.filter(({ status }) => OWNED_STATUSES.has(status))
  const numbers = await Promise.all(owned.map(async (line) => toOwnedNumber(line, known.get(line.phone_number) ?? (await findMessaging(given, line.id)))))
  const here = Number(page['page[number]'])
  return { numbers, next: here < (lines.meta?.total_pages ?? 1) ? String(here + 1) : null }
}

function toOwnedNumber(line: Line, messaging: Messaging | null): OwnedNumber {
  const sms = messaging?.features?.sms?.domestic_two_way === true
  const smsMissing: SmsMissing[] = sms ? [] : ['sms_capable_number']
  return { e164: line.phone_number, carrierNumberId: line.id, voice: !/^short-?code$/.test(line.phone_number_type ?? ''), sms, smsMissing }
}

/** US long codes must be assigned to a campaign (10DLC). Where the key may not ask, it is taken to be. */
async function lacksRegistration(given: Given, { country_code, type, phone_number }: Messaging): Promise<boolean> {
  if (country_code !== 'US' || !/^long-?code$/.test(type ?? '')) return false
  const path = `/v2/10dlc/phone_number_campaigns/${phone_number}`
  return askTelnyx(given, z.object({ assignmentStatus: z.string().nullish() }), { method: 'GET', path }).then(
    ({ assignmentStatus }) => assignmentStatus !== 'ASSIGNED',
    (error) => {
      if (!(error instanceof CarrierError)) throw error
      if (error.kind === 'not_found') return true
      if (error.kind === 'forbidden' || error.kind === 'rejected') return false
      throw error
    },
  )
}
