import { randomUUID } from 'node:crypto'
import { countryOf } from '../../../kernel/lib/phones.ts'
import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, type Handler, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { asList, asObject, asText } from '../../wire/json.ts'
import { isE164 } from '../../calls/scenario.ts'
import { isWebAddress } from '../validation.ts'
import { messagingView, numberView, outboundView, TOLL_FREE } from './views.ts'
import { problem, REFUSALS, requireJson, requireQuery, WORDING } from './errors.ts'
import type { CarrierWorld, SimAccount, SimLine } from '../types.ts'

const PAGE = ['page[number]', 'page[size]']
const MAX_PAGE_LENGTH = 250
const VERSIONS = ['1', '2', '2010-04-01']

const profilesOf = ({ keys }: SimAccount): JsonObject[] => asList(keys.profiles).map(asObject)
/** The account's messaging profile of that id. */
export const profileOf = (account: SimAccount, id: unknown): JsonObject | undefined => profilesOf(account).find((one) => one.id === id)

const profileView = (account: SimAccount, profile: JsonObject): JsonObject => ({
  record_type: 'messaging_profile',
  organization_id: account.id,
  webhook_failover_url: null,
  webhook_api_version: '2',
  whitelisted_destinations: ['US', 'CA', 'GB', 'FR', 'DE'],
  created_at: new Date(account.createdAt).toISOString(),
  updated_at: new Date(account.createdAt).toISOString(),
  ...profile,
})

/** All of Telnyx's API that is simulated. */
export function telnyxRoutes(context: CarrierWorld, callerOf: (authorization: string | undefined) => SimAccount): Route[] {
  const by = (handle: (account: SimAccount, request: Request) => ReturnType<Handler>) => (request: Request) =>
    handle(callerOf(request.headers.authorization), request)
  const data = (body: JsonObject): Answer => ({ status: 200, body: { data: body } })
  const missing = () => new Refusal(404, WORDING.notFound())

  function line(account: SimAccount, { params }: Request): SimLine {
    const found = context.lineById(account, params.id!)
    if (!found) throw missing()
    return found
  }

  function profile(account: SimAccount, id: unknown): JsonObject {
    const found = profileOf(account, id)
    if (!found) throw missing()
    return found
  }

  function numbers(account: SimAccount, request: Request): Answer {
    requireQuery(request, [...PAGE, 'filter[phone_number]', 'sort'])
    const wanted = request.query.get('filter[phone_number]')
    const isWanted = ({ e164 }: SimLine) => wanted === null || (/^\d+$/.test(wanted) && e164.includes(wanted))
    return page(request, inOrder(context.lines(account), request.query.get('sort') === 'phone_number').filter(isWanted), numberView)
  }

  function settings(account: SimAccount, request: Request): Answer {
    requireQuery(request, [...PAGE, 'filter[messaging_profile_id]', 'filter[phone_number]', 'sort[phone_number]'])
    const wanted = request.query.get('filter[messaging_profile_id]')
    const lines = inOrder(context.lines(account), request.query.has('sort[phone_number]')).filter(({ more }) => wanted === null || more.profile === wanted)
    return page(request, lines, (one) => messagingView(account, one))
  }

  async function assign(account: SimAccount, request: Request): Promise<Answer> {
    requireJson(request, ['messaging_profile_id', 'messaging_product', 'tags'])
    const found = line(account, request)
    const { messaging_profile_id: id } = request.body
    if (id !== undefined && id !== '' && !profileOf(account, id)) throw problem(422, '10015', 'The messaging profile does not exist.', 'messaging_profile_id')
    if (id !== undefined) found.more.profile = id || null
    await mirror(account)
    return data(messagingView(account, found))
  }

  /** Each number tells where its texts go; Telnyx keeps that on its profile. */
  async function mirror(account: SimAccount): Promise<void> {
    for (const one of context.lines(account)) await context.saveLine({ ...one, inboundUrl: asText(profileOf(account, one.more.profile)?.webhook_url) || null })
  }

  async function changeProfile(account: SimAccount, request: Request): Promise<Answer> {
    requireJson(request, ['name', 'enabled', 'webhook_url', 'webhook_failover_url', 'webhook_api_version', 'whitelisted_destinations'])
    const found = profile(account, request.params.id)
    const { webhook_url: url, webhook_api_version: version } = request.body
    if (url !== undefined && url !== null && !isWebAddress(url))
      throw problem(422, '10003', 'The URL provided was invalid, malformed, or too long.', 'webhook_url')
    if (version !== undefined && !VERSIONS.includes(asText(version))) throw problem(422, '10015', 'The version is not known.', 'webhook_api_version')
    account.keys.profiles = profilesOf(account).map((one) => (one.id === found.id ? { ...one, ...request.body } : one))
    await context.saveAccount(account)
    await mirror(account)
    return data(profileView(account, profile(account, found.id)))
  }

  function campaign(account: SimAccount, { params }: Request): Answer {
    const found = context.lines(account).find(({ e164 }) => e164 === params.number)
    if (!found?.registered || countryOf(found.e164) !== 'US' || TOLL_FREE.test(found.e164)) throw missing()
    const at = new Date(found.createdAt).toISOString()
    const id = 'C0000SIM'
    return { status: 200, body: { phoneNumber: found.e164, campaignId: id, tcrCampaignId: id, assignmentStatus: 'ASSIGNED', createdAt: at, updatedAt: at } }
  }

  async function send(account: SimAccount, request: Request) {
    const { from, to, text: body, statusUrl, profileId } = readMessage(account, request)
    const sender = await context.line(account, from)
    if (!sender?.sms || !sender.more.profile) throw problem(400, '40305', 'The source number is not one of yours that can send messages.', 'from')
    const more = { profile: profileId ?? sender.more.profile }
    return context.take(
      account,
      { id: randomUUID(), from, to, body, ref: null, statusUrl, more },
      { accepted: (text) => data(outboundView(account, text, null)), refused: (trouble) => REFUSALS[trouble] },
    )
  }

  function message(account: SimAccount, { params }: Request): Answer {
    const text = context.text(account, params.id!)
    if (!text) throw missing()
    return data(outboundView(account, text, context.stepOf(text)))
  }

  const balance = { record_type: 'balance', balance: '300.00', credit_limit: '100.00', available_credit: '400.00', pending: '10.00', currency: 'USD' }
  return [
    route('GET /v2/balance', () => data(balance), 'verify'),
    route('GET /v2/phone_numbers', by(numbers), 'numbers'),
    route('GET /v2/phone_numbers/messaging', by(settings), 'numbers'),
    route(
      'GET /v2/phone_numbers/:id/messaging',
      by((account, request) => data(messagingView(account, line(account, request)))),
      'numbers',
    ),
    route('PATCH /v2/phone_numbers/:id/messaging', by(assign), 'route_sms'),
    route(
      'GET /v2/messaging_profiles',
      by((account, request) => page(request, profilesOf(account), (one) => profileView(account, one))),
      'verify',
    ),
    route(
      'GET /v2/messaging_profiles/:id',
      by((account, { params }) => data(profileView(account, profile(account, params.id)))),
      'verify',
    ),
    route('PATCH /v2/messaging_profiles/:id', by(changeProfile), 'route_sms'),
    route('GET /v2/10dlc/phone_number_campaigns/:number', by(campaign), 'numbers'),
    route('POST /v2/messages', by(send), 'send_sms'),
    route('GET /v2/messages/:id', by(message)),
  ]
}

