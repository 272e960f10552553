import { nowMs, sleep } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { MAX_CONCURRENT_CALLS } from '../calls/calls.ts'
import { Refusal } from '../wire/http.ts'
import type { InboundResult } from '../calls/call.ts'
import { asList, asObject, asText } from '../wire/json.ts'
import type { CallSetup } from '../calls/newCall.ts'
import { createRetellCall, versionOf } from './newCall.ts'
import { requireRow } from './agents.ts'
import { createRetellId } from './calls.ts'
import { retellRetryPolicy, WITHHELD } from './views.ts'
import { behaviorOfCaller } from '../calls/scenario.ts'
import { RING_SECONDS, elapsedRingSeconds } from '../calls/timeline.ts'
import { retellSignature } from '../calls/webhooks.ts'
import type { SimulatorContext } from '../calls/context.ts'

const WEBHOOK_TIMEOUT_MS = 10_000

/**
 * Receives a call to a Retell number. Asks its webhook which agent answers. Without a response, the number's own agent answers, if it has one;
 * a response without an agent rejects the call. A call that no agent answers is not stored.
 */
export async function receiveRetellCall(context: SimulatorContext, from: string, to: string): Promise<InboundResult> {
  const number = context.tables.retellNumbers.get(to)
  if (!number) throw new Refusal(404, `${to} is not a number at Retell`)
  const setup: CallSetup = {
    id: createRetellId(),
    direction: 'inbound',
    from,
    to,
    createdAt: nowMs(),
    ringTimeoutSeconds: RING_SECONDS,
    behavior: behaviorOfCaller(from),
  }
  const toResult = (answered: boolean, reason: string): InboundResult => ({ id: setup.id, answered, reason })
  if (context.calls.countActive('retell') >= MAX_CONCURRENT_CALLS) return toResult(false, 'too many active calls')

  const boundAgent = asObject(asList(number.inbound_agents)[0])
  const url = asText(number.inbound_webhook_url)
  const answer = url ? await requestAgent(context, setup, url, boundAgent) : null
  const { override_agent_id, override_agent_version, agent_override, dynamic_variables: variables, metadata } = answer ?? {}
  const agentId = asText(override_agent_id) || asText(boundAgent.agent_id)
  if (!agentId) return toResult(false, answer ? 'rejected' : url ? 'no response in time' : 'no agent answers this number')
  try {
    const agent = requireRow(context.tables.agents, agentId)
    const version = versionOf(agent, override_agent_version ?? (agentId === boundAgent.agent_id ? boundAgent.agent_version : undefined))
    const ringTimeoutSeconds = elapsedRingSeconds(setup.createdAt, context.speed)
    const options = { agent, version, override: asObject(agent_override), metadata, variables, sipHeaders: undefined }
    await context.calls.place(createRetellCall(context, { ...setup, ringTimeoutSeconds }, options))
  } catch (error) {
    if (error instanceof Refusal) return toResult(false, 'unknown agent')
    throw error
  }
  return toResult(true, answer || !url ? 'answered' : 'no response in time, so the agent of the number answered')
}

/** The webhook's response after up to three retries; null if there is none. */
async function requestAgent(context: SimulatorContext, { id, from, to }: CallSetup, url: string, bound: JsonObject): Promise<JsonObject | null> {
  const agent = bound.agent_id === undefined ? {} : { agent_id: bound.agent_id, agent_version: bound.agent_version }
  const call_inbound = { call_id: id, ...agent, from_number: from || WITHHELD, to_number: to }
  const body = JSON.stringify({ event: 'call_inbound', event_timestamp: nowMs(), call_inbound })
  const { retries, retryDelayMs } = retellRetryPolicy(context.speed)
  for (let failures = 0; ; failures++) {
    const headers = { 'x-retell-signature': retellSignature(body, context.retellApiKey) }
    const reply = await context.post({ url, body, timeoutMs: WEBHOOK_TIMEOUT_MS }, headers)
    if (reply.status >= 200 && reply.status < 300) return asObject(reply.body.call_inbound)
    if (failures >= retries) return null
    await sleep(retryDelayMs(failures))
  }
}
