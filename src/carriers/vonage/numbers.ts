import { z } from 'zod'
import type { Credentials } from '../../inputs/carriers.ts'
import type { OwnedNumber } from '../carrier.ts'
import { askVonage } from './api.ts'

type Given = Credentials<'vonage'>

const PAGE = 100

const Line = z.object({
  country: z.string(),
  msisdn: z.string(),
  features: z.array(z.string()).default([]),
  app_id: z.string().nullish(),
  messagesCallbackType: z.string().nullish(),
  messagesCallbackValue: z.string().nullish(),
  voiceCallbackType: z.string().nullish(),
  voiceCallbackValue: z.string().nullish(),
})
export type Line = z.output<typeof Line>

/** An account without numbers answers with an empty object. */
const Lines = z.object({ count: z.number().default(0), numbers: z.array(Line).default([]) })

const linesOf = (given: Given, query: Record<string, string>) =>
  askVonage(given, Lines, { method: 'GET', host: 'rest.nexmo.com', path: '/account/numbers', query })

/** The number as Vonage has it. The pattern finds every number that holds the digits. */
export async function lineOf(given: Given, e164: string): Promise<Line | null> {
  const digits = e164.slice(1)
  const { numbers } = await linesOf(given, { pattern: digits, search_pattern: '1', size: String(PAGE) })
  return numbers.find(({ msisdn }) => msisdn === digits) ?? null
}

export async function findNumber(given: Given, e164: string): Promise<OwnedNumber | null> {
  const line = await lineOf(given, e164)
  return line && ownedNumber(line)
}

export async function listNumbers(given: Given, cursor: string | null): Promise<{ numbers: OwnedNumber[]; next: string | null }> {
  const index = Number(cursor ?? 1)
  const { count, numbers } = await linesOf(given, { size: String(PAGE), index: String(index) })
  return { numbers: numbers.map(ownedNumber), next: numbers.length > 0 && index * PAGE < count ? String(index + 1) : null }
}

function ownedNumber({ msisdn, features }: Line): OwnedNumber {
  const sms = features.includes('SMS')
  return { e164: `+${msisdn}`, carrierNumberId: msisdn, voice: features.includes('VOICE'), sms, smsMissing: sms ? [] : ['sms_capable_number'] }
}
