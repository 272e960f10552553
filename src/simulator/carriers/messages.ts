import { nowMs } from '../../kernel/lib/clock.ts'
import { Refusal, type Outcome } from '../wire/http.ts'
import type { Table, Tables } from '../calls/tables.ts'
import type { Deliveries } from './deliveries.ts'
import { stepsOf, type SendOutcome, smsBehaviorOf } from './smsTestNumbers.ts'
import { carrierSimulatorOf } from './carrierSimulators.ts'
import type { CarrierContext, NewMessage, CarrierRequest, SimAccount, SimNumber, SimMessage, MessageStep, SendReplies } from './types.ts'

const RETENTION_MS = 24 * 60 * 60 * 1000
const MAX_RETAINED = 20_000
const SWEEP_INTERVAL_MS = 10 * 60 * 1000
/** Simulated milliseconds until a recipient replies, and how long the same reply is not repeated. */
const REPLY_DELAY_MS = 1_000
const REPLY_QUIET_MS = 60_000

export interface Messages {
  /** Resumes messages that were in progress when the simulator stopped. */
  resume(): void
  acceptMessage: CarrierContext['acceptMessage']
  /** Receives an SMS for a number. */
  receive(phoneNumber: SimNumber, text: { from: string; body: string; media?: string[] }): Promise<SimMessage>
  close(): void
}

export const messageKey = (carrier: string, id: string) => `${carrier}:${id}`

/** Runs each message. All state is in its record and the clock, so a message continues after a restart. */
export function openMessages(
  tables: Tables,
  deliveries: Deliveries,
  { speed, log }: { speed: number; log: (line: string) => void },
  contextOf: () => CarrierContext,
): Messages {
  const messages = tables.carrierMessages
  const save = (message: SimMessage) => messages.save(messageKey(message.carrier, message.id), message)

  async function runMessage(message: SimMessage): Promise<void> {
    const account = contextOf().account(message.carrier, message.accountId)
    if (!account) return
    const settled = message.direction === 'inbound' ? await deliverInbound(account, message) : await sendReceipts(account, message)
    if (!(await Promise.all(settled)).every(Boolean) || deliveries.isClosed()) return
    message.finished = true
    await save(message)
  }

  async function deliverInbound(account: SimAccount, message: SimMessage) {
    const phoneNumber = tables.carrierNumbers.get(message.to)
    const request = phoneNumber && carrierSimulatorOf(message.carrier).inbound(contextOf(), account, phoneNumber, message)
    return request ? [(await send(message, request)).settled] : []
  }

  async function sendReceipts(account: SimAccount, message: SimMessage) {
    const settled: Promise<boolean>[] = []
    for (const step of pendingSteps(message)) {
      await deliveries.sleep(Math.max(0, step.at - nowMs()))
      if (deliveries.isClosed()) return [Promise.resolve(false)]
      const request = message.telling === 'never' ? null : carrierSimulatorOf(message.carrier).receipt(contextOf(), account, message, step)
      for (let copy = 0; request && copy < (message.telling === 'twice' ? 2 : 1); copy++) settled.push((await send(message, request)).settled)
      message.told += 1
    }
    if (message.answer !== null) await reply(message, message.answer)
    return settled
  }

  const send = (message: SimMessage, request: CarrierRequest) =>
    deliveries.send(message.carrier, request, request.retryPolicy ?? carrierSimulatorOf(message.carrier).retryPolicy)

  async function reply({ from, to, carrier }: SimMessage, body: string): Promise<void> {
    await deliveries.sleep(REPLY_DELAY_MS / speed)
    const phoneNumber = tables.carrierNumbers.get(from)
    const hasRepliedRecently = messages
      .all()
      .some(
        (storedMessage) =>
          storedMessage.from === to && storedMessage.to === from && storedMessage.body === body && storedMessage.createdAt > nowMs() - REPLY_QUIET_MS / speed,
      )
    if (phoneNumber?.carrier === carrier && !hasRepliedRecently && !deliveries.isClosed()) await receive(phoneNumber, { from: to, body })
  }

  async function start(message: SimMessage): Promise<void> {
    await save(message)
    run(message)
  }

  const run = (message: SimMessage) => void runMessage(message).catch((error: Error) => log(`message ${message.id}: ${error.message}`))

  async function acceptMessage(account: SimAccount, newMessage: NewMessage, { accepted, rejected }: SendReplies): Promise<Outcome> {
    const behavior = smsBehaviorOf(newMessage.to)
    const trouble = isRefusedOutcome(behavior.sendOutcome) ? behavior.sendOutcome : null
    const refusal = trouble && rejected(trouble)
    if (refusal) throw refusal
    const message = toMessage(account, newMessage, trouble ? { ...behavior, finalStatus: 'failed', trouble } : behavior)
    if (behavior.sendOutcome === 'http429') throw new Refusal(429, '', { 'retry-after': '1' })
    if (behavior.sendOutcome === 'http500') throw new Refusal(500, '')
    if (behavior.sendOutcome === 'hang') return 'hang'
    await start(message)
    if (behavior.sendOutcome === 'http500_accepted') throw new Refusal(500, '')
    if (behavior.sendOutcome === 'hang_accepted') return 'hang'
    return behavior.sendOutcome === 'reset_accepted' ? 'reset' : accepted(message)
  }

  function toMessage(account: SimAccount, newMessage: NewMessage, behavior: ReturnType<typeof smsBehaviorOf>): SimMessage {
    const createdAt = nowMs()
    return {
      more: {},
      ...newMessage,
      carrier: account.carrier,
      accountId: account.id,
      direction: 'outbound',
      media: [],
      steps: stepsOf(behavior, createdAt, speed),
      telling: behavior.receipts,
      answer: behavior.reply,
      told: 0,
      finished: false,
      createdAt,
    }
  }

  async function receive(
    { carrier, accountId, e164 }: SimNumber,
    { from, body, media = [] }: { from: string; body: string; media?: string[] },
  ): Promise<SimMessage> {
    const message: SimMessage = {
      id: carrierSimulatorOf(carrier).createMessageId(),
      carrier,
      accountId,
      direction: 'inbound',
      from,
      to: e164,
      body,
      media,
      ref: null,
      statusUrl: null,
      steps: [],
      telling: 'once',
      answer: null,
      told: 0,
      finished: false,
      createdAt: nowMs(),
      more: {},
    }
    await start(message)
    return message
  }

  const sweep = () => void deleteOld(messages).catch((error: Error) => log(`could not delete old messages: ${error.message}`))
  const sweeper = setInterval(sweep, SWEEP_INTERVAL_MS).unref()

  return {
    resume() {
      sweep()
      for (const message of messages.all()) if (!message.finished) run(message)
    },
    acceptMessage,
    receive,
    close: () => clearInterval(sweeper),
  }
}

const isRefusedOutcome = (outcome: SendOutcome): outcome is 'opted_out' | 'invalid_number' | 'blocked' =>
  ['opted_out', 'invalid_number', 'blocked'].includes(outcome)

/** Steps without a receipt yet. With `reordered`, the last comes first; no receipt is sent before its step. */
function pendingSteps({ steps, telling, told }: SimMessage): MessageStep[] {
  return (telling === 'reordered' ? steps.toReversed() : steps).slice(told)
}

async function deleteOld(messages: Table<SimMessage>): Promise<void> {
  const finished = messages.all().filter((message) => message.finished)
  const excess = finished.length - MAX_RETAINED
  const expired = finished.filter((message, index) => index < excess || message.createdAt < nowMs() - RETENTION_MS)
  for (const message of expired) await messages.remove(messageKey(message.carrier, message.id))
}
