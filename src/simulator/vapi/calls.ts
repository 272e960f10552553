import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../providers/provider.ts'
import type { MonitorAccess, VapiCall } from '../calls/call.ts'
import { MAX_CONCURRENT_CALLS } from '../calls/calls.ts'
import { type Answer, type Outcome, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asObject, asText } from '../wire/json.ts'
import { setUpOutbound } from '../calls/newCall.ts'
import { newVapiCall } from './newCall.ts'
import { placementOutcomeOf, rejectPlacement, type PlacementErrors } from '../calls/placement.ts'
import { isE164 } from '../calls/scenario.ts'
import { pageOf } from './lists.ts'
import { overridden, vapiCall } from './views.ts'
import type { SimulatorContext } from '../calls/context.ts'

const REFUSALS: PlacementErrors = {
  http400: [400, 'Request refused by policy.'],
  http401: [401, 'Invalid Key. Hot tip, you may be using the private key instead of the public key, or vice versa.'],
  http402: [402, 'Insufficient credits.'],
  unknown_asset: [404, 'Assistant not found'],
  http429: [429, 'Rate limit exceeded.'],
  http500: [500, 'Internal server error'],
}

/** Vapi's calls: place, read, list, delete, fetch the recording, control while live. */
export function vapiCallRoutes(context: SimulatorContext): Route[] {
  const { calls } = context
  const mine = (id: string): VapiCall => {
    const call = calls.get(id)
    if (call?.provider !== 'vapi') throw new Refusal(404, 'Call not found')
    return call
  }
  const shown = (call: VapiCall) => vapiCall(call, calls.phaseOf(call), context.url)

  async function place({ body }: Request): Promise<Outcome> {
    const config = checkedConfig(context, body)
    const number = asObject(context.tables.vapiNumbers.get(asText(body.phoneNumberId)))
    const ring = setUpOutbound(randomUUID(), asText(number.number), asText(asObject(body.customer).number), context.seed)
    const refused = rejectPlacement(ring.behavior.placement, REFUSALS)
    if (refused) return refused
    const remaining = MAX_CONCURRENT_CALLS - calls.countActive('vapi') - 1
    if (remaining < 0) throw new Refusal(400, 'Over Concurrency Limit')
    const call = newVapiCall(context, ring, body, config)
    await calls.place(call)
    const subscriptionLimits = { concurrencyBlocked: false, concurrencyLimit: MAX_CONCURRENT_CALLS, remainingConcurrentCalls: remaining }
    const answer = { subscriptionLimits, ...vapiCall(call, 'queued', context.url) }
    return placementOutcomeOf(ring.behavior.placement, { status: 201, body: answer }, REFUSALS)
  }

  function list({ query }: Request): Answer {
    const equals = (name: string, value: unknown) => !query.has(name) || query.get(name) === value
    const isWanted = (call: VapiCall) =>
      equals('id', call.id) && equals('assistantId', call.wire.request.assistantId) && equals('phoneNumberId', call.wire.phoneNumberId)
    const chosen = calls.list().filter((call): call is VapiCall => call.provider === 'vapi' && isWanted(call))
    return { status: 200, body: pageOf(chosen, query, ({ createdAt }) => createdAt).map(shown) }
  }

  function recording({ params }: Request): Answer {
    const url = asText(asObject(shown(mine(params.id!)).artifact).recordingUrl)
    if (!url) throw new Refusal(404, 'Recording not found')
    return { status: 302, headers: { location: url } }
  }

  async function control({ params, headers, body }: Request): Promise<Answer> {
    const call = mine(params.id!)
    checkAccess(call.wire.monitor.control, headers, context)
    const phase = calls.phaseOf(call)
    if (phase === 'ended' || phase === 'analyzed') throw new Refusal(404, 'Call is not active')
    if (body.type === 'end-call') await calls.stop(call)
    return { status: 200, body: { success: true } }
  }

  return [
    route('POST /call', place, 'place_call'),
    route('GET /call', list, 'get_call'),
    route('GET /call/:id', ({ params }) => ({ status: 200, body: shown(mine(params.id!)) }), 'get_call'),
    route(
      'DELETE /call/:id',
      async ({ params }) => {
        const call = mine(params.id!)
        await calls.remove(call)
        return { status: 200, body: shown(call) }
      },
      'delete',
    ),
    route('GET /call/:id/mono-recording', recording),
    route('GET /call/:id/stereo-recording', recording),
    route('POST /live/:id/control', control, 'end_call'),
  ]
}

/** Throws what Vapi answers those who may not listen or control: with or without the key, as the monitor plan says. */
export function checkAccess(access: MonitorAccess, headers: Request['headers'], { vapiApiKey }: SimulatorContext): void {
  if (access === 'none') throw new Refusal(403, 'Forbidden')
  if (access === 'key' && headers.authorization !== `Bearer ${vapiApiKey}`) throw new Refusal(401, 'Unauthorized')
}

/** The assistant with the call's overrides. Throws Vapi's refusals of a call it cannot place. */
function checkedConfig({ tables }: SimulatorContext, body: JsonObject): JsonObject {
  const assistant = body.assistant === undefined ? tables.assistants.get(asText(body.assistantId)) : asObject(body.assistant)
  if (!assistant) throw new Refusal(400, "Couldn't get assistant for call: assistant not found")
  if (!tables.vapiNumbers.get(asText(body.phoneNumberId))) throw new Refusal(400, "Couldn't get phone number for call: phone number not found")
  if (body.metadata !== undefined) throw new Refusal(400, 'property metadata should not exist')
  const customer = asObject(body.customer)
  if (!isE164(asText(customer.number))) throw new Refusal(400, 'customer.number must be a valid phone number in the E.164 format')
  const short = { name: body.name, 'customer.name': customer.name, 'customer.externalId': customer.externalId }
  for (const [field, value] of Object.entries(short)) {
    if (asText(value).length > 40) throw new Refusal(400, `${field} must be shorter than or equal to 40 characters`)
  }
  return overridden(assistant, asObject(body.assistantOverrides))
}
