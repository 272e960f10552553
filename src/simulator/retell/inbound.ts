import { nowMs, sleep } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { MAX_CONCURRENT_CALLS } from '../calls/calls.ts'
import { Refusal } from '../wire/http.ts'
import type { InboundResult } from '../calls/call.ts'
import { asList, asObject, asText } from '../wire/json.ts'
import type { CallSetup } from '../calls/newCall.ts'
import { newRetellCall, versionOf } from './newCall.ts'
import { found } from './agents.ts'
import { newRetellId } from './calls.ts'
import { retellRetries, WITHHELD } from './views.ts'
import { behaviorOfCaller } from '../calls/scenario.ts'
import { RING_SECONDS, elapsedRingSeconds } from '../calls/timeline.ts'
import { post, retellSignature } from '../calls/webhooks.ts'
import type { SimulatorContext } from '../calls/context.ts'

const TIMEOUT_MS = 10_000

/**
 * Somebody calls a number at Retell. Its webhook is asked who takes the call; no answer leaves it to the agent bound to
 * the number, if any, and an answer that names nobody turns the caller away. A call that nobody takes is not kept.
 */
export async function retellIsCalled(context: SimulatorContext, from: string, to: string): Promise<InboundResult> {
  const number = context.tables.retellNumbers.get(to)
  if (!number) throw new Refusal(404, `${to} is not a number at Retell`)
  const ring: CallSetup = { id: newRetellId(), direction: 'inbound', from, to, createdAt: nowMs(), ringTimeoutSeconds: RING_SECONDS, behavior: behaviorOfCaller(from) }
  const taken = (answered: boolean, reason: string): InboundResult => ({ id: ring.id, answered, reason })
  if (context.calls.countActive('retell') >= MAX_CONCURRENT_CALLS) return taken(false, 'too many calls at once')

  const bound = asObject(asList(number.inbound_agents)[0])
  const url = asText(number.inbound_webhook_url)
  const answer = url ? await ask(context, ring, url, bound) : null
  const { override_agent_id, override_agent_version, agent_override, dynamic_variables: variables, metadata } = answer ?? {}
  const agentId = asText(override_agent_id) || asText(bound.agent_id)
  if (!agentId) return taken(false, answer ? 'rejected' : url ? 'no answer in time' : 'nobody answers this number')
  try {
    const agent = found(context.tables.agents, agentId)
    const version = versionOf(agent, override_agent_version ?? (agentId === bound.agent_id ? bound.agent_version : undefined))
    const ringTimeoutSeconds = elapsedRingSeconds(ring.createdAt, context.speed)
    const terms = { agent, version, override: asObject(agent_override), metadata, variables, sipHeaders: undefined }
    await context.calls.place(newRetellCall(context, { ...ring, ringTimeoutSeconds }, terms))
  } catch (error) {
    if (error instanceof Refusal) return taken(false, 'the agent is not known')
    throw error
  }
  return taken(true, answer || !url ? 'answered' : 'no answer in time, so the agent bound to the number took it')
}

/** The webhook's answer, or null when there is none in time, three more times. */
async function ask(context: SimulatorContext, { id, from, to }: CallSetup, url: string, bound: JsonObject): Promise<JsonObject | null> {
  const agent = bound.agent_id === undefined ? {} : { agent_id: bound.agent_id, agent_version: bound.agent_version }
  const call_inbound = { call_id: id, ...agent, from_number: from || WITHHELD, to_number: to }
  const body = JSON.stringify({ event: 'call_inbound', event_timestamp: nowMs(), call_inbound })
  const { retries, pauseMs } = retellRetries(context.speed)
  for (let failures = 0; ; failures++) {
    const headers = { 'x-retell-signature': retellSignature(body, context.retellApiKey) }
    const reply = await post({ url, body, timeoutMs: TIMEOUT_MS }, headers)
    if (reply.status >= 200 && reply.status < 300) return asObject(reply.body.call_inbound)
    if (failures >= retries) return null
    await sleep(pauseMs(failures))
  }
}
