import { z } from 'zod'
import { type Credentials, secretsOf } from '../../inputs/carriers.ts'
import { CarrierError } from '../carrier.ts'
import { sendRequest, bearerAuth, type CarrierReply, type CarrierRequest, type ErrorParser } from '../http.ts'
import { sendWithToken, type OAuthClient } from '../oauth.ts'

export type SinchCredentials = Credentials<'sinch'>

type RequestOptions = Pick<CarrierRequest, 'method' | 'query' | 'json' | 'effect' | 'timeoutMs'>

export const clientOf = ({ key_id: id, key_secret: secret }: SinchCredentials): OAuthClient => ({ host: 'auth.sinch.com', path: '/oauth2/token', id, secret })

/** Sends a request to one of the project's APIs. */
export const requestProjectApi = (
  credentials: SinchCredentials,
  host: 'numbers.api.sinch.com' | 'elastic-trunking.api.sinch.com',
  path: string,
  request: RequestOptions,
) =>
  sendWithToken(
    clientOf(credentials),
    { ...request, host, path: `/v1/projects/${credentials.project_id}/${path}`, secrets: secretsOf('sinch', credentials) },
    parseError,
  )

/** Sends a request about the service plan's batches. The SMS API has its own token. */
export function requestSmsApi(credentials: SinchCredentials, request: RequestOptions): Promise<CarrierReply> {
  const { service_plan_id: plan, api_token: token, region = 'us' } = credentials
  if (plan === undefined || token === undefined) throw new CarrierError('rejected', 'SMS requires service_plan_id and api_token')
  const path = `/xms/v1/${encodeURIComponent(plan)}/batches`
  return sendRequest(
    { ...request, host: `${region}.sms.api.sinch.com`, path, authorization: bearerAuth(token), secrets: secretsOf('sinch', credentials) },
    parseError,
  )
}

/** Reads an error reply: `{code, text}` from the SMS API, `{error: {status, message}}` from the others. */
export function parseError({ status, body }: CarrierReply): ReturnType<ErrorParser> {
  const { data } = ErrorBody.safeParse(body)
  if (!data) return {}
  const { code, message } = 'text' in data ? { code: data.code, message: data.text } : { code: data.error.status, message: data.error.message }
  const isSuspended = status === 403 && /suspend|blocked account|account.*(blocked|disabled)/i.test(message)
  const isInvalidNumber = status === 400 && code === 'syntax_invalid_parameter_format'
  return {
    ...(code !== undefined && { code }),
    message,
    ...(isSuspended && { kind: 'suspended' as const }),
    ...(isInvalidNumber && { kind: 'invalid_number' as const }),
    ...(code === 'unknown_campaign' && { kind: 'blocked' as const }),
    ...(status === 403 && /originator|sender/i.test(`${code} ${message}`) && { kind: 'not_sms_capable' as const }),
  }
}

const ErrorBody = z.union([
  z.object({ code: z.string(), text: z.string() }),
  z.object({ error: z.object({ status: z.string().optional().catch(undefined), message: z.string() }) }),
])
