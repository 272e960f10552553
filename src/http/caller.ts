import type { IncomingMessage } from 'node:http'
import type { Actor } from '../actor.ts'
import * as apiKeys from '../services/apiKeys.ts'
import * as sessions from '../services/sessions.ts'

/**
 * Who calls GraphQL: a key in `X-API-Key`, or a key or access token as a bearer. Null without any of them; throws
 * UNAUTHENTICATED for a key that does not hold. An access token that does not hold counts as none, so that the
 * browser can refresh its session.
 */
export async function callerOf({ apiKey, bearer }: { apiKey?: string; bearer?: string }): Promise<Actor | null> {
  const key = apiKey ?? (bearer && /^ago?_/.test(bearer) ? bearer : undefined)
  if (key !== undefined) return (await apiKeys.authenticate(key)).actor
  return bearer ? sessions.authenticate(bearer) : null
}

export const credentialsIn = ({ headers }: Pick<IncomingMessage, 'headers'>) => ({
  apiKey: typeof headers['x-api-key'] === 'string' ? headers['x-api-key'] : undefined,
  bearer: /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1],
})
