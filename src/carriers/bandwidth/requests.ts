import { z } from 'zod'
import { type Credentials, secretsOf } from '../../inputs/carriers.ts'
import type { CarrierErrorKind } from '../carrier.ts'
import { type CarrierReply, type CarrierRequest, type ErrorParser, parseReply } from '../http.ts'
import { sendWithToken, type OAuthClient } from '../oauth.ts'
import { readXml } from '../../kernel/lib/xml.ts'

export type BandwidthCredentials = Credentials<'bandwidth'>

type RequestOptions = Pick<CarrierRequest, 'method' | 'query' | 'json' | 'xml' | 'effect' | 'timeoutMs'>

export const clientOf = ({ client_id: id, client_secret: secret }: BandwidthCredentials): OAuthClient => ({
  host: 'api.bandwidth.com',
  path: '/api/v1/oauth2/token',
  id,
  secret,
})

/** Sends a request to the messaging API, which uses JSON. */
export const requestMessagingApi = (credentials: BandwidthCredentials, request: RequestOptions, parse: ErrorParser = parseError) =>
  sendWithToken(
    clientOf(credentials),
    { ...request, host: 'messaging.bandwidth.com', path: `/api/v2/users/${credentials.account_id}/messages`, secrets: secretsOf('bandwidth', credentials) },
    parse,
  )

/** Sends a request to the API for numbers and applications, which uses XML, and validates the reply. */
export async function requestNumbersApi<Schema extends z.ZodType>(credentials: BandwidthCredentials, path: string, request: RequestOptions, schema: Schema) {
  const { text } = await requestAccountApi(credentials, path, { ...request, accept: 'application/xml' })
  return parseReply(schema, readXml(text))
}

export const requestAccountApi = (credentials: BandwidthCredentials, path: string, request: RequestOptions & Pick<CarrierRequest, 'accept'>) =>
  sendWithToken(
    clientOf(credentials),
    { ...request, host: 'api.bandwidth.com', path: `/api/v2/${path}`, secrets: secretsOf('bandwidth', credentials) },
    parseError,
  )

/** Reads an error reply: `{type, description, fieldErrors?}`, or XML with `ErrorCode` and `Description` at any depth. */
export function parseError(reply: CarrierReply): ReturnType<ErrorParser> {
  const { data } = ErrorBody.safeParse(reply.body)
  const error = data
    ? { code: data.type, message: data.description }
    : { code: parseElement(reply.text, 'ErrorCode'), message: parseElement(reply.text, 'Description') }
  return {
    ...(error.code !== undefined && { code: error.code }),
    ...(error.message !== undefined && { message: error.message }),
    ...(reply.status === 403 && /suspend|deactivated|inactive account/i.test(error.message ?? '') && { kind: 'suspended' as const }),
  }
}

const parseElement = (xml: string, element: string) => new RegExp(`<${element}>([^<]{1,300})</${element}>`).exec(xml)?.[1]

/** Reads the error reply to a message. The invalid field decides the kind. */
export function parseSendError(reply: CarrierReply): ReturnType<ErrorParser> {
  const error = parseError(reply)
  const { data } = ErrorBody.safeParse(reply.body)
  const invalidField = data?.fieldErrors?.find(({ fieldName }) => fieldName !== undefined)
  const kind = error.kind ?? (reply.status === 400 ? kindOfField(invalidField?.fieldName ?? '') : null)
  const message = invalidField?.description ?? error.message
  return { ...error, ...(message !== undefined && { message }), ...(kind && { kind }) }
}

function kindOfField(name: string): CarrierErrorKind | null {
  if (/^to\b/.test(name)) return 'invalid_number'
  return /^from\b/.test(name) ? 'not_sms_capable' : null
}

const ErrorBody = z.object({
  type: z.string(),
  description: z.string(),
  fieldErrors: z
    .array(z.object({ fieldName: z.string().optional(), description: z.string().optional() }))
    .optional()
    .catch(undefined),
})
