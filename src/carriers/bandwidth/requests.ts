import { z } from 'zod'
import { type Credentials, secretsOf } from '../../inputs/carriers.ts'
import type { CarrierErrorKind } from '../carrier.ts'
import { type CarrierReply, type CarrierRequest, type RefusalReader, parseReply } from '../http.ts'
import { askWithToken, type OAuthClient } from '../oauth.ts'
import { readXml } from '../../kernel/lib/xml.ts'

export type BandwidthCredentials = Credentials<'bandwidth'>

type RequestOptions = Pick<CarrierRequest, 'method' | 'query' | 'json' | 'xml' | 'effect' | 'timeoutMs'>

export const clientOf = ({ client_id: id, client_secret: secret }: BandwidthCredentials): OAuthClient => ({
  host: 'api.bandwidth.com',
  path: '/api/v1/oauth2/token',
  id,
  secret,
})

/** Asks the messaging API, which speaks JSON. */
export const askMessaging = (credentials: BandwidthCredentials, about: RequestOptions, read: RefusalReader = readRefusal) =>
  askWithToken(
    clientOf(credentials),
    { ...about, host: 'messaging.bandwidth.com', path: `/api/v2/users/${credentials.account_id}/messages`, secrets: secretsOf('bandwidth', credentials) },
    read,
  )

/** Asks the API of numbers and applications, which speaks XML, and reads the answer. */
export async function askNumbers<Schema extends z.ZodType>(credentials: BandwidthCredentials, path: string, about: RequestOptions, schema: Schema) {
  const { text } = await askAccount(credentials, path, { ...about, accept: 'application/xml' })
  return parseReply(schema, readXml(text))
}

export const askAccount = (credentials: BandwidthCredentials, path: string, about: RequestOptions & Pick<CarrierRequest, 'accept'>) =>
  askWithToken(
    clientOf(credentials),
    { ...about, host: 'api.bandwidth.com', path: `/api/v2/${path}`, secrets: secretsOf('bandwidth', credentials) },
    readRefusal,
  )

/** A refusal is `{type, description, fieldErrors?}`, or XML with a code and a description somewhere in it. */
export function readRefusal(reply: CarrierReply): ReturnType<RefusalReader> {
  const { data } = RefusalBody.safeParse(reply.body)
  const found = data
    ? { code: data.type, message: data.description }
    : { code: readElement(reply.text, 'ErrorCode'), message: readElement(reply.text, 'Description') }
  return {
    ...(found.code !== undefined && { code: found.code }),
    ...(found.message !== undefined && { message: found.message }),
    ...(reply.status === 403 && /suspend|deactivated|inactive account/i.test(found.message ?? '') && { kind: 'suspended' as const }),
  }
}

const readElement = (xml: string, element: string) => new RegExp(`<${element}>([^<]{1,300})</${element}>`).exec(xml)?.[1]

/** What the refusal of a message means: the field that is wrong tells. */
export function readRefusedMessage(reply: CarrierReply): ReturnType<RefusalReader> {
  const told = readRefusal(reply)
  const { data } = RefusalBody.safeParse(reply.body)
  const wrong = data?.fieldErrors?.find(({ fieldName }) => fieldName !== undefined)
  const kind = told.kind ?? (reply.status === 400 ? kindOfField(wrong?.fieldName ?? '') : null)
  const message = wrong?.description ?? told.message
  return { ...told, ...(message !== undefined && { message }), ...(kind && { kind }) }
}

function kindOfField(name: string): CarrierErrorKind | null {
  if (/^to\b/.test(name)) return 'invalid_number'
  return /^from\b/.test(name) ? 'not_sms_capable' : null
}

const RefusalBody = z.object({
  type: z.string(),
  description: z.string(),
  fieldErrors: z
    .array(z.object({ fieldName: z.string().optional(), description: z.string().optional() }))
    .optional()
    .catch(undefined),
})
