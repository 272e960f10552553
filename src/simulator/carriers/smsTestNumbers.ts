import type { SimText, TextStep, TextTrouble } from './types.ts'

/** How the request to send a text is answered; the `_taken` ones take it and hide that. */
export type Taking = 'accept' | 'opted_out' | 'invalid_number' | 'blocked' | 'http429' | 'http500' | 'http500_taken' | 'hang' | 'hang_taken' | 'reset_taken'

export interface TextFate {
  says: string
  taking: Taking
  last: TextStep['status']
  trouble: TextTrouble | null
  telling: SimText['telling']
  answer: string | null
}

const DELIVERED: Omit<TextFate, 'says'> = { taking: 'accept', last: 'delivered', trouble: null, telling: 'once', answer: null }
const fate = (says: string, change: Partial<TextFate> = {}): TextFate => ({ ...DELIVERED, says, ...change })

/** By the last four digits of the recipient's number. */
export const TEXT_FATES: Record<string, TextFate> = {
  '0200': fate('delivered'),
  '0201': fate('undelivered: the phone cannot be reached', { last: 'undelivered', trouble: 'unreachable' }),
  '0202': fate('failed after sending', { last: 'failed', trouble: 'carrier_error' }),
  '0203': fate('refused: the recipient has opted out', { taking: 'opted_out' }),
  '0204': fate('500, but the text is taken and delivered', { taking: 'http500_taken' }),
  '0205': fate('the request is never answered, the text is taken and delivered', { taking: 'hang_taken' }),
  '0206': fate('the connection breaks, the text is taken and delivered', { taking: 'reset_taken' }),
  '0207': fate('429 with Retry-After; not taken', { taking: 'http429' }),
  '0208': fate('refused: no such number', { taking: 'invalid_number' }),
  '0209': fate('refused: blocked', { taking: 'blocked' }),
  '0210': fate('500; not taken', { taking: 'http500' }),
  '0211': fate('delivered; the recipient answers STOP', { answer: 'STOP' }),
  '0212': fate('delivered; the recipient answers "Yes, thank you"', { answer: 'Yes, thank you' }),
  '0213': fate('delivered; no receipt is sent at all', { telling: 'never' }),
  '0214': fate('delivered; every receipt is sent twice', { telling: 'twice' }),
  '0215': fate('delivered; the last receipt is sent first', { telling: 'reordered' }),
  '0216': fate('the request is never answered; not taken', { taking: 'hang' }),
}

export const textFateOf = (to: string): TextFate => TEXT_FATES[to.slice(-4)] ?? TEXT_FATES['0200']!

/** Simulated milliseconds from taking a text until it is sent, and until its fate is known. */
const SENT_MS = 1_000
const SETTLED_MS = 3_000

/** An outbound text's life. Times are real milliseconds; `speed` is simulated seconds in a real one. */
export function stepsOf({ last, trouble }: Pick<TextFate, 'last' | 'trouble'>, createdAt: number, speed: number): TextStep[] {
  const at = (ms: number) => Math.round(createdAt + ms / speed)
  return [
    { status: 'sent', at: at(SENT_MS), trouble: null },
    { status: last, at: at(SETTLED_MS), trouble },
  ]
}
