import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { RetellCall } from '../calls/call.ts'
import { MAX_CONCURRENT_CALLS } from '../calls/calls.ts'
import { type Answer, type Outcome, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asList, asObject, asText } from '../wire/json.ts'
import { setUpOutbound } from '../calls/newCall.ts'
import { isAtLeastAsStrict, createRetellCall, storageLevelOf, versionOf } from './newCall.ts'
import { placementOutcomeOf, rejectPlacement, type PlacementErrors } from '../calls/placement.ts'
import { requireRow, UNKNOWN_ASSET } from './agents.ts'
import { matches } from './filters.ts'
import { toPage } from './lists.ts'
import { toListedRetellCall, toStoredRetellCall } from './views.ts'
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
const LISTEN_TOKEN_TTL_MS = 10 * 60 * 1000

export const createRetellId = () => `call_${randomBytes(14).toString('hex')}`

/** Retell's calls: place, get, list, update, listen, stop and delete. */
export function retellCallRoutes(context: SimulatorContext): Route[] {
  const { calls, tables } = context
  const requireCall = (id: string): RetellCall => {
    const call = calls.get(id)
    if (call?.provider !== 'retell') throw new Refusal(422, UNKNOWN_ASSET)
    return call
  }
  const toView = (call: RetellCall) => toStoredRetellCall(call, calls.phaseOf(call), context.url)

  async function placeCall({ body }: Request): Promise<Outcome> {
    const to = asText(body.to_number)
    if (!isE164(to)) throw new Refusal(400, 'to_number is not a valid E.164 number')
    const number = requireRow(tables.retellNumbers, asText(body.from_number))
    const boundAgent = asObject(asList(number.outbound_agents)[0])
    const agent = requireRow(tables.agents, asText(body.override_agent_id ?? boundAgent.agent_id))
    const version = versionOf(agent, body.override_agent_version ?? boundAgent.agent_version)
    const setup = setUpOutbound(createRetellId(), asText(body.from_number), to, context.seed)
    const rejection = rejectPlacement(setup.behavior.placement, REFUSALS)
    if (rejection) return rejection
    if (calls.countActive('retell') >= MAX_CONCURRENT_CALLS) throw new Refusal(...REFUSALS.http429)
    const { metadata, retell_llm_dynamic_variables: variables, custom_sip_headers: sipHeaders } = body
    const call = createRetellCall(context, setup, { agent, version, override: asObject(body.agent_override), metadata, variables, sipHeaders })
    await calls.place(call)
    return placementOutcomeOf(setup.behavior.placement, { status: 201, body: toStoredRetellCall(call, 'queued', context.url) }, REFUSALS)
  }

  /** A stricter storage setting takes effect immediately, and deletes the recording of an ended call. */
  async function updateCall({ params, body }: Request): Promise<Answer> {
    const call = requireCall(params.id!)
    const { metadata, data_storage_setting: setting } = body
    if (setting && !isAtLeastAsStrict(call.wire.storage, setting)) throw new Refusal(400, 'data_storage_setting cannot be downgraded')
    if (metadata !== undefined) call.wire.metadata = asObject(metadata)
    if (setting) call.wire.storage = storageLevelOf(setting)
    if (call.wire.storage === 'basic_attributes_only' && call.audio === 'kept') call.audio = hasEnded(call) ? 'none' : 'transient'
    await calls.save(call)
    return { status: 200, body: toView(call) }
  }

  function listCalls({ body }: Request): Answer {
    const filter = asObject(body.filter_criteria)
    const matching = calls.list().filter((call): call is RetellCall => call.provider === 'retell' && matches(call, filter, context))
    const { items, ...rest } = toPage(matching, body)
    const total = body.include_total === true ? { total: matching.length } : {}
    return { status: 200, body: { ...rest, ...total, items: items.map((call) => toListedRetellCall(call, calls.phaseOf(call), context.url)) } }
  }

  /** Creates a token for a LiveKit room. The room has no audio, since the simulator does not support WebRTC. */
  function createListenToken({ params }: Request): Answer {
    const call = requireCall(params.id!)
    if (calls.phaseOf(call) !== 'connected') throw new Refusal(422, 'Call is not ongoing.')
    const expires_at = nowMs() + LISTEN_TOKEN_TTL_MS
    const participant_id = `listener_${randomUUID()}`
    const grant = { roomJoin: true, room: call.id, canSubscribe: true, canPublish: false, hidden: true }
    const access_token = createJwt({ sub: participant_id, exp: Math.floor(expires_at / 1000), video: grant }, context.retellApiKey)
    const url = `${context.url.replace('http', 'ws')}/retell/rooms`
    return { status: 201, body: { access_token, expires_at, participant_id, room_name: call.id, transport: 'livekit', url } }
  }

  const hasEnded = (call: RetellCall) => ['ended', 'analyzed'].includes(calls.phaseOf(call))

  return [
    route('POST /v2/create-phone-call', placeCall, 'place_call'),
    route('GET /v2/get-call/:id', ({ params }) => ({ status: 200, body: toView(requireCall(params.id!)) }), 'get_call'),
    route('POST /v3/list-calls', listCalls, 'get_call'),
    route('PATCH /v2/update-call/:id', updateCall),
    route('POST /v2/listen-live-call/:id', createListenToken, 'listen'),
    route(
      'POST /v2/stop-call/:id',
      async ({ params }) => {
        if (!(await calls.stop(requireCall(params.id!)))) throw new Refusal(422, 'Call is not ongoing.')
        return { status: 204 }
      },
      'end_call',
    ),
    route(
      'DELETE /v2/delete-call/:id',
      async ({ params }) => {
        await calls.remove(requireCall(params.id!))
        return { status: 204 }
      },
      'delete',
    ),
  ]
}

function createJwt(claims: object, secret: string): string {
  const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`
}
