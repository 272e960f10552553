import { randomUUID } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import type { VapiCall } from '../calls/call.ts'
import { MAX_CONCURRENT_CALLS } from '../calls/calls.ts'
import { createAnnouncement } from '../calls/conversation.ts'
import { Refusal } from '../wire/http.ts'
import type { InboundResult } from '../calls/call.ts'
import { isObject } from '../../kernel/json/json.ts'
import { asObject, asText } from '../wire/json.ts'
import type { Scenario } from '../calls/testNumbers.ts'
import type { CallSetup } from '../calls/newCall.ts'
import { newVapiCall } from './newCall.ts'
import { behaviorOfCaller } from '../calls/scenario.ts'
import { elapsedRingSeconds } from '../calls/timeline.ts'
import { vapiMessage } from './messages.ts'
import { overridden, vapiCall } from './views.ts'
import { post } from '../calls/webhooks.ts'
import type { SimulatorContext } from '../calls/context.ts'

/** From end to end, whatever the server's own timeout is. */
const TIMEOUT_MS = 7500

/** How a call ends that no assistant takes, and what that is called here. */
type Untaken = Extract<Scenario, 'request_failed' | 'no_assistant' | 'invalid_assistant' | 'forwarded' | 'turned_away'>
const REASONS: Record<Untaken, string> = {
  request_failed: 'no answer in time',
  no_assistant: 'nobody answers this number',
  invalid_assistant: 'the assistant is not known',
  forwarded: 'forwarded to another number, which is not simulated',
  turned_away: 'rejected',
}

/**
 * Somebody calls a number at Vapi. Without an assistant of its own, its server is asked once who takes the call. The
 * call has one id from the first ring on: it is kept before the question, so that it ends by itself if the simulator dies
 * before the answer.
 */
export async function vapiIsCalled(context: SimulatorContext, from: string, to: string): Promise<InboundResult> {
  const number = context.tables.vapiNumbers.all().findLast((row) => row.number === to)
  if (!number) throw new Refusal(404, `${to} is not a number at Vapi`)
  if (context.calls.countActive('vapi') >= MAX_CONCURRENT_CALLS) return { id: randomUUID(), answered: false, reason: 'too many calls at once' }
  const patience = (TIMEOUT_MS * context.speed) / 1000
  const ring: CallSetup = { id: randomUUID(), direction: 'inbound', from, to, createdAt: nowMs(), ringTimeoutSeconds: patience, behavior: behaviorOfCaller(from) }
  const request: JsonObject = { phoneNumberId: number.id, customer: from ? { number: from } : {} }
  const ringing = newVapiCall(context, { ...ring, behavior: { ...ring.behavior, scenario: 'request_failed' } }, request, {})
  const answeredNow = () => ({ ...ring, ringTimeoutSeconds: elapsedRingSeconds(ring.createdAt, context.speed) })

  async function turnAway(scenario: Untaken, words = ''): Promise<InboundResult> {
    await context.calls.place({ ...newVapiCall(context, { ...answeredNow(), behavior: { ...ring.behavior, scenario } }, request, {}), conversation: createAnnouncement(words) })
    return { id: ring.id, answered: false, reason: REASONS[scenario] }
  }

  const answer = number.assistantId ? { assistantId: number.assistantId } : await ask(context, ringing)
  if (answer === null) return turnAway('request_failed')
  if (answer === undefined) return turnAway('no_assistant')
  if (asText(answer.error)) return turnAway('turned_away', asText(answer.error))
  if (isObject(answer.destination)) return turnAway('forwarded')
  const base = isObject(answer.assistant) ? answer.assistant : context.tables.assistants.get(asText(answer.assistantId))
  if (!base) return turnAway(answer.assistantId === undefined ? 'no_assistant' : 'invalid_assistant')
  const { assistantId, assistant, assistantOverrides } = answer
  const config = overridden(base, asObject(assistantOverrides))
  await context.calls.place(newVapiCall(context, answeredNow(), { ...request, assistantId, assistant, assistantOverrides }, config))
  return { id: ring.id, answered: true, reason: 'answered' }
}

/** The server's answer; null when there is none in time, undefined when there is no server to ask. */
async function ask(context: SimulatorContext, ringing: VapiCall): Promise<JsonObject | null | undefined> {
  const message = vapiMessage(context, ringing, { type: 'assistant-request' }, vapiCall(ringing, 'ringing', context.url), ringing.createdAt)
  if (!message) return undefined
  await context.calls.save(ringing)
  const reply = await post({ ...message, timeoutMs: TIMEOUT_MS }, message.headers())
  return reply.status >= 200 && reply.status < 300 ? reply.body : null
}
