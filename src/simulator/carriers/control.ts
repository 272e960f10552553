import { nowMs } from '../../kernel/lib/clock.ts'
import { CARRIERS, type CarrierName, isCarrier } from '../../kernel/vocabulary/carrierNames.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asList, asObject, asText } from '../wire/json.ts'
import { isE164 } from '../calls/scenario.ts'
import type { Tables } from '../calls/tables.ts'
import { accountKey, addNumber, findFreeNumber, type NewNumber, openAccount } from './accounts.ts'
import { carrierSimulatorOf } from './carrierSimulators.ts'
import type { Messages } from './messages.ts'
import type { SimAccount, SimNumber, SimMessage } from './types.ts'

const ACCOUNT_STATES = ['active', 'suspended', 'forbidden'] as const
const MAX_LISTED_MESSAGES = 1000

/** The simulator's own API for carriers: accounts with their credentials, and messages in both directions. */
export function carrierControl(tables: Tables, messages: Messages): Route[] {
  const { carrierAccounts, carrierNumbers, carrierMessages } = tables

  const toPublicAccount = (account: SimAccount) => ({
    carrier: account.carrier,
    id: account.id,
    state: account.state,
    credentials: account.credentials,
    numbers: carrierNumbers
      .all()
      .filter((phoneNumber) => phoneNumber.carrier === account.carrier && phoneNumber.accountId === account.id)
      .map(toPublicNumber),
  })

  async function openRequestedAccount({ params, body }: Request): Promise<Answer> {
    const simulator = carrierSimulatorOf(parseCarrier(params.carrier))
    const state = body.state === undefined ? 'active' : ACCOUNT_STATES.find((accountState) => accountState === body.state)
    if (!state) throw new Refusal(400, `state must be one of ${ACCOUNT_STATES.join(', ')}`)
    const numbers =
      body.numbers === undefined
        ? [parseNewNumber({ phone_number: findFreeNumber(tables) })]
        : asList(body.numbers).map((number) => parseNewNumber(asObject(number)))
    for (const { e164 } of numbers) if (!isFree(e164)) throw new Refusal(409, `${e164} belongs to another account`)
    const account = await openAccount(tables, simulator, { state })
    for (const number of numbers) await addNumber(tables, account, number)
    return { status: 201, body: toPublicAccount(account) }
  }

  /** The built-in account gives up numbers that it never used. */
  function isFree(e164: string): boolean {
    const phoneNumber = carrierNumbers.get(e164)
    return !phoneNumber || (carrierAccounts.get(`${phoneNumber.carrier}:${phoneNumber.accountId}`)?.ownsAny === true && phoneNumber.inboundUrl === null)
  }

  async function receiveMessage({ body }: Request): Promise<Answer> {
    const [from, to] = [asText(body.from), asText(body.to)]
    if (!isE164(to)) throw new Refusal(400, 'to must be a phone number in E.164')
    if (!from) throw new Refusal(400, 'from is required')
    const carrier = body.carrier === undefined ? null : parseCarrier(body.carrier)
    const phoneNumber = carrierNumbers.get(to)
    if (!phoneNumber || (carrier ?? phoneNumber.carrier) !== phoneNumber.carrier) throw new Refusal(404, `${to} is not a number at any carrier`)
    const inboundProblem = carrierSimulatorOf(phoneNumber.carrier).inboundProblem?.(
      carrierAccounts.get(accountKey({ carrier: phoneNumber.carrier, id: phoneNumber.accountId }))!,
    )
    if (inboundProblem) throw new Refusal(409, inboundProblem)
    const media = asList(body.media).filter((url) => typeof url === 'string')
    const message = await messages.receive(phoneNumber, { from, body: asText(body.body), media })
    return { status: 201, body: toPublicMessage(message) }
  }

  /** Sets the callback URL of a Sinch account, which customers do on Sinch's dashboard, since there is no API for it. */
  async function setCallback({ params, body }: Request): Promise<Answer> {
    const account = carrierAccounts.get(accountKey({ carrier: 'sinch', id: params.account! }))
    if (!account) throw new Refusal(404, 'The account was not found')
    const url = body.url === null ? null : asText(body.url)
    if (url !== null && !URL.canParse(url)) throw new Refusal(400, 'url must be a URL or null')
    account.keys.callbackUrl = url
    await carrierAccounts.save(accountKey(account), account)
    return { status: 200, body: { url } }
  }

  function listMessages({ params }: Request): Answer {
    const carrier = parseCarrier(params.carrier)
    const listed = carrierMessages
      .all()
      .filter((message) => message.carrier === carrier)
      .slice(-MAX_LISTED_MESSAGES)
      .toReversed()
    return { status: 200, body: listed.map(toPublicMessage) }
  }

  const listAccounts = () => carrierAccounts.all().filter(({ ownsAny }) => !ownsAny)
  return [
    route('GET /simulator/carriers', () => ({ status: 200, body: { accounts: listAccounts().map(toPublicAccount) } })),
    route('POST /simulator/carriers/:carrier/accounts', openRequestedAccount),
    route('GET /simulator/carriers/:carrier/messages', listMessages),
    route('PUT /simulator/carriers/sinch/accounts/:account/callback', setCallback),
    route('POST /simulator/sms', receiveMessage),
  ]
}

function parseCarrier(value: unknown): CarrierName {
  if (typeof value !== 'string' || !isCarrier(value)) throw new Refusal(400, `carrier must be one of ${CARRIERS.join(', ')}`)
  return value
}

function parseNewNumber({ phone_number: e164, sms = true, voice = true, registered = true }: JsonObject): NewNumber {
  if (typeof e164 !== 'string' || !isE164(e164)) throw new Refusal(400, 'phone_number must be a phone number in E.164')
  return { e164, sms: sms === true, voice: voice === true, registered: registered === true }
}

const toPublicNumber = ({ id, e164, voice, sms, registered, inboundUrl }: SimNumber) => ({
  id,
  phone_number: e164,
  voice,
  sms,
  registered,
  inbound_url: inboundUrl,
})

const toPublicMessage = ({
  carrier,
  accountId,
  id,
  direction,
  from,
  to,
  body,
  media,
  ref,
  statusUrl,
  steps,
  told: receiptCount,
  finished,
  createdAt,
}: SimMessage) => ({
  carrier,
  account_id: accountId,
  id,
  direction,
  from,
  to,
  body,
  media,
  ref,
  status_url: statusUrl,
  status: direction === 'inbound' ? 'received' : (steps.findLast((step) => step.at <= nowMs())?.status ?? 'queued'),
  receipts: direction === 'inbound' ? null : receiptCount,
  finished,
  created_at: new Date(createdAt).toISOString(),
})
