import { z } from 'zod'
import type { Credentials } from '../../inputs/carriers.ts'
import { orNullIfNotFound } from '../http.ts'
import { askTelnyx } from './api.ts'
import { Messaging, findMessaging } from './numbers.ts'

type Given = Credentials<'telnyx'>
type Line = { e164: string; carrierNumberId: string }

const Profile = z.object({ data: z.object({ webhook_url: z.string().nullish() }) })
const profilePath = (id: string) => `/v2/messaging_profiles/${encodeURIComponent(id)}`

/**
 * Telnyx keeps the address on the messaging profile, for all numbers of the profile. A number without one is put into
 * the profile that the credentials name; with none there either, only a person can choose.
 */
export async function routeInbound(given: Given, { carrierNumberId: id }: Line, url: string): Promise<boolean> {
  const messaging = await findMessaging(given, id)
  const profile = messaging?.messaging_profile_id || given.messaging_profile_id
  if (!profile) return false
  await setAddress(given, profile, url)
  if (!messaging?.messaging_profile_id) {
    const path = `/v2/phone_numbers/${encodeURIComponent(id)}/messaging`
    await askTelnyx(given, z.object({ data: Messaging }), { method: 'PATCH', path, json: { messaging_profile_id: profile } })
  }
  return true
}

/**
 * Takes our address off the profile once none of its numbers is linked here any more. Until then texts to the number
 * still come, and find nobody. The number stays in its profile: that it was us who put it there is not known for sure.
 */
export async function unrouteInbound(given: Given, { carrierNumberId: id }: Line, url: string, others: readonly string[]): Promise<void> {
  const profile = (await findMessaging(given, id))?.messaging_profile_id || given.messaging_profile_id
  if (!profile) return
  const found = await orNullIfNotFound(askTelnyx(given, Profile, { method: 'GET', path: profilePath(profile) }))
  if (found?.data.webhook_url !== url || (await holdsAny(given, profile, others))) return
  await orNullIfNotFound(setAddress(given, profile, null))
}

const setAddress = (given: Given, profile: string, webhook_url: string | null) =>
  askTelnyx(given, Profile, { method: 'PATCH', path: profilePath(profile), json: { webhook_url, webhook_api_version: '2' } })

const Page = z.object({ data: z.array(Messaging), meta: z.object({ total_pages: z.number().optional() }).optional() })

/** Whether one of the numbers is in the profile. */
async function holdsAny(given: Given, profile: string, numbers: readonly string[]): Promise<boolean> {
  if (numbers.length === 0) return false
  for (let page = 1; ; page++) {
    const query = { 'filter[messaging_profile_id]': profile, 'page[number]': String(page), 'page[size]': '250' }
    const { data, meta } = await askTelnyx(given, Page, { method: 'GET', path: '/v2/phone_numbers/messaging', query })
    if (data.some(({ phone_number }) => numbers.includes(phone_number))) return true
    if (page >= (meta?.total_pages ?? 1)) return false
  }
}
