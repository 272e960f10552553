import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { RetellCall } from '../calls/call.ts'
import { MAX_CONCURRENT_CALLS } from '../calls/calls.ts'
import { type Answer, type Outcome, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asList, asObject, asText } from '../wire/json.ts'
import { setUpOutbound } from '../calls/newCall.ts'
import { isAsStrict, newRetellCall, storageOf, versionOf } from './newCall.ts'
import { placementOutcomeOf, rejectPlacement, type PlacementErrors } from '../calls/placement.ts'
import { found, UNKNOWN_ASSET } from './agents.ts'
import { matches } from './filters.ts'
import { pageOf } from './lists.ts'
import { retellListedCall, retellStoredCall } from './views.ts'
import { isE164 } from '../calls/scenario.ts'
import type { SimulatorContext } from '../calls/context.ts'

const REFUSALS: PlacementErrors = {
  http400: [400, 'Invalid request format, please check API reference.'],
  http401: [401, 'API key is missing or invalid.'],
  http402: [402, 'Trial has ended, please add payment method.'],
  unknown_asset: [422, UNKNOWN_ASSET],
  http429: [429, 'Account rate limited, please throttle your requests.'],
  http500: [500, 'An unexpected server error occurred.'],
}
const LISTENING_MS = 10 * 60 * 1000

export const newRetellId = () => `call_${randomBytes(14).toString('hex')}`

/** Retell's calls: place, read, list, change, listen, stop, delete. */
export function retellCallRoutes(context: SimulatorContext): Route[] {
  const { calls, tables } = context
  const mine = (id: string): RetellCall => {
    const call = calls.get(id)
    if (call?.provider !== 'retell') throw new Refusal(422, UNKNOWN_ASSET)
    return call
  }
  const shown = (call: RetellCall) => retellStoredCall(call, calls.phaseOf(call), context.url)

  async function place({ body }: Request): Promise<Outcome> {
    const to = asText(body.to_number)
    if (!isE164(to)) throw new Refusal(400, 'to_number is not a valid E.164 number')
    const number = found(tables.retellNumbers, asText(body.from_number))
    const bound = asObject(asList(number.outbound_agents)[0])
    const agent = found(tables.agents, asText(body.override_agent_id ?? bound.agent_id))
    const version = versionOf(agent, body.override_agent_version ?? bound.agent_version)
    const ring = setUpOutbound(newRetellId(), asText(body.from_number), to, context.seed)
    const refused = rejectPlacement(ring.behavior.placement, REFUSALS)
    if (refused) return refused
    if (calls.countActive('retell') >= MAX_CONCURRENT_CALLS) throw new Refusal(...REFUSALS.http429)
    const { metadata, retell_llm_dynamic_variables: variables, custom_sip_headers: sipHeaders } = body
    const call = newRetellCall(context, ring, { agent, version, override: asObject(body.agent_override), metadata, variables, sipHeaders })
    await calls.place(call)
    return placementOutcomeOf(ring.behavior.placement, { status: 201, body: retellStoredCall(call, 'queued', context.url) }, REFUSALS)
  }

  /** What is stored less from now on is gone at once, the audio of a call that is over too. */
  async function update({ params, body }: Request): Promise<Answer> {
    const call = mine(params.id!)
    const { metadata, data_storage_setting: setting } = body
    if (setting && !isAsStrict(call.wire.storage, setting)) throw new Refusal(400, 'data_storage_setting cannot be downgraded')
    if (metadata !== undefined) call.wire.metadata = asObject(metadata)
    if (setting) call.wire.storage = storageOf(setting)
    if (call.wire.storage === 'basic_attributes_only' && call.audio === 'kept') call.audio = isOver(call) ? 'none' : 'transient'
    await calls.save(call)
    return { status: 200, body: shown(call) }
  }

  function list({ body }: Request): Answer {
    const filter = asObject(body.filter_criteria)
    const chosen = calls.list().filter((call): call is RetellCall => call.provider === 'retell' && matches(call, filter, context))
    const { items, ...rest } = pageOf(chosen, body)
    const total = body.include_total === true ? { total: chosen.length } : {}
    return { status: 200, body: { ...rest, ...total, items: items.map((call) => retellListedCall(call, calls.phaseOf(call), context.url)) } }
  }

  /** An invitation into a room, as Retell's; there is nothing to hear in it, since the simulator speaks no WebRTC. */
  function listen({ params }: Request): Answer {
    const call = mine(params.id!)
    if (calls.phaseOf(call) !== 'connected') throw new Refusal(422, 'Call is not ongoing.')
    const expires_at = nowMs() + LISTENING_MS
    const participant_id = `listener_${randomUUID()}`
    const grant = { roomJoin: true, room: call.id, canSubscribe: true, canPublish: false, hidden: true }
    const access_token = jwt({ sub: participant_id, exp: Math.floor(expires_at / 1000), video: grant }, context.retellApiKey)
    const url = `${context.url.replace('http', 'ws')}/retell/rooms`
    return { status: 201, body: { access_token, expires_at, participant_id, room_name: call.id, transport: 'livekit', url } }
  }

  const isOver = (call: RetellCall) => ['ended', 'analyzed'].includes(calls.phaseOf(call))

  return [
    route('POST /v2/create-phone-call', place, 'place_call'),
    route('GET /v2/get-call/:id', ({ params }) => ({ status: 200, body: shown(mine(params.id!)) }), 'get_call'),
    route('POST /v3/list-calls', list, 'get_call'),
    route('PATCH /v2/update-call/:id', update),
    route('POST /v2/listen-live-call/:id', listen, 'listen'),
    route(
      'POST /v2/stop-call/:id',
      async ({ params }) => {
        if (!(await calls.stop(mine(params.id!)))) throw new Refusal(422, 'Call is not ongoing.')
        return { status: 204 }
      },
      'end_call',
    ),
    route(
      'DELETE /v2/delete-call/:id',
      async ({ params }) => {
        await calls.remove(mine(params.id!))
        return { status: 204 }
      },
      'delete',
    ),
  ]
}

function jwt(claims: object, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
