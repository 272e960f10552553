import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { asText } from '../../wire/json.ts'
import { isE164 } from '../../calls/scenario.ts'
import { assignApplication } from './applications.ts'
import { toAnswer, requireFields, toPage } from './requests.ts'
import type { CarrierContext, SimAccount, SimNumber } from '../types.ts'

const TOLL_FREE = /^\+18(00|33|44|55|66|77|88)/
const MESSAGE_FIELDS = ['src', 'dst', 'text', 'type', 'url', 'method', 'log', 'trackable', 'powerpack_uuid']
const REFUSALS = {
  invalid_number: new Refusal(400, "dst parameter is not a valid phone number: check the number's format"),
  blocked: new Refusal(403, 'Your account has no geo permission for messages to this destination'),
}

const withPlus = (number: string) => (number.startsWith('+') ? number : `+${number}`)

/** Routes for the account, its numbers and its messages. */
export function accountRoutes(context: CarrierContext): Route[] {
  const base = '/v1/Account/:account/'
  const accountOf = ({ params }: Request) => context.account('plivo', params.account!)!

  async function requireNumber(request: Request): Promise<SimNumber> {
    const phoneNumber = await context.number(accountOf(request), withPlus(request.params.number!))
    if (!phoneNumber) throw new Refusal(404, 'not found')
    return phoneNumber
  }

  async function updateNumber(request: Request): Promise<Answer> {
    const phoneNumber = await requireNumber(request)
    const body = requireFields(request, ['app_id', 'alias', 'subaccount', 'cnam_lookup'])
    if (body.app_id !== undefined) await assignApplication(context, accountOf(request), phoneNumber, body.app_id)
    return toAnswer(202, { message: 'changed' })
  }

  async function send(request: Request) {
    const account = accountOf(request)
    const body = requireFields(request, MESSAGE_FIELDS)
    const [src, dst, text] = [asText(body.src), asText(body.dst), asText(body.text)]
    if (!isE164(withPlus(dst))) throw REFUSALS.invalid_number
    if (!text) throw new Refusal(400, 'text parameter is required')
    if (!(await context.number(account, withPlus(src)))?.sms) throw new Refusal(400, 'src parameter is not a number of the account that can send SMS')
    return context.acceptMessage(
      account,
      { id: randomUUID(), from: withPlus(src), to: withPlus(dst), body: text, ref: null, statusUrl: asText(body.url) || null },
      {
        accepted: ({ id }) => toAnswer(202, { message: 'message(s) queued', message_uuid: [id] }),
        rejected: (trouble) => (trouble === 'opted_out' ? null : REFUSALS[trouble]),
      },
    )
  }

  const supportsServices = (services: string | null) => (phoneNumber: SimNumber) =>
    (services ?? '').split(',').every((service) => service === '' || (service === 'sms' && phoneNumber.sms) || (service === 'voice' && phoneNumber.voice))

  return [
    route(`GET ${base}`, (request) => toAnswer(200, toAccountView(accountOf(request))), 'verify'),
    route(
      `GET ${base}Number/`,
      (request) =>
        toPage(request, context.numbers(accountOf(request)).filter(supportsServices(request.query.get('services'))), (phoneNumber) =>
          toNumberView(accountOf(request), phoneNumber),
        ),
      'numbers',
    ),
    route(`GET ${base}Number/:number/`, async (request) => toAnswer(200, toNumberView(accountOf(request), await requireNumber(request))), 'numbers'),
    route(`POST ${base}Number/:number/`, updateNumber, 'route_sms'),
    route(`POST ${base}Message/`, send, 'send_sms'),
  ]
}

const toAccountView = ({ id }: SimAccount): JsonObject => ({
  account_type: 'standard',
  address: '1 Main Street',
  auth_id: id,
  auto_recharge: false,
  billing_mode: 'prepaid',
  cash_credits: '100.00000',
  city: 'Austin',
  name: 'Simulated account',
  resource_uri: `/v1/Account/${id}/`,
  state: 'TX',
  timezone: 'America/Chicago',
})

function toNumberView(account: SimAccount, { e164, sms, voice, registered, more, createdAt }: SimNumber): JsonObject {
  const isAmerican = e164.startsWith('+1')
  const isTollFree = TOLL_FREE.test(e164)
  return {
    active: true,
    added_on: new Date(createdAt).toISOString().slice(0, 10),
    alias: null,
    application: more.application ? `/v1/Account/${account.id}/Application/${asText(more.application)}/` : null,
    carrier: 'Plivo',
    city: null,
    country: isAmerican ? 'United States' : 'United Kingdom',
    cnam_lookup: 'disabled',
    mms_enabled: sms,
    monthly_rental_rate: '0.50000',
    number: e164.slice(1),
    number_type: isTollFree ? 'tollfree' : 'local',
    region: null,
    resource_uri: `/v1/Account/${account.id}/Number/${e164.slice(1)}/`,
    sms_enabled: sms,
    sms_rate: '0.00550',
    sub_account: null,
    tendlc_campaign_id: isAmerican && !isTollFree && registered ? 'CSIM001' : null,
    tendlc_registration_status: isAmerican && !isTollFree ? (registered ? 'COMPLETED' : 'UNREGISTERED') : null,
    toll_free_sms_verification: isTollFree ? (registered ? 'verified' : 'unverified') : null,
    type: isTollFree ? 'tollfree' : 'local',
    voice_enabled: voice,
    voice_rate: '0.00850',
  }
}
