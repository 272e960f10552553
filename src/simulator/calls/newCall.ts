import { nowMs } from '../../kernel/lib/clock.ts'
import type { Respondent } from './answers.ts'
import { phrasesFor } from './languages.ts'
import type { CallBehavior } from './testNumbers.ts'
import { behaviorOf } from './scenario.ts'
import { RING_SECONDS } from './timeline.ts'
import type { SimulatorContext } from './context.ts'

/** The parties of a new call, and how it goes. */
export interface CallSetup {
  id: string
  direction: 'inbound' | 'outbound'
  /** Empty if the caller withholds the number. */
  from: string
  to: string
  /** Milliseconds since the epoch. */
  createdAt: number
  /** Simulated seconds. */
  ringTimeoutSeconds: number
  behavior: CallBehavior
}

/** The setup of a call that the vendor places. */
export const setUpOutbound = (id: string, from: string, to: string, seed: string): CallSetup => ({
  id,
  direction: 'outbound',
  from,
  to,
  createdAt: nowMs(),
  ringTimeoutSeconds: RING_SECONDS,
  behavior: behaviorOf(to, seed),
})

/** The fields of a new call that both vendors share. */
export function toCallBase({ behavior, ...setup }: CallSetup, { speed }: SimulatorContext) {
  const { scenario, webhooks } = behavior
  return { ...setup, speed, scenario, webhooks, stoppedAfter: null, delivered: 0, finished: false }
}

/** The contact. If the agent's language is open, the contact speaks the language of the called number's country. */
export const contactOf = ({ direction, from, to, createdAt }: CallSetup, { seed }: SimulatorContext) => ({
  seed,
  number: direction === 'outbound' ? to : from || to,
  called: to,
  isCaller: direction === 'inbound',
  day: new Date(createdAt),
})

/** The contact as the source of tool arguments, in English, since models fill in arguments in English. */
export function respondentOf(setup: CallSetup, context: SimulatorContext): Respondent {
  const phrases = phrasesFor('en')
  return { ...contactOf(setup, context), phrases, remarks: phrases.remarks }
}
