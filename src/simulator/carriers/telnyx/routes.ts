import { randomUUID } from 'node:crypto'
import { countryOf } from '../../../kernel/lib/phones.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, type Handler, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { asList, asObject, asText } from '../../wire/json.ts'
import { isE164 } from '../../calls/scenario.ts'
import { isWebUrl } from '../validation.ts'
import { toMessagingView, toNumberView, toOutboundView, TOLL_FREE } from './views.ts'
import { createError, REFUSALS, requireJson, requireQuery, WORDING } from './errors.ts'
import type { CarrierContext, SimAccount, SimNumber } from '../types.ts'

const PAGE = ['page[number]', 'page[size]']
const MAX_PAGE_LENGTH = 250
const VERSIONS = ['1', '2', '2010-04-01']

const profilesOf = ({ keys }: SimAccount): JsonObject[] => asList(keys.profiles).map(asObject)
/** The account's messaging profile with this ID. */
export const profileOf = (account: SimAccount, id: unknown): JsonObject | undefined => profilesOf(account).find((profile) => profile.id === id)

const toProfileView = (account: SimAccount, profile: JsonObject): JsonObject => ({
  record_type: 'messaging_profile',
  organization_id: account.id,
  webhook_failover_url: null,
  webhook_api_version: '2',
  whitelisted_destinations: ['US', 'CA', 'GB', 'FR', 'DE'],
  created_at: new Date(account.createdAt).toISOString(),
  updated_at: new Date(account.createdAt).toISOString(),
  ...profile,
})

/** All simulated routes of Telnyx's API. */
export function telnyxRoutes(context: CarrierContext, callerOf: (authorization: string | undefined) => SimAccount): Route[] {
  const forCaller = (handle: (account: SimAccount, request: Request) => ReturnType<Handler>) => (request: Request) =>
    handle(callerOf(request.headers.authorization), request)
  const toAnswer = (body: JsonObject): Answer => ({ status: 200, body: { data: body } })
  const notFoundError = () => new Refusal(404, WORDING.notFound())

  function requireNumber(account: SimAccount, { params }: Request): SimNumber {
    const number = context.numberById(account, params.id!)
    if (!number) throw notFoundError()
    return number
  }

  function requireProfile(account: SimAccount, id: unknown): JsonObject {
    const profile = profileOf(account, id)
    if (!profile) throw notFoundError()
    return profile
  }

  function listNumbers(account: SimAccount, request: Request): Answer {
    requireQuery(request, [...PAGE, 'filter[phone_number]', 'sort'])
    const phoneNumber = request.query.get('filter[phone_number]')
    const matches = ({ e164 }: SimNumber) => phoneNumber === null || (/^\d+$/.test(phoneNumber) && e164.includes(phoneNumber))
    return toPage(request, sortNumbers(context.numbers(account), request.query.get('sort') === 'phone_number').filter(matches), toNumberView)
  }

  function listSettings(account: SimAccount, request: Request): Answer {
    requireQuery(request, [...PAGE, 'filter[messaging_profile_id]', 'filter[phone_number]', 'sort[phone_number]'])
    const profileId = request.query.get('filter[messaging_profile_id]')
    const phoneNumbers = sortNumbers(context.numbers(account), request.query.has('sort[phone_number]')).filter(
      ({ more }) => profileId === null || more.profile === profileId,
    )
    return toPage(request, phoneNumbers, (number) => toMessagingView(account, number))
  }

  async function assignProfile(account: SimAccount, request: Request): Promise<Answer> {
    requireJson(request, ['messaging_profile_id', 'messaging_product', 'tags'])
    const number = requireNumber(account, request)
    const { messaging_profile_id: id } = request.body
    if (id !== undefined && id !== '' && !profileOf(account, id))
      throw createError(422, '10015', 'The messaging profile does not exist.', 'messaging_profile_id')
    if (id !== undefined) number.more.profile = id || null
    await updateInboundUrls(account)
    return toAnswer(toMessagingView(account, number))
  }

  /** Copies the profile's webhook URL to its numbers, since Telnyx stores it on the profile. */
  async function updateInboundUrls(account: SimAccount): Promise<void> {
    for (const number of context.numbers(account))
      await context.saveNumber({ ...number, inboundUrl: asText(profileOf(account, number.more.profile)?.webhook_url) || null })
  }

  async function changeProfile(account: SimAccount, request: Request): Promise<Answer> {
    requireJson(request, ['name', 'enabled', 'webhook_url', 'webhook_failover_url', 'webhook_api_version', 'whitelisted_destinations'])
    const profile = requireProfile(account, request.params.id)
    const { webhook_url: url, webhook_api_version: version } = request.body
    if (url !== undefined && url !== null && !isWebUrl(url))
      throw createError(422, '10003', 'The URL provided was invalid, malformed, or too long.', 'webhook_url')
    if (version !== undefined && !VERSIONS.includes(asText(version))) throw createError(422, '10015', 'The version is not known.', 'webhook_api_version')
    account.keys.profiles = profilesOf(account).map((other) => (other.id === profile.id ? { ...other, ...request.body } : other))
    await context.saveAccount(account)
    await updateInboundUrls(account)
    return toAnswer(toProfileView(account, requireProfile(account, profile.id)))
  }

  function getCampaign(account: SimAccount, { params }: Request): Answer {
    const number = context.numbers(account).find(({ e164 }) => e164 === params.number)
    if (!number?.registered || countryOf(number.e164) !== 'US' || TOLL_FREE.test(number.e164)) throw notFoundError()
    const at = new Date(number.createdAt).toISOString()
    const id = 'C0000SIM'
    return { status: 200, body: { phoneNumber: number.e164, campaignId: id, tcrCampaignId: id, assignmentStatus: 'ASSIGNED', createdAt: at, updatedAt: at } }
  }

  async function send(account: SimAccount, request: Request) {
    const { from, to, text: body, statusUrl, profileId } = readMessage(account, request)
    const sender = await context.number(account, from)
    if (!sender?.sms || !sender.more.profile) throw createError(400, '40305', 'The source number is not one of yours that can send messages.', 'from')
    const more = { profile: profileId ?? sender.more.profile }
    return context.acceptMessage(
      account,
      { id: randomUUID(), from, to, body, ref: null, statusUrl, more },
      { accepted: (message) => toAnswer(toOutboundView(account, message, null)), rejected: (trouble) => REFUSALS[trouble] },
    )
  }

  function getMessage(account: SimAccount, { params }: Request): Answer {
    const message = context.message(account, params.id!)
    if (!message) throw notFoundError()
    return toAnswer(toOutboundView(account, message, context.stepOf(message)))
  }

  const balance = { record_type: 'balance', balance: '300.00', credit_limit: '100.00', available_credit: '400.00', pending: '10.00', currency: 'USD' }
  return [
    route('GET /v2/balance', () => toAnswer(balance), 'verify'),
    route('GET /v2/phone_numbers', forCaller(listNumbers), 'numbers'),
    route('GET /v2/phone_numbers/messaging', forCaller(listSettings), 'numbers'),
    route(
      'GET /v2/phone_numbers/:id/messaging',
      forCaller((account, request) => toAnswer(toMessagingView(account, requireNumber(account, request)))),
      'numbers',
    ),
    route('PATCH /v2/phone_numbers/:id/messaging', forCaller(assignProfile), 'route_sms'),
    route(
      'GET /v2/messaging_profiles',
      forCaller((account, request) => toPage(request, profilesOf(account), (profile) => toProfileView(account, profile))),
      'verify',
    ),
    route(
      'GET /v2/messaging_profiles/:id',
      forCaller((account, { params }) => toAnswer(toProfileView(account, requireProfile(account, params.id)))),
      'verify',
    ),
    route('PATCH /v2/messaging_profiles/:id', forCaller(changeProfile), 'route_sms'),
    route('GET /v2/10dlc/phone_number_campaigns/:number', forCaller(getCampaign), 'numbers'),
    route('POST /v2/messages', forCaller(send), 'send_sms'),
    route('GET /v2/messages/:id', forCaller(getMessage)),
  ]
}

