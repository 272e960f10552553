import { z } from 'zod'
import type { Credentials } from '../../inputs/carriers.ts'
import type { OwnedNumber } from '../carrier.ts'
import { requestVonage } from './api.ts'

type VonageCredentials = Credentials<'vonage'>

const PAGE_SIZE = 100

const NumberBody = z.object({
  country: z.string(),
  msisdn: z.string(),
  features: z.array(z.string()).default([]),
  app_id: z.string().nullish(),
  messagesCallbackType: z.string().nullish(),
  messagesCallbackValue: z.string().nullish(),
  voiceCallbackType: z.string().nullish(),
  voiceCallbackValue: z.string().nullish(),
})
export type NumberBody = z.output<typeof NumberBody>

/** An empty object if the account has no numbers. */
const NumbersBody = z.object({ count: z.number().default(0), numbers: z.array(NumberBody).default([]) })

const fetchNumbers = (credentials: VonageCredentials, query: Record<string, string>) =>
  requestVonage(credentials, NumbersBody, { method: 'GET', host: 'rest.nexmo.com', path: '/account/numbers', query })

/** Finds a number by exact match. Vonage's pattern matches numbers that contain the digits. */
export async function findNumberBody(credentials: VonageCredentials, e164: string): Promise<NumberBody | null> {
  const digits = e164.slice(1)
  const { numbers } = await fetchNumbers(credentials, { pattern: digits, search_pattern: '1', size: String(PAGE_SIZE) })
  return numbers.find(({ msisdn }) => msisdn === digits) ?? null
}

export async function findNumber(credentials: VonageCredentials, e164: string): Promise<OwnedNumber | null> {
  const number = await findNumberBody(credentials, e164)
  return number && toOwnedNumber(number)
}

export async function listNumbers(credentials: VonageCredentials, cursor: string | null): Promise<{ numbers: OwnedNumber[]; next: string | null }> {
  const index = Number(cursor ?? 1)
  const { count, numbers } = await fetchNumbers(credentials, { size: String(PAGE_SIZE), index: String(index) })
  return { numbers: numbers.map(toOwnedNumber), next: numbers.length > 0 && index * PAGE_SIZE < count ? String(index + 1) : null }
}

function toOwnedNumber({ msisdn, features }: NumberBody): OwnedNumber {
  const sms = features.includes('SMS')
  return { e164: `+${msisdn}`, carrierNumberId: msisdn, voice: features.includes('VOICE'), sms, smsMissing: sms ? [] : ['sms_capable_number'] }
}
