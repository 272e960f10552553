import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../provider.ts'
import type { Field } from './answers.ts'
import type { RetellCall } from './call.ts'
import { CONCURRENCY_LIMIT } from './calls.ts'
import { converse } from './conversation.ts'
import { type Answer, type Outcome, Refusal, type Request, type Route, route } from './http.ts'
import { asList, asNumber, asObject, asText } from './json.ts'
import { placementOutcome, refusePlacement } from './placement.ts'
import { found, UNKNOWN_ASSET } from './retellAgents.ts'
import { RETELL_EVENTS, retellCall, retellListedCall, retellStoredCall } from './retellViews.ts'
import { type Fate, fateOf, isE164 } from './scenario.ts'
import type { Versioned } from './tables.ts'
import type { World } from './world.ts'

const REFUSALS = {
  400: 'Invalid request format, please check API reference.',
  402: 'Trial has ended, please add payment method.',
  429: 'Account rate limited, please throttle your requests.',
  500: 'An unexpected server error occurred.',
}
const DEFAULT_EVENTS = ['call_started', 'call_ended', 'call_analyzed']
const EVENT_KINDS = Object.keys(RETELL_EVENTS) as (keyof typeof RETELL_EVENTS)[]

/** Retell's calls: place, read, list, change, stop, delete. */
export function retellCallRoutes(world: World): Route[] {
  const { calls, tables } = world
  const mine = (id: string): RetellCall => {
    const call = calls.get(id)
    if (call?.provider !== 'retell') throw new Refusal(422, UNKNOWN_ASSET)
    return call
  }
  const shown = (call: RetellCall) => retellStoredCall(call, calls.phase(call), world.url)

  async function place({ body }: Request): Promise<Outcome> {
    const to = asText(body.to_number)
    if (!isE164(to)) throw new Refusal(400, 'to_number is not a valid E.164 number')
    const number = found(tables.retellNumbers, asText(body.from_number))
    const bound = asObject(asList(number.outbound_agents)[0])
    const agent = found(tables.agents, asText(body.override_agent_id ?? bound.agent_id))
    const version = versionOf(agent, body.override_agent_version ?? bound.agent_version)
    const fate = fateOf(to, world.seed)
    refusePlacement(fate.placement, REFUSALS)
    if (calls.live('retell') >= CONCURRENCY_LIMIT) throw new Refusal(429, REFUSALS[429])
    const call = newRetellCall(world, body, agent, version, fate)
    await calls.place(call)
    return placementOutcome(fate.placement, { status: 201, body: retellStoredCall(call, 'queued', world.url) }, REFUSALS[500])
  }

  async function update({ params, body }: Request): Promise<Answer> {
    const call = mine(params.id!)
    if (body.metadata !== undefined) call.wire.metadata = asObject(body.metadata)
    if (body.data_storage_setting) call.wire.storage = storageOf(body.data_storage_setting)
    await calls.save(call)
    return { status: 200, body: shown(call) }
  }

  function list({ body }: Request): Answer {
    const filter = asObject(body.filter_criteria)
    const chosen = calls.all().filter((call): call is RetellCall => call.provider === 'retell' && matches(call, filter, world))
    const ordered = body.sort_order === 'ascending' ? chosen : chosen.reverse()
    const after = ordered.findIndex((call) => call.id === body.pagination_key) + 1
    const first = Math.max(after, asNumber(body.skip, 0))
    const page = ordered.slice(first, first + Math.min(1000, asNumber(body.limit, 50)))
    const more = first + page.length < ordered.length
    const items = page.map((call) => retellListedCall(call, calls.phase(call), world.url))
    return { status: 200, body: { items, has_more: more, ...(more && page.length > 0 ? { pagination_key: page.at(-1)!.id } : {}) } }
  }

  return [
    route('POST /v2/create-phone-call', place, 'place_call'),
    route('GET /v2/get-call/:id', ({ params }) => ({ status: 200, body: shown(mine(params.id!)) }), 'get_call'),
    route('POST /v3/list-calls', list, 'get_call'),
    route('PATCH /v2/update-call/:id', update),
    route('POST /v2/stop-call/:id', async ({ params }) => {
      if (!(await calls.stop(mine(params.id!)))) throw new Refusal(422, 'Call is not ongoing.')
      return { status: 204 }
    }),
    route('DELETE /v2/delete-call/:id', async ({ params }) => {
      await calls.remove(mine(params.id!))
      return { status: 204 }
    }),
  ]
}

