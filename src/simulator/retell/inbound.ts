import { nowMs, sleep } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { CONCURRENCY_LIMIT } from '../calls/calls.ts'
import { Refusal } from '../wire/http.ts'
import type { Taken } from '../calls/call.ts'
import { asList, asObject, asText } from '../wire/json.ts'
import type { Ring } from '../calls/newCall.ts'
import { newRetellCall, versionOf } from './newCall.ts'
import { found } from './agents.ts'
import { newRetellId } from './calls.ts'
import { retellRetries, WITHHELD } from './views.ts'
import { fateOfCaller } from '../calls/scenario.ts'
import { RING_SECONDS, simulatedSecondsSince } from '../calls/timeline.ts'
import { post, retellSignature } from '../calls/webhooks.ts'
import type { World } from '../calls/world.ts'

const TIMEOUT_MS = 10_000

/**
 * Somebody calls a number at Retell. Its webhook is asked who takes the call; no answer leaves it to the agent bound to
 * the number, if any, and an answer that names nobody turns the caller away. A call that nobody takes is not kept.
 */
export async function retellIsCalled(world: World, from: string, to: string): Promise<Taken> {
  const number = world.tables.retellNumbers.get(to)
  if (!number) throw new Refusal(404, `${to} is not a number at Retell`)
  const ring: Ring = { id: newRetellId(), direction: 'inbound', from, to, createdAt: nowMs(), ringTimeoutSeconds: RING_SECONDS, fate: fateOfCaller(from) }
  const taken = (answered: boolean, reason: string): Taken => ({ id: ring.id, answered, reason })
  if (world.calls.live('retell') >= CONCURRENCY_LIMIT) return taken(false, 'too many calls at once')

  const bound = asObject(asList(number.inbound_agents)[0])
  const url = asText(number.inbound_webhook_url)
  const answer = url ? await ask(world, ring, url, bound) : null
  const { override_agent_id, override_agent_version, agent_override, dynamic_variables: variables, metadata } = answer ?? {}
  const agentId = asText(override_agent_id) || asText(bound.agent_id)
  if (!agentId) return taken(false, answer ? 'rejected' : url ? 'no answer in time' : 'nobody answers this number')
  try {
    const agent = found(world.tables.agents, agentId)
    const version = versionOf(agent, override_agent_version ?? (agentId === bound.agent_id ? bound.agent_version : undefined))
    const ringTimeoutSeconds = simulatedSecondsSince(ring.createdAt, world.speed)
    const terms = { agent, version, override: asObject(agent_override), metadata, variables, sipHeaders: undefined }
    await world.calls.place(newRetellCall(world, { ...ring, ringTimeoutSeconds }, terms))
  } catch (error) {
    if (error instanceof Refusal) return taken(false, 'the agent is not known')
    throw error
  }
  return taken(true, answer || !url ? 'answered' : 'no answer in time, so the agent bound to the number took it')
}

/** The webhook's answer, or null when there is none in time, three more times. */
async function ask(world: World, { id, from, to }: Ring, url: string, bound: JsonObject): Promise<JsonObject | null> {
  const agent = bound.agent_id === undefined ? {} : { agent_id: bound.agent_id, agent_version: bound.agent_version }
  const call_inbound = { call_id: id, ...agent, from_number: from || WITHHELD, to_number: to }
  const body = JSON.stringify({ event: 'call_inbound', event_timestamp: nowMs(), call_inbound })
  const { retries, pauseMs } = retellRetries(world.speed)
  for (let failures = 0; ; failures++) {
    const headers = { 'x-retell-signature': retellSignature(body, world.retellApiKey) }
    const reply = await post({ url, body, timeoutMs: TIMEOUT_MS }, headers)
    if (reply.status >= 200 && reply.status < 300) return asObject(reply.body.call_inbound)
    if (failures >= retries) return null
    await sleep(pauseMs(failures))
  }
}