function readMessage(account: SimAccount, request: Request) {
  requireJson(request, ['from', 'to', 'text', 'type', 'webhook_url', 'webhook_failover_url', 'messaging_profile_id', 'use_profile_webhooks', 'encoding'])
  const { from, to, text, type, webhook_url: statusUrl, messaging_profile_id: profileId } = request.body
  for (const name of ['from', 'to', 'text']) if (!asText(request.body[name])) throw problem(422, '10004', `The '${name}' parameter is required.`, name)
  if (!isE164(asText(from))) throw problem(422, '10016', 'The specified phone number parameter must be in +E.164 format.', 'from')
  if (!isE164(asText(to))) throw problem(422, '10016', 'The specified phone number parameter must be in +E.164 format.', 'to')
  if (type !== undefined && type !== 'SMS') throw problem(422, '10015', "The 'type' must be SMS or MMS.", 'type')
  if (statusUrl !== undefined && !isWebAddress(statusUrl)) throw problem(422, '10003', 'The URL provided was invalid, malformed, or too long.', 'webhook_url')
  if (profileId !== undefined && !profileOf(account, profileId)) throw problem(422, '10015', 'The messaging profile does not exist.', 'messaging_profile_id')
  return { from: asText(from), to: asText(to), text: asText(text), statusUrl: asText(statusUrl) || null, profileId: asText(profileId) || null }
}

const inOrder = (lines: SimLine[], byNumber: boolean) => (byNumber ? lines.toSorted((one, other) => (one.e164 < other.e164 ? -1 : 1)) : lines)

function page<Item>(request: Request, items: Item[], view: (item: Item) => JsonObject): Answer {
  const [number, size] = [Number(request.query.get('page[number]') ?? 1), Number(request.query.get('page[size]') ?? 20)]
  if (!(number >= 1 && size >= 1 && size <= MAX_PAGE_LENGTH)) throw problem(400, '10015', 'There is no such page.')
  const meta = { page_number: number, page_size: size, total_pages: Math.ceil(items.length / size), total_results: items.length }
  return { status: 200, body: { data: items.slice((number - 1) * size, number * size).map(view), meta } }
}
