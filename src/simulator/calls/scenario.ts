import { createHash } from 'node:crypto'
import { type CallBehavior, INBOUND_TEST_DIGITS, TEST_NUMBERS, type Scenario, DEFAULT_SCENARIO_PERCENTAGES } from './testNumbers.ts'

const UNANSWERED = new Set<Scenario>([
  'busy',
  'no_answer',
  'dial_failed',
  'invalid_destination',
  'request_failed',
  'no_assistant',
  'invalid_assistant',
  'forwarded',
])
const SUCCESSFUL = new Set<Scenario>(['success', 'long', 'other_language'])

/** A number below 2^32, always the same for the same text. */
export const hash32 = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

/** How a call to this number goes. */
export function behaviorOf(calledNumber: string, seed: string): CallBehavior {
  const testNumber = TEST_NUMBERS[calledNumber.slice(-4)]
  if (testNumber) return testNumber.behavior
  let roll = hash32(seed + calledNumber) % 100
  const [scenario] = DEFAULT_SCENARIO_PERCENTAGES.find(([, percent]) => (roll -= percent) < 0)!
  return { scenario, placement: 'accept', webhooks: 'once' }
}

/** How a call from this number goes; null for a withheld number. Success if the digits are not an inbound test number. */
export function behaviorOfCaller(callingNumber: string | null): CallBehavior {
  const digits = callingNumber?.slice(-4) ?? ''
  return INBOUND_TEST_DIGITS.has(digits) ? TEST_NUMBERS[digits]!.behavior : TEST_NUMBERS['0100']!.behavior
}

export const isAnswered = (scenario: Scenario): boolean => !UNANSWERED.has(scenario)
export const isSuccess = (scenario: Scenario): boolean => SUCCESSFUL.has(scenario)

export const isE164 = (number: string): boolean => /^\+[1-9]\d{6,14}$/.test(number)

export const isInvalidVoice = (voiceId: string): boolean => /invalid|missing/i.test(voiceId)
export const isUnavailableVoice = (voiceId: string): boolean => /unavailable/i.test(voiceId)
