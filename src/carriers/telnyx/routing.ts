import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import type { Credentials } from '../../inputs/carriers.ts'
import { requestTelnyx } from './api.ts'
import { MessagingSettings, findMessagingSettings } from './numbers.ts'

type TelnyxCredentials = Credentials<'telnyx'>
type NumberKey = { e164: string; carrierNumberId: string }

const Profile = z.object({ data: z.object({ webhook_url: z.string().nullish() }) })
const profilePath = (id: string) => `/v2/messaging_profiles/${encodeURIComponent(id)}`

/**
 * Sets the webhook URL on the number's messaging profile, which all numbers of the profile share. Adds a number without a profile to
 * the profile in the credentials. Returns false without either, because only the customer can choose a profile.
 */
export async function routeInbound(credentials: TelnyxCredentials, { carrierNumberId: id }: NumberKey, url: string): Promise<boolean> {
  const settings = await findMessagingSettings(credentials, id)
  const profile = settings?.messaging_profile_id || credentials.messaging_profile_id
  if (!profile) return false
  await setWebhookUrl(credentials, profile, url)
  if (!settings?.messaging_profile_id) {
    const path = `/v2/phone_numbers/${encodeURIComponent(id)}/messaging`
    await requestTelnyx(credentials, z.object({ data: MessagingSettings }), { method: 'PATCH', path, json: { messaging_profile_id: profile } })
  }
  return true
}

/**
 * Removes our URL from the profile once none of its numbers is connected. Until then, messages to the number still arrive and are
 * dropped. The number stays in its profile, because it is not known who added it.
 */
export async function unrouteInbound(
  credentials: TelnyxCredentials,
  { carrierNumberId: id }: NumberKey,
  url: string,
  connectedNumbers: readonly string[],
): Promise<void> {
  const profile = (await findMessagingSettings(credentials, id))?.messaging_profile_id || credentials.messaging_profile_id
  if (!profile) return
  const reply = await nullIfNotFound(requestTelnyx(credentials, Profile, { method: 'GET', path: profilePath(profile) }))
  if (reply?.data.webhook_url !== url || (await hasAnyNumber(credentials, profile, connectedNumbers))) return
  await nullIfNotFound(setWebhookUrl(credentials, profile, null))
}

const setWebhookUrl = (credentials: TelnyxCredentials, profile: string, webhook_url: string | null) =>
  requestTelnyx(credentials, Profile, { method: 'PATCH', path: profilePath(profile), json: { webhook_url, webhook_api_version: '2' } })

const MessagingPage = z.object({ data: z.array(MessagingSettings), meta: z.object({ total_pages: z.number().optional() }).optional() })

/** Whether any of the numbers is in the profile. */
async function hasAnyNumber(credentials: TelnyxCredentials, profile: string, numbers: readonly string[]): Promise<boolean> {
  if (numbers.length === 0) return false
  for (let page = 1; ; page++) {
    const query = { 'filter[messaging_profile_id]': profile, 'page[number]': String(page), 'page[size]': '250' }
    const { data, meta } = await requestTelnyx(credentials, MessagingPage, { method: 'GET', path: '/v2/phone_numbers/messaging', query })
    if (data.some(({ phone_number }) => numbers.includes(phone_number))) return true
    if (page >= (meta?.total_pages ?? 1)) return false
  }
}
