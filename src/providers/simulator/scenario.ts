import { createHash } from 'node:crypto'

/** What happens to a call. */
export type Scenario =
  | 'success'
  | 'not_interested'
  | 'silence'
  | 'voicemail'
  | 'provider_error' // somebody or something answers
  | 'busy'
  | 'no_answer'
  | 'dial_failed'
  | 'invalid_destination' // nobody does

/** How the request to place a call is answered; the last three place the call and hide it. */
export type Placement = 'accept' | 'http400' | 'http402' | 'http429' | 'http500' | 'http500_placed' | 'hang_placed' | 'reset_placed'

/** How faithfully the call's webhooks arrive. */
export type Webhooks = 'once' | 'twice' | 'reordered' | 'never'

export interface Fate {
  scenario: Scenario
  placement: Placement
  webhooks: Webhooks
}

const plain = (scenario: Scenario): Fate => ({ scenario, placement: 'accept', webhooks: 'once' })
const placed = (placement: Placement): Fate => ({ scenario: 'success', placement, webhooks: 'once' })
const announced = (webhooks: Webhooks): Fate => ({ scenario: 'success', placement: 'accept', webhooks })

/** By the last four digits of the called number (contract: Simulator). */
const MAGIC: Record<string, Fate> = {
  '0100': plain('success'),
  '0009': plain('success'),
  '0001': plain('busy'),
  '0002': plain('no_answer'),
  '0003': plain('voicemail'),
  '0004': plain('dial_failed'),
  '0005': plain('invalid_destination'),
  '0006': plain('provider_error'),
  '0007': plain('not_interested'),
  '0008': plain('silence'),
  '0101': placed('http400'),
  '0102': placed('http429'),
  '0103': placed('http500'),
  '0104': placed('http500_placed'),
  '0105': placed('hang_placed'),
  '0106': placed('reset_placed'),
  '0107': placed('http402'),
  '0111': announced('twice'),
  '0112': announced('reordered'),
  '0113': announced('never'),
}

/** How often each scenario befalls a number that is not magic, in percent. */
const ODDS: [Scenario, number][] = [
  ['success', 55],
  ['not_interested', 17],
  ['no_answer', 14],
  ['busy', 5],
  ['voicemail', 6],
  ['dial_failed', 3],
]

/** A number below 2^32, the same for the same text for ever. */
export const hash32 = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

export function fateOf(calledNumber: string, seed: string): Fate {
  const magic = MAGIC[calledNumber.slice(-4)]
  if (magic) return magic
  let roll = hash32(seed + calledNumber) % 100
  const [scenario] = ODDS.find(([, percent]) => (roll -= percent) < 0)!
  return plain(scenario)
}

export const isAnswered = (scenario: Scenario): boolean => !['busy', 'no_answer', 'dial_failed', 'invalid_destination'].includes(scenario)

export const isE164 = (number: string): boolean => /^\+[1-9]\d{6,14}$/.test(number)

export const isInvalidVoice = (voiceId: string): boolean => /invalid|missing/i.test(voiceId)
export const isUnavailableVoice = (voiceId: string): boolean => /unavailable/i.test(voiceId)
