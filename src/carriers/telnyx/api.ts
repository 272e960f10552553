import { z } from 'zod'
import { type Credentials, secretsOf } from '../../inputs/carriers.ts'
import { ask, bearer, type CarrierRequest, type Effect, understood } from '../http.ts'
import { readRefusal } from './errors.ts'

type Question = Pick<CarrierRequest, 'method' | 'path' | 'query' | 'json' | 'timeoutMs'>

/** Asks Telnyx; the answer in the shape expected of it. */
export async function askTelnyx<Schema extends z.ZodType>(given: Credentials<'telnyx'>, schema: Schema, question: Question, effect: Effect = 'safe') {
  const { body } = await ask(
    { ...question, host: 'api.telnyx.com', authorization: bearer(given.api_key), effect, secrets: secretsOf('telnyx', given) },
    readRefusal,
  )
  return understood(schema, body, effect)
}
