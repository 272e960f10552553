import { z } from 'zod'
import type { Effect } from '../../outbound/vendorErrors.ts'
import { type Credentials, secretsOf } from '../../inputs/carriers.ts'
import { sendRequest, bearerAuth, type CarrierRequest, parseReply } from '../http.ts'
import { parseError } from './errors.ts'

type TelnyxRequest = Pick<CarrierRequest, 'method' | 'path' | 'query' | 'json' | 'timeoutMs'>

/** Sends a request to Telnyx and validates the reply. */
export async function requestTelnyx<Schema extends z.ZodType>(
  credentials: Credentials<'telnyx'>,
  schema: Schema,
  request: TelnyxRequest,
  effect: Effect = 'safe',
) {
  const { body } = await sendRequest(
    { ...request, host: 'api.telnyx.com', authorization: bearerAuth(credentials.api_key), effect, secrets: secretsOf('telnyx', credentials) },
    parseError,
  )
  return parseReply(schema, body, effect)
}
