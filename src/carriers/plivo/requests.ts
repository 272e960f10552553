import { z } from 'zod'
import { type Credentials, secretsOf } from '../../inputs/carriers.ts'
import type { CarrierErrorKind } from '../carrier.ts'
import { ask, basic, type CarrierReply, type CarrierRequest, type RefusalReader } from '../http.ts'

export type PlivoCredentials = Credentials<'plivo'>

type About = Pick<CarrierRequest, 'method' | 'query' | 'json' | 'effect' | 'timeoutMs'>

/** Asks Plivo's API about something of the account. */
export const askPlivo = (credentials: PlivoCredentials, path: string, about: About, read: RefusalReader = readRefusal) =>
  ask(
    {
      ...about,
      host: 'api.plivo.com',
      path: `/v1/Account/${credentials.auth_id}/${path}`,
      authorization: basic(credentials.auth_id, credentials.auth_token),
      secrets: secretsOf('plivo', credentials),
    },
    read,
  )

/** A refusal is `{api_id, error}`; wrong credentials are answered in plain text. */
export function readRefusal({ body }: CarrierReply): { message?: string; kind?: CarrierErrorKind } {
  const { data } = Refused.safeParse(body)
  if (data === undefined) return {}
  const message = typeof data.error === 'string' ? data.error : JSON.stringify(data.error)
  return { message, ...(/suspend|deactivated|account.*disabled/i.test(message) && { kind: 'suspended' as const }) }
}

const Refused = z.object({ error: z.union([z.string(), z.record(z.string(), z.unknown())]) })

/** What the refusal of a message means. Plivo has no codes for it; 403 says that the account may not text that country. */
export function readRefusedMessage(reply: CarrierReply): ReturnType<RefusalReader> {
  const told = readRefusal(reply)
  const kind = told.kind ?? kindOfRefusal(reply.status, told.message ?? '')
  return { ...told, ...(kind && { kind }) }
}

function kindOfRefusal(status: number, message: string): CarrierErrorKind | null {
  if (/insufficient|credit|balance/i.test(message) && status < 500) return 'insufficient_funds'
  if (status === 403) return 'blocked'
  if (status !== 400) return null
  if (/\bsrc\b|source|sender/i.test(message)) return 'not_sms_capable'
  return /\bdst\b|destination|valid (phone )?number/i.test(message) ? 'invalid_number' : null
}
