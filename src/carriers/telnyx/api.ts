import { z } from 'zod'
import { type Credentials, secretsOf } from '../../inputs/carriers.ts'
import { ask, bearer, type CarrierRequest, type RequestEffect, parseReply } from '../http.ts'
import { readRefusal } from './errors.ts'

type TelnyxRequest = Pick<CarrierRequest, 'method' | 'path' | 'query' | 'json' | 'timeoutMs'>

/** Asks Telnyx; the answer in the shape expected of it. */
export async function askTelnyx<Schema extends z.ZodType>(
  given: Credentials<'telnyx'>,
  schema: Schema,
  question: TelnyxRequest,
  effect: RequestEffect = 'safe',
) {
  const { body } = await ask(
    { ...question, host: 'api.telnyx.com', authorization: bearer(given.api_key), effect, secrets: secretsOf('telnyx', given) },
    readRefusal,
  )
  return parseReply(schema, body, effect)
}
