import { nowMs } from '../../kernel/lib/clock.ts'
import { Refusal, type Outcome } from '../wire/http.ts'
import type { Table, Tables } from '../calls/tables.ts'
import type { Deliveries } from './deliveries.ts'
import { stepsOf, type Taking, textFateOf } from './smsTestNumbers.ts'
import { halfOf } from './carrierSimulators.ts'
import type { CarrierWorld, GivenText, Outgoing, SimAccount, SimLine, SimText, TextStep, Words } from './types.ts'

const RETENTION_MS = 24 * 60 * 60 * 1000
const MAX_RETAINED = 20_000
const SWEEP_EVERY_MS = 10 * 60 * 1000
/** Simulated milliseconds until a recipient answers, and for how long they then have nothing to say. */
const ANSWER_MS = 1_000
const QUIET_MS = 60_000

export interface Texts {
  /** Goes on with the texts that were under way when the simulator last ended. */
  resume(): void
  take: CarrierWorld['take']
  /** Somebody sends a text to a number. */
  receive(line: SimLine, text: { from: string; body: string; media?: string[] }): Promise<SimText>
  close(): void
}

export const textKey = (carrier: string, id: string) => `${carrier}:${id}`

/** Carries every text through its life; there is no other state than its record and the time, so it goes on after a restart. */
export function openTexts(
  tables: Tables,
  deliveries: Deliveries,
  { speed, log }: { speed: number; log: (line: string) => void },
  worldOf: () => CarrierWorld,
): Texts {
  const texts = tables.carrierMessages
  const save = (text: SimText) => texts.save(textKey(text.carrier, text.id), text)

  async function live(text: SimText): Promise<void> {
    const account = worldOf().account(text.carrier, text.accountId)
    if (!account) return
    const settled = text.direction === 'inbound' ? await bring(account, text) : await tellSteps(account, text)
    if (!(await Promise.all(settled)).every(Boolean) || deliveries.closed()) return
    text.finished = true
    await save(text)
  }

  async function bring(account: SimAccount, text: SimText) {
    const line = tables.carrierNumbers.get(text.to)
    const outgoing = line && halfOf(text.carrier)!.inbound(worldOf(), account, line, text)
    return outgoing ? [(await send(text, outgoing)).settled] : []
  }

  async function tellSteps(account: SimAccount, text: SimText) {
    const settled: Promise<boolean>[] = []
    for (const step of toldInOrder(text)) {
      await deliveries.sleep(Math.max(0, step.at - nowMs()))
      if (deliveries.closed()) return [Promise.resolve(false)]
      const outgoing = text.telling === 'never' ? null : halfOf(text.carrier)!.receipt(worldOf(), account, text, step)
      for (let copy = 0; outgoing && copy < (text.telling === 'twice' ? 2 : 1); copy++) settled.push((await send(text, outgoing)).settled)
      text.told += 1
    }
    if (text.answer !== null) await answer(text, text.answer)
    return settled
  }

  const send = (text: SimText, outgoing: Outgoing) => deliveries.send(text.carrier, outgoing, outgoing.patience ?? halfOf(text.carrier)!.patience)

  async function answer({ from, to, carrier }: SimText, body: string): Promise<void> {
    await deliveries.sleep(ANSWER_MS / speed)
    const line = tables.carrierNumbers.get(from)
    const saidSoJustNow = texts.all().some((one) => one.from === to && one.to === from && one.body === body && one.createdAt > nowMs() - QUIET_MS / speed)
    if (line?.carrier === carrier && !saidSoJustNow && !deliveries.closed()) await receive(line, { from: to, body })
  }

  async function begin(text: SimText): Promise<void> {
    await save(text)
    go(text)
  }

  const go = (text: SimText) => void live(text).catch((error: Error) => log(`text ${text.id}: ${error.message}`))

  async function take(account: SimAccount, given: GivenText, { accepted, refused }: Words): Promise<Outcome> {
    const fate = textFateOf(given.to)
    const trouble = isTrouble(fate.taking) ? fate.taking : null
    const refusal = trouble && refused(trouble)
    if (refusal) throw refusal
    const text = newText(account, given, trouble ? { ...fate, last: 'failed', trouble } : fate)
    if (fate.taking === 'http429') throw new Refusal(429, '', { 'retry-after': '1' })
    if (fate.taking === 'http500') throw new Refusal(500, '')
    if (fate.taking === 'hang') return 'hang'
    await begin(text)
    if (fate.taking === 'http500_taken') throw new Refusal(500, '')
    if (fate.taking === 'hang_taken') return 'hang'
    return fate.taking === 'reset_taken' ? 'reset' : accepted(text)
  }

  function newText(account: SimAccount, given: GivenText, fate: ReturnType<typeof textFateOf>): SimText {
    const createdAt = nowMs()
    return {
      more: {},
      ...given,
      carrier: account.carrier,
      accountId: account.id,
      direction: 'outbound',
      media: [],
      steps: stepsOf(fate, createdAt, speed),
      telling: fate.telling,
      answer: fate.answer,
      told: 0,
      finished: false,
      createdAt,
    }
  }

  async function receive(
    { carrier, accountId, e164 }: SimLine,
    { from, body, media = [] }: { from: string; body: string; media?: string[] },
  ): Promise<SimText> {
    const text: SimText = {
      id: halfOf(carrier)!.newTextId(),
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
    await begin(text)
    return text
  }

  const sweep = () => void dropOldOnes(texts).catch((error: Error) => log(`dropping old texts: ${error.message}`))
  const sweeper = setInterval(sweep, SWEEP_EVERY_MS).unref()

  return {
    resume() {
      sweep()
      for (const text of texts.all()) if (!text.finished) go(text)
    },
    take,
    receive,
    close: () => clearInterval(sweeper),
  }
}

const isTrouble = (taking: Taking): taking is 'opted_out' | 'invalid_number' | 'blocked' => ['opted_out', 'invalid_number', 'blocked'].includes(taking)

/** The last receipt first, where that is the text's fate: neither is sent before its step has come. */
function toldInOrder({ steps, telling, told }: SimText): TextStep[] {
  return (telling === 'reordered' ? steps.toReversed() : steps).slice(told)
}

async function dropOldOnes(texts: Table<SimText>): Promise<void> {
  const finished = texts.all().filter((text) => text.finished)
  const excess = finished.length - MAX_RETAINED
  const old = finished.filter((text, index) => index < excess || text.createdAt < nowMs() - RETENTION_MS)
  for (const text of old) await texts.remove(textKey(text.carrier, text.id))
}
