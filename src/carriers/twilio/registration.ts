import { z } from 'zod'
import type { Credentials } from '../../inputs/carriers.ts'
import type { OwnedNumber } from '../carrier.ts'
import { type CompatAccount, readRefusal } from '../compat/api.ts'
import { orNullIfForbidden } from '../credentials.ts'
import { ask, orNullIfNotFound, parseReply } from '../http.ts'
import { registrationOf } from '../phoneNumbers.ts'

type Given = Pick<Credentials<'twilio'>, 'messaging_service_sid'>

/** As many of an account's services are looked through. */
const MAX_SERVICES = '20'

const Service = z.object({ sid: z.string(), us_app_to_person_registered: z.boolean().nullish(), use_inbound_webhook_on_number: z.boolean().nullish() })
type Service = z.output<typeof Service>
const Services = z.object({ services: z.array(Service) })
const Members = z.object({ phone_numbers: z.array(z.object({ sid: z.string() })), meta: z.object({ next_page_url: z.string().nullish() }).nullish() })
const Verifications = z.object({ verifications: z.array(z.object({ status: z.string().nullish() })) })

/** An answer of the messaging API; null where there is none for these credentials. */
async function askMessaging<Schema extends z.ZodType>(account: CompatAccount, schema: Schema, path: string, query: Record<string, string>) {
  const { authorization, secrets } = account
  const found = await orNullIfForbidden(
    orNullIfNotFound(ask({ method: 'GET', host: 'messaging.twilio.com', path, query, authorization, secrets, effect: 'safe' }, readRefusal)),
  )
  return found && parseReply(schema, found.body)
}

/** Whether American networks take texts from the number, as far as can be asked: what cannot is taken to be in order. */
export async function isRegistered(account: CompatAccount, given: Given, { e164, carrierNumberId }: OwnedNumber): Promise<boolean> {
  const wanted = registrationOf(e164)
  if (wanted === null) return true
  if (wanted === 'toll_free') {
    const found = await askMessaging(account, Verifications, '/v1/Tollfree/Verifications', { TollfreePhoneNumberSid: carrierNumberId })
    return !found || found.verifications.some(({ status }) => status === 'TWILIO_APPROVED')
  }
  const services = await listServices(account, given)
  if (!services) return true
  const service = await findHolder(account, services, carrierNumberId)
  return service === 'unknown' || service?.us_app_to_person_registered === true
}

/** The messaging service that the number is in; null where it is in none, or where that cannot be asked. */
export async function findService(account: CompatAccount, given: Given, numberId: string): Promise<Service | null> {
  const found = await findHolder(account, (await listServices(account, given)) ?? [], numberId)
  return found === 'unknown' ? null : found
}

/** The one that the credentials name, or the account's. */
async function listServices(account: CompatAccount, { messaging_service_sid: named }: Given): Promise<Service[] | null> {
  if (named === undefined) return (await askMessaging(account, Services, '/v1/Services', { PageSize: MAX_SERVICES }))?.services ?? null
  const service = await askMessaging(account, Service, `/v1/Services/${named}`, {})
  return service && [service]
}

async function findHolder(account: CompatAccount, services: Service[], numberId: string): Promise<Service | 'unknown' | null> {
  let unknown = false
  for (const service of services) {
    const members = await askMessaging(account, Members, `/v1/Services/${service.sid}/PhoneNumbers`, { PageSize: '1000' })
    if (members?.phone_numbers.some(({ sid }) => sid === numberId)) return service
    unknown ||= !members || Boolean(members.meta?.next_page_url)
  }
  return unknown ? 'unknown' : null
}
