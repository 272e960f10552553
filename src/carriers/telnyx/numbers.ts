import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import type { Credentials } from '../../inputs/carriers.ts'
import { CarrierError, type OwnedNumber, type SmsMissing } from '../carrier.ts'
import { requestTelnyx } from './api.ts'

type TelnyxCredentials = Credentials<'telnyx'>

const PAGE_SIZE = 50
/** Statuses of numbers that the account can use. */
const OWNED_STATUSES = new Set(['active', 'port-out-pending'])

const NumberBody = z.object({ id: z.string(), phone_number: z.string(), status: z.string(), phone_number_type: z.string().optional() })
const NumbersBody = z.object({ data: z.array(NumberBody), meta: z.object({ total_pages: z.number().optional() }).optional() })
type NumberBody = z.output<typeof NumberBody>

/** A number's settings for SMS. */
export const MessagingSettings = z.object({
  id: z.string(),
  phone_number: z.string(),
  messaging_profile_id: z.string().nullish(),
  country_code: z.string().nullish(),
  type: z.string().nullish(),
  features: z.object({ sms: z.object({ domestic_two_way: z.boolean() }).nullish() }).nullish(),
})
export type MessagingSettings = z.output<typeof MessagingSettings>

export const findMessagingSettings = async (credentials: TelnyxCredentials, id: string): Promise<MessagingSettings | null> =>
  (
    await nullIfNotFound(
      requestTelnyx(credentials, z.object({ data: MessagingSettings }), { method: 'GET', path: `/v2/phone_numbers/${encodeURIComponent(id)}/messaging` }),
    )
  )?.data ?? null

/** Finds a number by exact match. Telnyx's filter matches numbers that contain the digits, and none if it has a plus sign. */
export async function findNumber(credentials: TelnyxCredentials, e164: string): Promise<OwnedNumber | null> {
  const query = { 'filter[phone_number]': e164.slice(1), 'page[size]': String(PAGE_SIZE) }
  const { data } = await requestTelnyx(credentials, NumbersBody, { method: 'GET', path: '/v2/phone_numbers', query })
  const body = data.find((entry) => entry.phone_number === e164 && OWNED_STATUSES.has(entry.status))
  if (!body) return null
  const settings = await findMessagingSettings(credentials, body.id)
  const number = toOwnedNumber(body, settings)
  return {
    ...number,
    smsMissing: [...number.smsMissing, ...(number.sms && (await lacksRegistration(credentials, settings!)) ? (['a2p_registration'] as const) : [])],
  }
}

/** Lists a page of numbers with their SMS settings, fetched in the same order. Does not check registrations, one request each. */
export async function listNumbers(credentials: TelnyxCredentials, cursor: string | null): Promise<{ numbers: OwnedNumber[]; next: string | null }> {
  const page = { 'page[number]': cursor ?? '1', 'page[size]': String(PAGE_SIZE) }
  const [numbersPage, settingsPage] = await Promise.all([
    requestTelnyx(credentials, NumbersBody, { method: 'GET', path: '/v2/phone_numbers', query: { ...page, sort: 'phone_number' } }),
    requestTelnyx(credentials, z.object({ data: z.array(MessagingSettings) }), {
      method: 'GET',
      path: '/v2/phone_numbers/messaging',
      query: { ...page, 'sort[phone_number]': 'asc' },
    }),
  ])
  const settingsByNumber = new Map(settingsPage.data.map((entry) => [entry.phone_number, entry]))
  const owned = numbersPage.data.filter(({ status }) => OWNED_STATUSES.has(status))
  const numbers = await Promise.all(
    owned.map(async (number) => toOwnedNumber(number, settingsByNumber.get(number.phone_number) ?? (await findMessagingSettings(credentials, number.id)))),
  )
  const pageNumber = Number(page['page[number]'])
  return { numbers, next: pageNumber < (numbersPage.meta?.total_pages ?? 1) ? String(pageNumber + 1) : null }
}

function toOwnedNumber(number: NumberBody, settings: MessagingSettings | null): OwnedNumber {
  const sms = settings?.features?.sms?.domestic_two_way === true
  const smsMissing: SmsMissing[] = sms ? [] : ['sms_capable_number']
  return { e164: number.phone_number, carrierNumberId: number.id, voice: !/^short-?code$/.test(number.phone_number_type ?? ''), sms, smsMissing }
}

/**
 * Whether a US long code is not assigned to a 10DLC campaign. Telnyx documents one error for all 4XX replies, so any refusal means that there is
 * no assignment. Only a missing permission leaves it open, and then returns false.
 */
async function lacksRegistration(credentials: TelnyxCredentials, { country_code, type, phone_number }: MessagingSettings): Promise<boolean> {
  if (country_code !== 'US' || !/^long-?code$/.test(type ?? '')) return false
  const path = `/v2/10dlc/phone_number_campaigns/${phone_number}`
  return requestTelnyx(credentials, z.object({ assignmentStatus: z.string().nullish() }), { method: 'GET', path }).then(
    ({ assignmentStatus }) => assignmentStatus !== 'ASSIGNED',
    (error) => {
      if (!(error instanceof CarrierError)) throw error
      if (error.kind === 'not_found' || error.kind === 'rejected') return true
      if (error.kind === 'forbidden') return false
      throw error
    },
  )
}
