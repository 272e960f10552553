import { z } from 'zod'
import { type Credentials, secretsOf } from '../../inputs/carriers.ts'
import { CarrierError } from '../carrier.ts'
import { ask, bearer, type CarrierReply, type CarrierRequest, type RefusalReader } from '../http.ts'
import { askWithToken, type OAuthClient } from '../oauth.ts'

export type SinchCredentials = Credentials<'sinch'>

type RequestOptions = Pick<CarrierRequest, 'method' | 'query' | 'json' | 'effect' | 'timeoutMs'>

export const clientOf = ({ key_id: id, key_secret: secret }: SinchCredentials): OAuthClient => ({ host: 'auth.sinch.com', path: '/oauth2/token', id, secret })

/** Asks an API about something of the project. */
export const askProject = (
  credentials: SinchCredentials,
  host: 'numbers.api.sinch.com' | 'elastic-trunking.api.sinch.com',
  path: string,
  about: RequestOptions,
) =>
  askWithToken(
    clientOf(credentials),
    { ...about, host, path: `/v1/projects/${credentials.project_id}/${path}`, secrets: secretsOf('sinch', credentials) },
    readRefusal,
  )

/** Asks the SMS API about the batches of the service plan, which has a token of its own. */
export function askBatches(credentials: SinchCredentials, about: RequestOptions): Promise<CarrierReply> {
  const { service_plan_id: plan, api_token: token, region = 'us' } = credentials
  if (plan === undefined || token === undefined) throw new CarrierError('rejected', 'SMS requires service_plan_id and api_token')
  const path = `/xms/v1/${encodeURIComponent(plan)}/batches`
  return ask({ ...about, host: `${region}.sms.api.sinch.com`, path, authorization: bearer(token), secrets: secretsOf('sinch', credentials) }, readRefusal)
}

/** The SMS API words a refusal as `{code, text}`, the others as `{error: {status, message}}`. */
export function readRefusal({ status, body }: CarrierReply): ReturnType<RefusalReader> {
  const { data } = RefusalBody.safeParse(body)
  if (!data) return {}
  const { code, message } = 'text' in data ? { code: data.code, message: data.text } : { code: data.error.status, message: data.error.message }
  const isSuspended = status === 403 && /suspend|blocked account|account.*(blocked|disabled)/i.test(message)
  const isNumber = status === 400 && code === 'syntax_invalid_parameter_format'
  return {
    ...(code !== undefined && { code }),
    message,
    ...(isSuspended && { kind: 'suspended' as const }),
    ...(isNumber && { kind: 'invalid_number' as const }),
    ...(code === 'unknown_campaign' && { kind: 'blocked' as const }),
    ...(status === 403 && /originator|sender/i.test(`${code} ${message}`) && { kind: 'not_sms_capable' as const }),
  }
}

const RefusalBody = z.union([
  z.object({ code: z.string(), text: z.string() }),
  z.object({ error: z.object({ status: z.string().optional().catch(undefined), message: z.string() }) }),
])
