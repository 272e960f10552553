import { z } from 'zod'
import { type Credentials, secretsOf } from '../../inputs/carriers.ts'
import type { CarrierErrorKind } from '../carrier.ts'
import { sendRequest, basicAuth, type CarrierReply, type CarrierRequest, type ErrorParser } from '../http.ts'

export type PlivoCredentials = Credentials<'plivo'>

type RequestOptions = Pick<CarrierRequest, 'method' | 'query' | 'json' | 'effect' | 'timeoutMs'>

/** Sends a request to Plivo's API. `path` is relative to the account. */
export const requestPlivo = (credentials: PlivoCredentials, path: string, request: RequestOptions, parse: ErrorParser = parseError) =>
  sendRequest(
    {
      ...request,
      host: 'api.plivo.com',
      path: `/v1/Account/${credentials.auth_id}/${path}`,
      authorization: basicAuth(credentials.auth_id, credentials.auth_token),
      secrets: secretsOf('plivo', credentials),
    },
    parse,
  )

/** Reads an error reply, which is `{api_id, error}`. The reply to wrong credentials is plain text. */
export function parseError({ body }: CarrierReply): { message?: string; kind?: CarrierErrorKind } {
  const { data } = ErrorBody.safeParse(body)
  if (data === undefined) return {}
  const message = typeof data.error === 'string' ? data.error : JSON.stringify(data.error)
  return { message, ...(/suspend|deactivated|account.*disabled/i.test(message) && { kind: 'suspended' as const }) }
}

const ErrorBody = z.object({ error: z.union([z.string(), z.record(z.string(), z.unknown())]) })

/** Reads the error reply to a message. Plivo has no codes; 403 means that the account may not send SMS to the country. */
export function parseSendError(reply: CarrierReply): ReturnType<ErrorParser> {
  const error = parseError(reply)
  const kind = error.kind ?? kindOfError(reply.status, error.message ?? '')
  return { ...error, ...(kind && { kind }) }
}

function kindOfError(status: number, message: string): CarrierErrorKind | null {
  if (/insufficient|credit|balance/i.test(message) && status < 500) return 'insufficient_funds'
  if (status === 403) return 'blocked'
  if (status !== 400) return null
  if (/\bsrc\b|source|sender/i.test(message)) return 'not_sms_capable'
  return /\bdst\b|destination|valid (phone )?number/i.test(message) ? 'invalid_number' : null
}
