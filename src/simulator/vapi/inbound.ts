import { randomUUID } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import type { VapiCall } from '../calls/call.ts'
import { CONCURRENCY_LIMIT } from '../calls/calls.ts'
import { spokenOnce } from '../calls/conversation.ts'
import { Refusal } from '../wire/http.ts'
import type { Taken } from '../calls/call.ts'
import { isObject } from '../../kernel/json/json.ts'
import { asObject, asText } from '../wire/json.ts'
import type { Scenario } from '../calls/magic.ts'
import type { Ring } from '../calls/newCall.ts'
import { newVapiCall } from './newCall.ts'
import { fateOfCaller } from '../calls/scenario.ts'
import { simulatedSecondsSince } from '../calls/timeline.ts'
import { vapiMessage } from './messages.ts'
import { overridden, vapiCall } from './views.ts'
import { post } from '../calls/webhooks.ts'
import type { World } from '../calls/world.ts'

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
export async function vapiIsCalled(world: World, from: string, to: string): Promise<Taken> {
  const number = world.tables.vapiNumbers.all().findLast((row) => row.number === to)
  if (!number) throw new Refusal(404, `${to} is not a number at Vapi`)
  if (world.calls.live('vapi') >= CONCURRENCY_LIMIT) return { id: randomUUID(), answered: false, reason: 'too many calls at once' }
  const patience = (TIMEOUT_MS * world.speed) / 1000
  const ring: Ring = { id: randomUUID(), direction: 'inbound', from, to, createdAt: nowMs(), ringTimeoutSeconds: patience, fate: fateOfCaller(from) }
  const request: JsonObject = { phoneNumberId: number.id, customer: from ? { number: from } : {} }
  const ringing = newVapiCall(world, { ...ring, fate: { ...ring.fate, scenario: 'request_failed' } }, request, {})
  const answeredNow = () => ({ ...ring, ringTimeoutSeconds: simulatedSecondsSince(ring.createdAt, world.speed) })

  async function turnAway(scenario: Untaken, words = ''): Promise<Taken> {
    await world.calls.place({ ...newVapiCall(world, { ...answeredNow(), fate: { ...ring.fate, scenario } }, request, {}), conversation: spokenOnce(words) })
    return { id: ring.id, answered: false, reason: REASONS[scenario] }
  }

  const answer = number.assistantId ? { assistantId: number.assistantId } : await ask(world, ringing)
  if (answer === null) return turnAway('request_failed')
  if (answer === undefined) return turnAway('no_assistant')
  if (asText(answer.error)) return turnAway('turned_away', asText(answer.error))
  if (isObject(answer.destination)) return turnAway('forwarded')
  const base = isObject(answer.assistant) ? answer.assistant : world.tables.assistants.get(asText(answer.assistantId))
  if (!base) return turnAway(answer.assistantId === undefined ? 'no_assistant' : 'invalid_assistant')
  const { assistantId, assistant, assistantOverrides } = answer
  const config = overridden(base, asObject(assistantOverrides))
  await world.calls.place(newVapiCall(world, answeredNow(), { ...request, assistantId, assistant, assistantOverrides }, config))
  return { id: ring.id, answered: true, reason: 'answered' }
}

/** The server's answer; null when there is none in time, undefined when there is no server to ask. */
async function ask(world: World, ringing: VapiCall): Promise<JsonObject | null | undefined> {
  const message = vapiMessage(world, ringing, { type: 'assistant-request' }, vapiCall(ringing, 'ringing', world.url), ringing.createdAt)
  if (!message) return undefined
  await world.calls.save(ringing)
  const reply = await post({ ...message, timeoutMs: TIMEOUT_MS }, message.headers())
  return reply.status >= 200 && reply.status < 300 ? reply.body : null
}
