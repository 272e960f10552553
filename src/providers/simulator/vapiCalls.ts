import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../provider.ts'
import { fieldsOf } from './answers.ts'
import type { VapiCall, VapiServer } from './call.ts'
import { CONCURRENCY_LIMIT } from './calls.ts'
import { converse } from './conversation.ts'
import { type Answer, type Outcome, Refusal, type Request, type Route, route } from './http.ts'
import { asList, asNumber, asObject, asText } from './json.ts'
import { placementOutcome, refusePlacement } from './placement.ts'
import { type Fate, fateOf, isE164 } from './scenario.ts'
import { overridden, vapiAnnounces, vapiCall } from './vapiViews.ts'
import type { World } from './world.ts'

const REFUSALS = { 400: 'Request refused by policy.', 402: 'Insufficient credits.', 429: 'Rate limit exceeded.', 500: 'Internal server error' }

const DEFAULT_SERVER_MESSAGES = [
  'conversation-update',
  'end-of-call-report',
  'function-call',
  'hang',
  'speech-update',
  'status-update',
  'tool-calls',
  'transfer-destination-request',
  'handoff-destination-request',
  'user-interrupted',
  'assistant.started',
]

/** What the vendor keeps of a call request and gives back. */
const ECHOED = ['name', 'assistantId', 'assistantVersion', 'assistant', 'assistantOverrides', 'phoneNumberId', 'customer', 'schedulePlan']

const TIME_FILTERS = {
  createdAtGt: (time: number, limit: number) => time > limit,
  createdAtGe: (time: number, limit: number) => time >= limit,
  createdAtLt: (time: number, limit: number) => time < limit,
  createdAtLe: (time: number, limit: number) => time <= limit,
}

/** Vapi's calls: place, read, list, delete, fetch the recording, control while live. */
export function vapiCallRoutes(world: World): Route[] {
  const { calls } = world
  const mine = (id: string): VapiCall => {
    const call = calls.get(id)
    if (call?.provider !== 'vapi') throw new Refusal(404, 'Call not found')
    return call
  }
  const shown = (call: VapiCall) => vapiCall(call, calls.phase(call), world.url)

  async function place({ body }: Request): Promise<Outcome> {
    const config = checkedConfig(world, body)
    const fate = fateOf(asText(asObject(body.customer).number), world.seed)
    refusePlacement(fate.placement, REFUSALS)
    const remaining = CONCURRENCY_LIMIT - calls.live('vapi') - 1
    if (remaining < 0) throw new Refusal(400, 'Over Concurrency Limit')
    const call = newVapiCall(world, body, config, fate)
    await calls.place(call)
    const subscriptionLimits = { concurrencyBlocked: false, concurrencyLimit: CONCURRENCY_LIMIT, remainingConcurrentCalls: remaining }
    const answer = { subscriptionLimits, ...vapiCall(call, 'queued', world.url) }
    return placementOutcome(fate.placement, { status: 201, body: answer }, REFUSALS[500])
  }

  function list({ query }: Request): Answer {
    const equals = (name: string, value: unknown) => !query.has(name) || query.get(name) === value
    const inTime = (time: number) => Object.entries(TIME_FILTERS).every(([name, holds]) => !query.has(name) || holds(time, timeOf(query.get(name)!)))
    const chosen = calls
      .all()
      .filter(
        (call): call is VapiCall =>
          call.provider === 'vapi' &&
          inTime(call.createdAt) &&
          equals('id', call.id) &&
          equals('assistantId', call.wire.request.assistantId) &&
          equals('phoneNumberId', call.wire.phoneNumberId),
      )
    return {
      status: 200,
      body: chosen
        .reverse()
        .slice(0, Number(query.get('limit') ?? 100))
        .map(shown),
    }
  }

  function recording({ params }: Request): Answer {
    const url = asText(asObject(shown(mine(params.id!)).artifact).recordingUrl)
    if (!url) throw new Refusal(404, 'Recording not found')
    return { status: 302, headers: { location: url } }
  }

  async function control({ params, body }: Request): Promise<Answer> {
    const call = mine(params.id!)
    const phase = calls.phase(call)
    if (phase === 'ended' || phase === 'analyzed') throw new Refusal(404, 'Call is not active')
    if (body.type === 'end-call') await calls.stop(call)
    return { status: 200, body: { success: true } }
  }

  return [
    route('POST /call', place, 'place_call'),
    route('GET /call', list, 'get_call'),
    route('GET /call/:id', ({ params }) => ({ status: 200, body: shown(mine(params.id!)) }), 'get_call'),
    route('DELETE /call/:id', async ({ params }) => {
      const call = mine(params.id!)
      await calls.remove(call)
      return { status: 200, body: shown(call) }
    }),
    route('GET /call/:id/mono-recording', recording),
    route('GET /call/:id/stereo-recording', recording),
    route('POST /live/:id/control', control),
  ]
}

