import { z } from 'zod'
import type { Effect } from '../../outbound/vendorErrors.ts'
import { type Credentials, secretsOf } from '../../inputs/carriers.ts'
import { sendRequest, basicAuth, type CarrierRequest, parseReply } from '../http.ts'
import { parseError } from './errors.ts'

type VonageRequest = Pick<CarrierRequest, 'method' | 'path' | 'query' | 'form' | 'json' | 'timeoutMs'> & { host: 'api.nexmo.com' | 'rest.nexmo.com' }

/** Sends a request to Vonage and validates the reply. */
export async function requestVonage<Schema extends z.ZodType>(
  credentials: Credentials<'vonage'>,
  schema: Schema,
  request: VonageRequest,
  effect: Effect = 'safe',
) {
  const { body } = await sendRequest(
    { ...request, authorization: basicAuth(credentials.api_key, credentials.api_secret), effect, secrets: secretsOf('vonage', credentials) },
    parseError,
  )
  return parseReply(schema, body, effect)
}
