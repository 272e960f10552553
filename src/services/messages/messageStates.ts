import type { SmsStatus } from '../../carriers/carrier.ts'

/** The status of an outbound message. */
export type MessageState = SmsStatus | 'unknown'

/** The order of statuses. All final statuses share the last rank (contract: SMS). */
const RANK: Record<MessageState, number> = { unknown: 0, queued: 1, sent: 2, delivered: 3, undelivered: 3, failed: 3 }
export const MESSAGE_STATES = Object.keys(RANK) as MessageState[]

export const hasEnded = (state: string) => RANK[state as MessageState] === 3

/** Returns the status after a report. It only moves forward: a final status stays, and `unknown` may become any other. */
export const advance = (state: string, reported: SmsStatus): MessageState => (RANK[reported] > RANK[state as MessageState] ? reported : (state as MessageState))
