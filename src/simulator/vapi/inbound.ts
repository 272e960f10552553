import { randomUUID } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import type { VapiCall } from '../calls/call.ts'
import { MAX_CONCURRENT_CALLS } from '../calls/calls.ts'
import { createAnnouncement } from '../calls/conversation.ts'
import { Refusal } from '../wire/http.ts'
import type { InboundResult } from '../calls/call.ts'
import { isObject } from '../../kernel/json/isObject.ts'
import { asObject, asText } from '../wire/json.ts'
import type { Scenario } from '../calls/testNumbers.ts'
import type { CallSetup } from '../calls/newCall.ts'
import { createVapiCall } from './newCall.ts'
import { behaviorOfCaller } from '../calls/scenario.ts'
import { elapsedRingSeconds } from '../calls/timeline.ts'
import { toVapiWebhook } from './messages.ts'
import { applyOverrides, toVapiCall } from './views.ts'
import type { SimulatorContext } from '../calls/context.ts'

/** Total time for the response, whatever the server's own timeout is. */
const WEBHOOK_TIMEOUT_MS = 7500

/** Scenarios of calls that no assistant answers, and their reasons in the simulator's API. */
type RejectedScenario = Extract<Scenario, 'request_failed' | 'no_assistant' | 'invalid_assistant' | 'forwarded' | 'turned_away'>
const REASONS: Record<RejectedScenario, string> = {
  request_failed: 'no response in time',
  no_assistant: 'no assistant answers this number',
  invalid_assistant: 'unknown assistant',
  forwarded: 'forwarded to another number, which is not simulated',
  turned_away: 'rejected',
}

/**
 * Receives a call to a Vapi number. Without its own assistant, asks its server once which assistant answers. The call is stored before that
 * request, so that it ends on its own if the simulator dies before the response, and its ID stays the same.
 */
export async function receiveVapiCall(context: SimulatorContext, from: string, to: string): Promise<InboundResult> {
  const number = context.tables.vapiNumbers.all().findLast((row) => row.number === to)
  if (!number) throw new Refusal(404, `${to} is not a number at Vapi`)
  if (context.calls.countActive('vapi') >= MAX_CONCURRENT_CALLS) return { id: randomUUID(), answered: false, reason: 'too many active calls' }
  const timeoutSeconds = (WEBHOOK_TIMEOUT_MS * context.speed) / 1000
  const setup: CallSetup = {
    id: randomUUID(),
    direction: 'inbound',
    from,
    to,
    createdAt: nowMs(),
    ringTimeoutSeconds: timeoutSeconds,
    behavior: behaviorOfCaller(from),
  }
  const request: JsonObject = { phoneNumberId: number.id, customer: from ? { number: from } : {} }
  const ringingCall = createVapiCall(context, { ...setup, behavior: { ...setup.behavior, scenario: 'request_failed' } }, request, {})
  const toAnsweredSetup = () => ({ ...setup, ringTimeoutSeconds: elapsedRingSeconds(setup.createdAt, context.speed) })

  async function rejectCall(scenario: RejectedScenario, message = ''): Promise<InboundResult> {
    await context.calls.place({
      ...createVapiCall(context, { ...toAnsweredSetup(), behavior: { ...setup.behavior, scenario } }, request, {}),
      conversation: createAnnouncement(message),
    })
    return { id: setup.id, answered: false, reason: REASONS[scenario] }
  }

  const answer = number.assistantId ? { assistantId: number.assistantId } : await requestAssistant(context, ringingCall)
  if (answer === null) return rejectCall('request_failed')
  if (answer === undefined) return rejectCall('no_assistant')
  if (asText(answer.error)) return rejectCall('turned_away', asText(answer.error))
  if (isObject(answer.destination)) return rejectCall('forwarded')
  const base = isObject(answer.assistant) ? answer.assistant : context.tables.assistants.get(asText(answer.assistantId))
  if (!base) return rejectCall(answer.assistantId === undefined ? 'no_assistant' : 'invalid_assistant')
  const { assistantId, assistant, assistantOverrides } = answer
  const config = applyOverrides(base, asObject(assistantOverrides))
  await context.calls.place(createVapiCall(context, toAnsweredSetup(), { ...request, assistantId, assistant, assistantOverrides }, config))
  return { id: setup.id, answered: true, reason: 'answered' }
}

/** The server's response; null if none came in time, undefined without a server. */
async function requestAssistant(context: SimulatorContext, ringing: VapiCall): Promise<JsonObject | null | undefined> {
  const message = toVapiWebhook(context, ringing, { type: 'assistant-request' }, toVapiCall(ringing, 'ringing', context.url), ringing.createdAt)
  if (!message) return undefined
  await context.calls.save(ringing)
  const reply = await context.post({ ...message, timeoutMs: WEBHOOK_TIMEOUT_MS }, message.headers())
  return reply.status >= 200 && reply.status < 300 ? reply.body : null
}