function timeOf(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new Refusal(400, `${text} is not a valid ISO 8601 date`)
  return time
}

/** The assistant with the call's overrides. Throws Vapi's refusals of a call it cannot place. */
function checkedConfig({ tables }: World, body: JsonObject): JsonObject {
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

function newVapiCall(world: World, body: JsonObject, config: JsonObject, fate: Fate): VapiCall {
  const to = asText(asObject(body.customer).number)
  const number = asObject(world.tables.vapiNumbers.get(asText(body.phoneNumberId)))
  const server = serverOf(asObject(config.server)) ?? serverOf(asObject(number.server))
  const serverMessages = Array.isArray(config.serverMessages) ? config.serverMessages.map(String) : DEFAULT_SERVER_MESSAGES
  const plan = asObject(config.analysisPlan)
  const data = asObject(plan.structuredDataPlan)
  const now = Date.now()
  return {
    provider: 'vapi',
    id: randomUUID(),
    from: asText(number.number),
    to,
    createdAt: now,
    speed: world.speed,
    scenario: fate.scenario,
    webhooks: fate.webhooks,
    announces: server && fate.webhooks !== 'never' ? vapiAnnounces(serverMessages) : [],
    maxSeconds: asNumber(config.maxDurationSeconds, 600),
    stoppedAfter: null,
    delivered: 0,
    finished: false,
    audio: asObject(config.artifactPlan).recordingEnabled === false ? 'none' : 'kept',
    conversation: converse(
      {
        agentName: asText(config.name),
        prompt: asList(asObject(config.model).messages)
          .map((message) => asText(asObject(message).content))
          .join('\n'),
        firstMessage: asText(config.firstMessage),
        variables: asObject(config.variableValues),
        language: asObject(config.transcriber).language ?? asObject(config.voice).language ?? 'en',
        fields: data.enabled === true ? fieldsOf(asObject(data.schema)) : [],
      },
      fate.scenario,
      { seed: world.seed, to, day: new Date(now) },
    ),
    wire: {
      request: Object.fromEntries(ECHOED.filter((field) => body[field] !== undefined).map((field) => [field, body[field]])),
      phoneNumberId: asText(body.phoneNumberId),
      server,
      serverMessages,
      analysis: {
        summary: asObject(plan.summaryPlan).enabled !== false,
        success: asObject(plan.successEvaluationPlan).enabled !== false,
        data: data.enabled === true,
        minMessages: asNumber(plan.minMessagesThreshold, 2),
      },
    },
  }
}

function serverOf(server: JsonObject): VapiServer | null {
  const url = asText(server.url)
  if (!url) return null
  const backoff = asObject(server.backoffPlan)
  return {
    url,
    headers: Object.fromEntries(Object.entries(asObject(server.headers)).map(([name, value]) => [name, String(value)])),
    credentialId: asText(server.credentialId) || undefined,
    timeoutSeconds: asNumber(server.timeoutSeconds, 20),
    backoff: {
      exponential: backoff.type === 'exponential',
      maxRetries: asNumber(backoff.maxRetries, 0),
      baseDelaySeconds: asNumber(backoff.baseDelaySeconds, 1),
      excludedStatusCodes: asList(backoff.excludedStatusCodes).map(Number),
    },
  }
}
