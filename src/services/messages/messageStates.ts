import type { SmsStatus } from '../../carriers/carrier.ts'

/** Where an outbound message can be. */
export type MessageState = SmsStatus | 'unknown'

/** The states in the order of life; every ended state ranks alike and last (contract: SMS). */
const RANK: Record<MessageState, number> = { unknown: 0, queued: 1, sent: 2, delivered: 3, undelivered: 3, failed: 3 }
export const MESSAGE_STATES = Object.keys(RANK) as MessageState[]

export const hasEnded = (state: string) => RANK[state as MessageState] === 3

/** The state after news of another: it only moves forward, an ended message stays as it ended, and one of unknown outcome may become any. */
export const advance = (state: string, news: SmsStatus): MessageState => (RANK[news] > RANK[state as MessageState] ? news : (state as MessageState))
