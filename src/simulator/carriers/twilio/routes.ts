import type { JsonObject } from '../../../providers/provider.ts'
import { type Request, type Route, route } from '../../wire/http.ts'
import { COMPAT_WORDING, compatError } from '../compat.ts'
import { mailDate, pageOf } from '../compatViews.ts'
import type { CarrierWorld, SimAccount, SimLine } from '../types.ts'

export type CallerOf = (context: CarrierWorld, headers: Request['headers']) => { account: SimAccount } | null

const TOLL_FREE = /^\+18(00|33|44|55|66|77|88)/

/** The account itself. */
export const twilioAccountRoutes = (context: CarrierWorld): Route[] => [
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
        date_created: mailDate(createdAt),
        date_updated: mailDate(createdAt),
        subresource_uris: { messages: `/2010-04-01/Accounts/${id}/Messages.json` },
        uri: `/2010-04-01/Accounts/${id}.json`,
      }
      return { status: 200, body }
    },
    'verify',
  ),
]

/** One messaging service an account, registered for texts to people; all its registered American numbers are in it. */
export function twilioMessagingRoutes(context: CarrierWorld, callerOf: CallerOf): Route[] {
  const account = ({ headers }: Request) => callerOf(context, headers)!.account
  const serviceOf = (one: SimAccount) => one.credentials.messaging_service_sid
  const members = (one: SimAccount) => context.lines(one).filter(({ e164, registered }) => registered && e164.startsWith('+1') && !TOLL_FREE.test(e164))

  function service(one: SimAccount): JsonObject[] {
    const sid = serviceOf(one)
    const made = new Date(one.createdAt).toISOString()
    const body = {
      sid,
      account_sid: one.id,
      friendly_name: 'Texts',
      us_app_to_person_registered: true,
      usecase: 'mixed',
      date_created: made,
      date_updated: made,
    }
    return sid === undefined ? [] : [body]
  }

  const member = (one: SimAccount) => (line: SimLine) => ({
    sid: line.id,
    account_sid: one.id,
    service_sid: serviceOf(one),
    phone_number: line.e164,
    country_code: 'US',
    capabilities: ['SMS', 'Voice'],
  })

  const requireService = (request: Request): SimAccount => {
    const one = account(request)
    if (request.params.service !== serviceOf(one)) throw compatError(404, 20404, COMPAT_WORDING.notFound('', request.path))
    return one
  }

  return [
    route('GET /v1/Services', (request) => ({ status: 200, body: listed(request, 'services', service(account(request))) })),
    route('GET /v1/Services/:service', (request) => ({ status: 200, body: service(requireService(request))[0] })),
    route('GET /v1/Services/:service/PhoneNumbers', (request) => {
      const one = requireService(request)
      return { status: 200, body: listed(request, 'phone_numbers', members(one).map(member(one))) }
    }),
    route('GET /v1/Tollfree/Verifications', (request) => {
      const one = account(request)
      const wanted = request.query.get('TollfreePhoneNumberSid')
      const lines = context.lines(one).filter(({ e164, id, registered }) => registered && TOLL_FREE.test(e164) && (wanted ?? id) === id)
      const verifications = lines.map(({ id, e164 }) => ({
        account_sid: one.id,
        tollfree_phone_number_sid: id,
        tollfree_phone_number: e164,
        status: 'TWILIO_APPROVED',
      }))
      return { status: 200, body: listed(request, 'verifications', verifications) }
    }),
  ]
}

/** A list as the newer APIs page it. */
function listed(request: Request, key: string, rows: JsonObject[]): JsonObject {
  const { from, size, here, nextHere } = pageOf(request, rows.length)
  const [, host] = /^\/carriers\/([^/]+)/.exec(request.path)!
  const at = (path: string | null) => path && `https://${host}${path}`
  const meta = {
    key,
    page: from / size,
    page_size: size,
    first_page_url: at(here(0)),
    next_page_url: at(nextHere),
    previous_page_url: null,
    url: at(here(from / size)),
  }
  return { [key]: rows.slice(from, from + size), meta }
}

/** One trunk an account. */
export const twilioTrunkRoutes = (context: CarrierWorld, callerOf: CallerOf): Route[] => [
  route('GET /v1/Trunks/:trunk', (request) => {
    const { id, keys } = callerOf(context, request.headers)!.account
    if (request.params.trunk !== keys.trunkSid) throw compatError(404, 20404, COMPAT_WORDING.notFound('', request.path))
    return { status: 200, body: { sid: keys.trunkSid, account_sid: id, domain_name: keys.trunkDomain, friendly_name: 'Voice', secure: false } }
  }),
]
