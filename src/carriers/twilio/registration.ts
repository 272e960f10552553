import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import type { Credentials } from '../../inputs/carriers.ts'
import type { OwnedNumber } from '../carrier.ts'
import { type CompatAccount, parseError } from '../compat/api.ts'
import { orNullIfForbidden } from '../credentials.ts'
import { sendRequest, parseReply } from '../http.ts'
import { registrationOf } from '../phoneNumbers.ts'

type ServiceCredentials = Pick<Credentials<'twilio'>, 'messaging_service_sid'>

/** Most messaging services of an account to search. */
const MAX_SERVICES = '20'

const Service = z.object({ sid: z.string(), us_app_to_person_registered: z.boolean().nullish(), use_inbound_webhook_on_number: z.boolean().nullish() })
type Service = z.output<typeof Service>
const Services = z.object({ services: z.array(Service) })
const ServiceNumbers = z.object({ phone_numbers: z.array(z.object({ sid: z.string() })), meta: z.object({ next_page_url: z.string().nullish() }).nullish() })
const Verifications = z.object({ verifications: z.array(z.object({ status: z.string().nullish() })) })

/** Requests the messaging API. Returns null if the resource does not exist or the credentials lack the permission. */
async function requestMessagingApi<Schema extends z.ZodType>(account: CompatAccount, schema: Schema, path: string, query: Record<string, string>) {
  const { authorization, secrets } = account
  const reply = await orNullIfForbidden(
    nullIfNotFound(sendRequest({ method: 'GET', host: 'messaging.twilio.com', path, query, authorization, secrets, effect: 'safe' }, parseError)),
  )
  return reply && parseReply(schema, reply.body)
}

/** Whether US networks accept SMS from the number. Returns true if the registration cannot be read. */
export async function isRegistered(account: CompatAccount, credentials: ServiceCredentials, { e164, carrierNumberId }: OwnedNumber): Promise<boolean> {
  const registration = registrationOf(e164)
  if (registration === null) return true
  if (registration === 'toll_free') {
    const body = await requestMessagingApi(account, Verifications, '/v1/Tollfree/Verifications', { TollfreePhoneNumberSid: carrierNumberId })
    return !body || body.verifications.some(({ status }) => status === 'TWILIO_APPROVED')
  }
  const services = await listServices(account, credentials)
  if (!services) return true
  const service = await findServiceOfNumber(account, services, carrierNumberId)
  return service === 'unknown' || service?.us_app_to_person_registered === true
}

/** Finds the number's messaging service. Returns null if it has none or the services cannot be read. */
export async function findService(account: CompatAccount, credentials: ServiceCredentials, numberId: string): Promise<Service | null> {
  const service = await findServiceOfNumber(account, (await listServices(account, credentials)) ?? [], numberId)
  return service === 'unknown' ? null : service
}

/** Lists the service in the credentials, or the account's services. Returns null if they cannot be read. */
async function listServices(account: CompatAccount, { messaging_service_sid: serviceSid }: ServiceCredentials): Promise<Service[] | null> {
  if (serviceSid === undefined) return (await requestMessagingApi(account, Services, '/v1/Services', { PageSize: MAX_SERVICES }))?.services ?? null
  const service = await requestMessagingApi(account, Service, `/v1/Services/${serviceSid}`, {})
  return service && [service]
}

async function findServiceOfNumber(account: CompatAccount, services: Service[], numberId: string): Promise<Service | 'unknown' | null> {
  let isIncomplete = false
  for (const service of services) {
    const serviceNumbers = await requestMessagingApi(account, ServiceNumbers, `/v1/Services/${service.sid}/PhoneNumbers`, { PageSize: '1000' })
    if (serviceNumbers?.phone_numbers.some(({ sid }) => sid === numberId)) return service
    isIncomplete ||= !serviceNumbers || Boolean(serviceNumbers.meta?.next_page_url)
  }
  return isIncomplete ? 'unknown' : null
}
