import type { SimMessage, MessageStep, MessageProblem } from './types.ts'

/** How the request to send a message is answered. Outcomes that end with `_accepted` accept the message but hide it. */
export type SendOutcome =
  | 'accept'
  | 'opted_out'
  | 'invalid_number'
  | 'blocked'
  | 'http429'
  | 'http500'
  | 'http500_accepted'
  | 'hang'
  | 'hang_accepted'
  | 'reset_accepted'

export interface SmsBehavior {
  description: string
  sendOutcome: SendOutcome
  finalStatus: MessageStep['status']
  trouble: MessageProblem | null
  receipts: SimMessage['telling']
  reply: string | null
}

const DEFAULT_BEHAVIOR: Omit<SmsBehavior, 'description'> = { sendOutcome: 'accept', finalStatus: 'delivered', trouble: null, receipts: 'once', reply: null }
const behaviorWith = (description: string, overrides: Partial<SmsBehavior> = {}): SmsBehavior => ({ ...DEFAULT_BEHAVIOR, description, ...overrides })

/** By the last four digits of the recipient's number. */
export const SMS_TEST_NUMBERS: Record<string, SmsBehavior> = {
  '0200': behaviorWith('delivered'),
  '0201': behaviorWith('undelivered: the phone is unreachable', { finalStatus: 'undelivered', trouble: 'unreachable' }),
  '0202': behaviorWith('failed after sending', { finalStatus: 'failed', trouble: 'carrier_error' }),
  '0203': behaviorWith('refused: the recipient has opted out', { sendOutcome: 'opted_out' }),
  '0204': behaviorWith('500, but the message is accepted and delivered', { sendOutcome: 'http500_accepted' }),
  '0205': behaviorWith('no response, but the message is accepted and delivered', { sendOutcome: 'hang_accepted' }),
  '0206': behaviorWith('the connection breaks, but the message is accepted and delivered', { sendOutcome: 'reset_accepted' }),
  '0207': behaviorWith('429 with Retry-After, not accepted', { sendOutcome: 'http429' }),
  '0208': behaviorWith('refused: the number does not exist', { sendOutcome: 'invalid_number' }),
  '0209': behaviorWith('refused: blocked', { sendOutcome: 'blocked' }),
  '0210': behaviorWith('500, not accepted', { sendOutcome: 'http500' }),
  '0211': behaviorWith('delivered, the recipient replies STOP', { reply: 'STOP' }),
  '0212': behaviorWith('delivered, the recipient replies "Yes, thank you"', { reply: 'Yes, thank you' }),
  '0213': behaviorWith('delivered, no receipt is sent', { receipts: 'never' }),
  '0214': behaviorWith('delivered, every receipt is sent twice', { receipts: 'twice' }),
  '0215': behaviorWith('delivered, the last receipt is sent first', { receipts: 'reordered' }),
  '0216': behaviorWith('no response, not accepted', { sendOutcome: 'hang' }),
}

export const smsBehaviorOf = (to: string): SmsBehavior => SMS_TEST_NUMBERS[to.slice(-4)] ?? SMS_TEST_NUMBERS['0200']!

/** Simulated milliseconds from accepting a message until it is sent, and until its final status. */
const SENT_DELAY_MS = 1_000
const FINAL_DELAY_MS = 3_000

/** The steps of an outbound message in real milliseconds since the epoch. `speed` is simulated seconds per real second. */
export function stepsOf({ finalStatus, trouble }: Pick<SmsBehavior, 'finalStatus' | 'trouble'>, createdAt: number, speed: number): MessageStep[] {
  const at = (ms: number) => Math.round(createdAt + ms / speed)
  return [
    { status: 'sent', at: at(SENT_DELAY_MS), trouble: null },
    { status: finalStatus, at: at(FINAL_DELAY_MS), trouble },
  ]
}
