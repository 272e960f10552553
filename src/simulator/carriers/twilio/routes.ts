import type { JsonObject } from '../../../providers/provider.ts'
import { type Request, type Route, route } from '../../wire/http.ts'
import { COMPAT_WORDING, createCompatError } from '../compat.ts'
import { toMailDate, pageRangeOf } from '../compatViews.ts'
import type { CarrierContext, SimAccount, SimNumber } from '../types.ts'

export type CallerOf = (context: CarrierContext, headers: Request['headers']) => { account: SimAccount } | null

const TOLL_FREE = /^\+18(00|33|44|55|66|77|88)/

/** Routes for the account itself. */
export const twilioAccountRoutes = (context: CarrierContext): Route[] => [
  route(
    'GET /2010-04-01/Accounts/:account.json',
    ({ params }) => {
      const { id, credentials, state, createdAt } = context.account('twilio', params.account!)!
      const body = {
        sid: id,
        owner_account_sid: id,
        friendly_name: 'Simulated account',
        auth_token: credentials.auth_token,
        status: state === 'suspended' ? 'suspended' : 'active',
        type: 'Full',
        date_created: toMailDate(createdAt),
        date_updated: toMailDate(createdAt),
        subresource_uris: { messages: `/2010-04-01/Accounts/${id}/Messages.json` },
        uri: `/2010-04-01/Accounts/${id}.json`,
      }
      return { status: 200, body }
    },
    'verify',
  ),
]

/** Each account has one messaging service, registered for A2P messaging, with all registered American numbers. */
export function twilioMessagingRoutes(context: CarrierContext, callerOf: CallerOf): Route[] {
  const accountOf = ({ headers }: Request) => callerOf(context, headers)!.account
  const serviceOf = (account: SimAccount) => account.credentials.messaging_service_sid
  const members = (account: SimAccount) =>
    context.numbers(account).filter(({ e164, registered }) => registered && e164.startsWith('+1') && !TOLL_FREE.test(e164))

  function toServices(account: SimAccount): JsonObject[] {
    const sid = serviceOf(account)
    const createdAt = new Date(account.createdAt).toISOString()
    const body = {
      sid,
      account_sid: account.id,
      friendly_name: 'Texts',
      us_app_to_person_registered: true,
      usecase: 'mixed',
      date_created: createdAt,
      date_updated: createdAt,
    }
    return sid === undefined ? [] : [body]
  }

  const toMember = (account: SimAccount) => (phoneNumber: SimNumber) => ({
    sid: phoneNumber.id,
    account_sid: account.id,
    service_sid: serviceOf(account),
    phone_number: phoneNumber.e164,
    country_code: 'US',
    capabilities: ['SMS', 'Voice'],
  })

  const requireService = (request: Request): SimAccount => {
    const account = accountOf(request)
    if (request.params.service !== serviceOf(account)) throw createCompatError(404, 20404, COMPAT_WORDING.notFound('', request.path))
    return account
  }

  return [
    route('GET /v1/Services', (request) => ({ status: 200, body: toPage(request, 'services', toServices(accountOf(request))) })),
    route('GET /v1/Services/:service', (request) => ({ status: 200, body: toServices(requireService(request))[0] })),
    route('GET /v1/Services/:service/PhoneNumbers', (request) => {
      const account = requireService(request)
      return { status: 200, body: toPage(request, 'phone_numbers', members(account).map(toMember(account))) }
    }),
    route('GET /v1/Tollfree/Verifications', (request) => {
      const account = accountOf(request)
      const numberSid = request.query.get('TollfreePhoneNumberSid')
      const phoneNumbers = context.numbers(account).filter(({ e164, id, registered }) => registered && TOLL_FREE.test(e164) && (numberSid ?? id) === id)
      const verifications = phoneNumbers.map(({ id, e164 }) => ({
        account_sid: account.id,
        tollfree_phone_number_sid: id,
        tollfree_phone_number: e164,
        status: 'TWILIO_APPROVED',
      }))
      return { status: 200, body: toPage(request, 'verifications', verifications) }
    }),
  ]
}

/** A list in the page format of the newer APIs. */
function toPage(request: Request, key: string, rows: JsonObject[]): JsonObject {
  const { from, size, urlOf, nextUrl } = pageRangeOf(request, rows.length)
  const [, host] = /^\/carriers\/([^/]+)/.exec(request.path)!
  const at = (path: string | null) => path && `https://${host}${path}`
  const meta = {
    key,
    page: from / size,
    page_size: size,
    first_page_url: at(urlOf(0)),
    next_page_url: at(nextUrl),
    previous_page_url: null,
    url: at(urlOf(from / size)),
  }
  return { [key]: rows.slice(from, from + size), meta }
}

/** Each account has one trunk. */
export const twilioTrunkRoutes = (context: CarrierContext, callerOf: CallerOf): Route[] => [
  route('GET /v1/Trunks/:trunk', (request) => {
    const { id, keys } = callerOf(context, request.headers)!.account
    if (request.params.trunk !== keys.trunkSid) throw createCompatError(404, 20404, COMPAT_WORDING.notFound('', request.path))
    return { status: 200, body: { sid: keys.trunkSid, account_sid: id, domain_name: keys.trunkDomain, friendly_name: 'Voice', secure: false } }
  }),
]