function readMessage(account: SimAccount, request: Request) {
  requireJson(request, ['from', 'to', 'text', 'type', 'webhook_url', 'webhook_failover_url', 'messaging_profile_id', 'use_profile_webhooks', 'encoding'])
  const { from, to, text, type, webhook_url: statusUrl, messaging_profile_id: profileId } = request.body
  for (const name of ['from', 'to', 'text']) if (!asText(request.body[name])) throw createError(422, '10004', `The '${name}' parameter is required.`, name)
  if (!isE164(asText(from))) throw createError(422, '10016', 'The specified phone number parameter must be in +E.164 format.', 'from')
  if (!isE164(asText(to))) throw createError(422, '10016', 'The specified phone number parameter must be in +E.164 format.', 'to')
  if (type !== undefined && type !== 'SMS') throw createError(422, '10015', "The 'type' must be SMS or MMS.", 'type')
  if (statusUrl !== undefined && !isWebUrl(statusUrl)) throw createError(422, '10003', 'The URL provided was invalid, malformed, or too long.', 'webhook_url')
  if (profileId !== undefined && !profileOf(account, profileId))
    throw createError(422, '10015', 'The messaging profile does not exist.', 'messaging_profile_id')
  return { from: asText(from), to: asText(to), text: asText(text), statusUrl: asText(statusUrl) || null, profileId: asText(profileId) || null }
}

const sortNumbers = (phoneNumbers: SimNumber[], byNumber: boolean) =>
  byNumber ? phoneNumbers.toSorted((number, other) => (number.e164 < other.e164 ? -1 : 1)) : phoneNumbers

function toPage<Item>(request: Request, items: Item[], toView: (item: Item) => JsonObject): Answer {
  const [number, size] = [Number(request.query.get('page[number]') ?? 1), Number(request.query.get('page[size]') ?? 20)]
  if (!(number >= 1 && size >= 1 && size <= MAX_PAGE_LENGTH)) throw createError(400, '10015', 'There is no such page.')
  const meta = { page_number: number, page_size: size, total_pages: Math.ceil(items.length / size), total_results: items.length }
  return { status: 200, body: { data: items.slice((number - 1) * size, number * size).map(toView), meta } }
}
