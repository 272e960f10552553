import { z } from 'zod'
import type { Credentials } from '../inputs/carriers.ts'
import { ask, basic, type CarrierRequest, type Effect, understood } from './http.ts'
import { readRefusal } from './vonageErrors.ts'

type Question = Pick<CarrierRequest, 'method' | 'path' | 'query' | 'form' | 'json' | 'timeoutMs'> & { host: 'api.nexmo.com' | 'rest.nexmo.com' }

/** Asks Vonage; the answer in the shape expected of it. */
export async function askVonage<Schema extends z.ZodType>(
  { api_key, api_secret, signature_secret = '' }: Credentials<'vonage'>,
  schema: Schema,
  question: Question,
  effect: Effect = 'safe',
) {
  const { body } = await ask({ ...question, authorization: basic(api_key, api_secret), effect, secrets: [api_secret, signature_secret] }, readRefusal)
  return understood(schema, body, effect)
}