/** A version by number, `latest` or `latest_published`; the latest when none is named. */
function versionOf(agent: Versioned, wanted: unknown): number {
  const latest = wanted === 'latest_published' ? Math.max(-1, ...agent.published) : agent.versions.length - 1
  const version = typeof wanted === 'number' ? wanted : latest
  if (!agent.versions[version]) throw new Refusal(422, UNKNOWN_ASSET)
  return version
}

const storageOf = (setting: unknown) => (['basic_attributes_only', 'everything_except_pii'] as const).find((one) => one === setting) ?? 'everything'

/** Retell's analysis items in the words of JSON Schema. Presets are not asked for: they are the analysis itself. */
const fieldsOf = (items: unknown): Field[] =>
  asList(items)
    .map(asObject)
    .filter(({ type }) => type !== 'system-presets')
    .map(({ name, type, description, choices, examples }) => ({
      name: asText(name),
      schema: type === 'enum' ? { type: 'string', enum: choices, description } : { type, description, examples },
    }))

function newRetellCall(world: World, body: JsonObject, agent: Versioned, version: number, fate: Fate): RetellCall {
  const override = asObject(body.agent_override)
  const config: JsonObject = { ...agent.versions[version], ...asObject(override.agent) }
  const engine = asObject(config.response_engine)
  const savedLlm = world.tables.llms.get(asText(engine.llm_id))?.versions[asNumber(engine.version, 0)]
  const llm: JsonObject = { ...savedLlm, ...asObject(override.retell_llm) }
  const events = Array.isArray(config.webhook_events) ? config.webhook_events : DEFAULT_EVENTS
  const isHeard = asText(config.webhook_url) !== '' && fate.webhooks !== 'never'
  const storage = storageOf(config.data_storage_setting)
  const now = Date.now()
  const to = asText(body.to_number)
  const agentName = asText(config.agent_name)
  const given = (value: unknown) => (value === undefined ? undefined : asObject(value))
  return {
    provider: 'retell',
    id: `call_${randomBytes(14).toString('hex')}`,
    from: asText(body.from_number),
    to,
    createdAt: now,
    speed: world.speed,
    scenario: fate.scenario,
    webhooks: fate.webhooks,
    announces: isHeard ? EVENT_KINDS.filter((kind) => events.includes(RETELL_EVENTS[kind])) : [],
    maxSeconds: asNumber(config.max_call_duration_ms, 3_600_000) / 1000,
    stoppedAfter: null,
    delivered: 0,
    finished: false,
    audio: storage === 'basic_attributes_only' ? 'transient' : 'kept',
    conversation: converse(
      {
        agentName,
        prompt: asText(llm.general_prompt),
        firstMessage: asText(llm.begin_message),
        variables: asObject(body.retell_llm_dynamic_variables),
        language: config.language ?? 'en-US',
        fields: fieldsOf(config.post_call_analysis_data),
      },
      fate.scenario,
      { seed: world.seed, to, day: new Date(now) },
    ),
    wire: {
      agentId: agent.id,
      agentVersion: version,
      agentName: agentName || undefined,
      model: asText(llm.model) || 'gpt-4.1',
      metadata: given(body.metadata),
      variables: given(body.retell_llm_dynamic_variables),
      sipHeaders: given(body.custom_sip_headers),
      storage,
      signedUrl: config.opt_in_signed_url === true,
      webhook: asText(config.webhook_url) ? { url: asText(config.webhook_url), timeoutMs: asNumber(config.webhook_timeout_ms, 10_000) } : null,
    },
  }
}

/**
 * The list's filters. Calls whose metadata is not given back are still found by it: what Retell does there is
 * not documented.
 */
function matches(call: RetellCall, filter: JsonObject, { calls, url }: World): boolean {
  const passes = (condition: JsonObject, value: unknown) => (condition.op === 'ne' ? value !== condition.value : value === condition.value)
  const texts = { call_id: call.id, from_number: call.from, to_number: call.to }
  const worded = ['call_status', 'disconnection_reason'].filter((name) => filter[name])
  return (
    asList(filter.metadata)
      .map(asObject)
      .every((one) => passes(one, call.wire.metadata?.[asText(one.key)])) &&
    Object.entries(texts).every(([name, value]) => !filter[name] || passes(asObject(filter[name]), value)) &&
    (!filter.agent ||
      asList(filter.agent)
        .map(asObject)
        .some((agent) => agent.agent_id === call.wire.agentId)) &&
    worded.every((name) => asList(asObject(filter[name]).value).includes(retellCall(call, calls.phase(call), url)[name]))
  )
}
