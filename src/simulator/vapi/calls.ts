import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../providers/provider.ts'
import type { MonitorAccess, VapiCall } from '../calls/call.ts'
import { MAX_CONCURRENT_CALLS } from '../calls/calls.ts'
import { type Answer, type Outcome, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asObject, asText } from '../wire/json.ts'
import { setUpOutbound } from '../calls/newCall.ts'
import { createVapiCall } from './newCall.ts'
import { placementOutcomeOf, rejectPlacement, type PlacementErrors } from '../calls/placement.ts'
import { isE164 } from '../calls/scenario.ts'
import { toPage } from './lists.ts'
import { applyOverrides, toVapiCall } from './views.ts'
import type { SimulatorContext } from '../calls/context.ts'

const REFUSALS: PlacementErrors = {
  http400: [400, 'Request refused by policy.'],
  http401: [401, 'Invalid Key. Hot tip, you may be using the private key instead of the public key, or vice versa.'],
  http402: [402, 'Insufficient credits.'],
  unknown_asset: [404, 'Assistant not found'],
  http429: [429, 'Rate limit exceeded.'],
  http500: [500, 'Internal server error'],
}

/** Vapi's calls: place, get, list, delete, get the recording, and control live ones. */
export function vapiCallRoutes(context: SimulatorContext): Route[] {
  const { calls } = context
  const requireCall = (id: string): VapiCall => {
    const call = calls.get(id)
    if (call?.provider !== 'vapi') throw new Refusal(404, 'Call not found')
    return call
  }
  const toView = (call: VapiCall) => toVapiCall(call, calls.phaseOf(call), context.url)

  async function placeCall({ body }: Request): Promise<Outcome> {
    const config = requireConfig(context, body)
    const number = asObject(context.tables.vapiNumbers.get(asText(body.phoneNumberId)))
    const setup = setUpOutbound(randomUUID(), asText(number.number), asText(asObject(body.customer).number), context.seed)
    const rejection = rejectPlacement(setup.behavior.placement, REFUSALS)
    if (rejection) return rejection
    const remaining = MAX_CONCURRENT_CALLS - calls.countActive('vapi') - 1
    if (remaining < 0) throw new Refusal(400, 'Over Concurrency Limit')
    const call = createVapiCall(context, setup, body, config)
    await calls.place(call)
    const subscriptionLimits = { concurrencyBlocked: false, concurrencyLimit: MAX_CONCURRENT_CALLS, remainingConcurrentCalls: remaining }
    const answer = { subscriptionLimits, ...toVapiCall(call, 'queued', context.url) }
    return placementOutcomeOf(setup.behavior.placement, { status: 201, body: answer }, REFUSALS)
  }

  function listCalls({ query }: Request): Answer {
    const matchesParameter = (name: string, value: unknown) => !query.has(name) || query.get(name) === value
    const matches = (call: VapiCall) =>
      matchesParameter('id', call.id) &&
      matchesParameter('assistantId', call.wire.request.assistantId) &&
      matchesParameter('phoneNumberId', call.wire.phoneNumberId)
    const matching = calls.list().filter((call): call is VapiCall => call.provider === 'vapi' && matches(call))
    return { status: 200, body: toPage(matching, query, ({ createdAt }) => createdAt).map(toView) }
  }

  function getRecording({ params }: Request): Answer {
    const url = asText(asObject(toView(requireCall(params.id!)).artifact).recordingUrl)
    if (!url) throw new Refusal(404, 'Recording not found')
    return { status: 302, headers: { location: url } }
  }

  async function controlCall({ params, headers, body }: Request): Promise<Answer> {
    const call = requireCall(params.id!)
    requireAccess(call.wire.monitor.control, headers, context)
    const phase = calls.phaseOf(call)
    if (phase === 'ended' || phase === 'analyzed') throw new Refusal(404, 'Call is not active')
    if (body.type === 'end-call') await calls.stop(call)
    return { status: 200, body: { success: true } }
  }

  return [
    route('POST /call', placeCall, 'place_call'),
    route('GET /call', listCalls, 'get_call'),
    route('GET /call/:id', ({ params }) => ({ status: 200, body: toView(requireCall(params.id!)) }), 'get_call'),
    route(
      'DELETE /call/:id',
      async ({ params }) => {
        const call = requireCall(params.id!)
        await calls.remove(call)
        return { status: 200, body: toView(call) }
      },
      'delete',
    ),
    route('GET /call/:id/mono-recording', getRecording),
    route('GET /call/:id/stereo-recording', getRecording),
    route('POST /live/:id/control', controlCall, 'end_call'),
  ]
}

/** Throws Vapi's refusal if the request cannot listen or control, as the monitor plan demands. */
export function requireAccess(access: MonitorAccess, headers: Request['headers'], { vapiApiKey }: SimulatorContext): void {
  if (access === 'none') throw new Refusal(403, 'Forbidden')
  if (access === 'key' && headers.authorization !== `Bearer ${vapiApiKey}`) throw new Refusal(401, 'Unauthorized')
}

/** The assistant with the call's overrides. Throws Vapi's refusal for a call that it cannot place. */
function requireConfig({ tables }: SimulatorContext, body: JsonObject): JsonObject {
  const assistant = body.assistant === undefined ? tables.assistants.get(asText(body.assistantId)) : asObject(body.assistant)
  if (!assistant) throw new Refusal(400, "Couldn't get assistant for call: assistant not found")
  if (!tables.vapiNumbers.get(asText(body.phoneNumberId))) throw new Refusal(400, "Couldn't get phone number for call: phone number not found")
  if (body.metadata !== undefined) throw new Refusal(400, 'property metadata should not exist')
  const customer = asObject(body.customer)
  if (!isE164(asText(customer.number))) throw new Refusal(400, 'customer.number must be a valid phone number in the E.164 format')
  const limitedFields = { name: body.name, 'customer.name': customer.name, 'customer.externalId': customer.externalId }
  for (const [field, value] of Object.entries(limitedFields)) {
    if (asText(value).length > 40) throw new Refusal(400, `${field} must be shorter than or equal to 40 characters`)
  }
  return applyOverrides(assistant, asObject(body.assistantOverrides))
}
