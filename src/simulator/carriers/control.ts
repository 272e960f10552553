import { nowMs } from '../../kernel/lib/clock.ts'
import { CARRIERS, type CarrierName, isCarrier } from '../../kernel/vocabulary/carrierNames.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asList, asObject, asText } from '../wire/json.ts'
import { isE164 } from '../calls/scenario.ts'
import type { Tables } from '../calls/tables.ts'
import { accountKey, addLine, freeNumber, type NewLine, openAccount } from './accounts.ts'
import { halfOf } from './carrierSimulators.ts'
import type { Texts } from './messages.ts'
import type { SimAccount, SimLine, SimText } from './types.ts'

const STATES = ['active', 'suspended', 'forbidden'] as const
const LISTED_TEXTS = 1000

/** The simulator's own addresses about carriers: accounts with their credentials, texts, and somebody who sends one. */
export function carrierControl(tables: Tables, texts: Texts): Route[] {
  const { carrierAccounts, carrierNumbers, carrierMessages } = tables

  const account = (one: SimAccount) => ({
    carrier: one.carrier,
    id: one.id,
    state: one.state,
    credentials: one.credentials,
    numbers: carrierNumbers
      .all()
      .filter((line) => line.carrier === one.carrier && line.accountId === one.id)
      .map(number),
  })

  async function open({ params, body }: Request): Promise<Answer> {
    const half = halfOf(carrierIn(params.carrier))!
    const state = body.state === undefined ? 'active' : STATES.find((known) => known === body.state)
    if (!state) throw new Refusal(400, `state must be one of ${STATES.join(', ')}`)
    const numbers = body.numbers === undefined ? [newNumber({ phone_number: freeNumber(tables) })] : asList(body.numbers).map((one) => newNumber(asObject(one)))
    for (const { e164 } of numbers) if (!isFree(e164)) throw new Refusal(409, `${e164} belongs to another account`)
    const opened = await openAccount(tables, half, { state })
    for (const one of numbers) await addLine(tables, opened, one)
    return { status: 201, body: account(opened) }
  }

  /** What the house took without ever using it, it gives up. */
  function isFree(e164: string): boolean {
    const line = carrierNumbers.get(e164)
    return !line || (carrierAccounts.get(`${line.carrier}:${line.accountId}`)?.ownsAny === true && line.inboundUrl === null)
  }

  async function somebodyTexts({ body }: Request): Promise<Answer> {
    const [from, to] = [asText(body.from), asText(body.to)]
    if (!isE164(to)) throw new Refusal(400, 'to must be a phone number in E.164')
    if (!from) throw new Refusal(400, 'from must say who texts')
    const carrier = body.carrier === undefined ? null : carrierIn(body.carrier)
    const line = carrierNumbers.get(to)
    if (!line || (carrier ?? line.carrier) !== line.carrier) throw new Refusal(404, `No carrier has ${to}`)
    const deaf = halfOf(line.carrier)!.deaf?.(carrierAccounts.get(accountKey({ carrier: line.carrier, id: line.accountId }))!)
    if (deaf) throw new Refusal(409, deaf)
    const media = asList(body.media).filter((one) => typeof one === 'string')
    const text = await texts.receive(line, { from, body: asText(body.body), media })
    return { status: 201, body: told(text) }
  }

  /** What a customer does on Sinch's dashboard, there being no API for it. */
  async function setCallback({ params, body }: Request): Promise<Answer> {
    const one = carrierAccounts.get(accountKey({ carrier: 'sinch', id: params.account! }))
    if (!one) throw new Refusal(404, 'No such account')
    const url = body.url === null ? null : asText(body.url)
    if (url !== null && !URL.canParse(url)) throw new Refusal(400, 'url must be an address, or null')
    one.keys.callbackUrl = url
    await carrierAccounts.save(accountKey(one), one)
    return { status: 200, body: { url } }
  }

  function messages({ params }: Request): Answer {
    const carrier = carrierIn(params.carrier)
    const listed = carrierMessages
      .all()
      .filter((text) => text.carrier === carrier)
      .slice(-LISTED_TEXTS)
      .toReversed()
    return { status: 200, body: listed.map(told) }
  }

  const ready = () => carrierAccounts.all().filter(({ ownsAny }) => !ownsAny)
  return [
    route('GET /simulator/carriers', () => ({ status: 200, body: { accounts: ready().map(account) } })),
    route('POST /simulator/carriers/:carrier/accounts', open),
    route('GET /simulator/carriers/:carrier/messages', messages),
    route('PUT /simulator/carriers/sinch/accounts/:account/callback', setCallback),
    route('POST /simulator/sms', somebodyTexts),
  ]
}

function carrierIn(given: unknown): CarrierName {
  if (typeof given !== 'string' || !isCarrier(given) || !halfOf(given)) throw new Refusal(400, `carrier must be one of ${CARRIERS.join(', ')}`)
  return given
}

function newNumber({ phone_number: e164, sms = true, voice = true, registered = true }: JsonObject): NewLine {
  if (typeof e164 !== 'string' || !isE164(e164)) throw new Refusal(400, 'phone_number must be a phone number in E.164')
  return { e164, sms: sms === true, voice: voice === true, registered: registered === true }
}

const number = ({ id, e164, voice, sms, registered, inboundUrl }: SimLine) => ({ id, phone_number: e164, voice, sms, registered, inbound_url: inboundUrl })

const told = ({ carrier, accountId, id, direction, from, to, body, media, ref, statusUrl, steps, told: count, finished, createdAt }: SimText) => ({
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
  receipts: direction === 'inbound' ? null : count,
  finished,
  created_at: new Date(createdAt).toISOString(),
})
