import { nowMs } from '../../kernel/lib/clock.ts'
import type { Respondent } from './answers.ts'
import { phrasesFor } from './languages.ts'
import type { CallBehavior } from './testNumbers.ts'
import { behaviorOf } from './scenario.ts'
import { RING_SECONDS } from './timeline.ts'
import type { SimulatorContext } from './context.ts'

/** Who calls whom, and what is to become of it. */
export interface CallSetup {
  id: string
  direction: 'inbound' | 'outbound'
  /** Empty when the caller withholds it. */
  from: string
  to: string
  /** Milliseconds since the epoch. */
  createdAt: number
  /** Simulated seconds. */
  ringTimeoutSeconds: number
  behavior: CallBehavior
}

/** A call that the vendor is asked to place. */
export const setUpOutbound = (id: string, from: string, to: string, seed: string): CallSetup => ({
  id,
  direction: 'outbound',
  from,
  to,
  createdAt: nowMs(),
  ringTimeoutSeconds: RING_SECONDS,
  behavior: behaviorOf(to, seed),
})

/** What a new call is at either vendor. */
export function toCallBase({ behavior, ...setup }: CallSetup, { speed }: SimulatorContext) {
  const { scenario, webhooks } = behavior
  return { ...setup, speed, scenario, webhooks, stoppedAfter: null, delivered: 0, finished: false }
}

/** The one who is not the agent, and speaks as in the country of the called number if the agent follows. */
export const contactOf = ({ direction, from, to, createdAt }: CallSetup, { seed }: SimulatorContext) => ({
  seed,
  number: direction === 'outbound' ? to : from || to,
  called: to,
  isCaller: direction === 'inbound',
  day: new Date(createdAt),
})

/** The same one, as what their answers in English are taken from: models fill in arguments in English. */
export function respondentOf(setup: CallSetup, context: SimulatorContext): Respondent {
  const phrases = phrasesFor('en')
  return { ...contactOf(setup, context), phrases, remarks: phrases.remarks }
}
