import { z } from 'zod'
import { type Credentials, secretsOf } from '../../inputs/carriers.ts'
import { ask, basic, type CarrierRequest, type RequestEffect, parseReply } from '../http.ts'
import { readRefusal } from './errors.ts'

type VonageRequest = Pick<CarrierRequest, 'method' | 'path' | 'query' | 'form' | 'json' | 'timeoutMs'> & { host: 'api.nexmo.com' | 'rest.nexmo.com' }

/** Asks Vonage; the answer in the shape expected of it. */
export async function askVonage<Schema extends z.ZodType>(
  given: Credentials<'vonage'>,
  schema: Schema,
  question: VonageRequest,
  effect: RequestEffect = 'safe',
) {
  const { body } = await ask({ ...question, authorization: basic(given.api_key, given.api_secret), effect, secrets: secretsOf('vonage', given) }, readRefusal)
  return parseReply(schema, body, effect)
}
