import { nowMs } from '../../kernel/lib/clock.ts'
import type { Respondent } from './answers.ts'
import { phrasesFor } from './languages.ts'
import type { Fate } from './magic.ts'
import { fateOf } from './scenario.ts'
import { RING_SECONDS } from './timeline.ts'
import type { World } from './world.ts'

/** Who calls whom, and what is to become of it. */
export interface Ring {
  id: string
  direction: 'inbound' | 'outbound'
  /** Empty when the caller withholds it. */
  from: string
  to: string
  /** Milliseconds since the epoch. */
  createdAt: number
  /** Simulated seconds. */
  ringTimeoutSeconds: number
  fate: Fate
}

/** A call that the vendor is asked to place. */
export const ringOut = (id: string, from: string, to: string, seed: string): Ring => ({
  id,
  direction: 'outbound',
  from,
  to,
  createdAt: nowMs(),
  ringTimeoutSeconds: RING_SECONDS,
  fate: fateOf(to, seed),
})

/** What a new call is at either vendor. */
export function newCall({ fate, ...ring }: Ring, { speed }: World) {
  const { scenario, webhooks } = fate
  return { ...ring, speed, scenario, webhooks, stoppedAfter: null, delivered: 0, finished: false }
}

/** The one who is not the agent, and speaks as in the country of the called number if the agent follows. */
export const personOn = ({ direction, from, to, createdAt }: Ring, { seed }: World) => ({
  seed,
  number: direction === 'outbound' ? to : from || to,
  called: to,
  isCaller: direction === 'inbound',
  day: new Date(createdAt),
})

/** The same one, as what their answers in English are taken from: models fill in arguments in English. */
export function respondentOn(ring: Ring, world: World): Respondent {
  const phrases = phrasesFor('en')
  return { ...personOn(ring, world), phrases, remarks: phrases.remarks }
}
