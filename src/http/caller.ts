import type { IncomingMessage } from 'node:http'
import type { Actor } from '../actor.ts'
import type { Allowance } from '../limits.ts'
import * as keyGuesses from '../services/keyGuesses.ts'
import type { RateLimits } from '../services/rateLimits.ts'
import * as sessions from '../services/sessions.ts'
import { addressOf } from './address.ts'

/** Who the key of a request speaks for. Throws UNAUTHENTICATED, or RATE_LIMITED where keys are guessed. */
export const holderOf = (key: string | undefined, req: IncomingMessage) => keyGuesses.authenticate(key, () => addressOf(req))

/** The same, and the request is counted against the limits of the workspace. */
export type Admit = (key: string | undefined, req: IncomingMessage) => Promise<{ actor: Actor; allowance: Allowance }>

export const admission =
  (limits: RateLimits): Admit =>
  async (key, req) => {
    const { actor, plan } = await holderOf(key, req)
    return { actor, allowance: await limits.take(actor.workspaceId, plan) }
  }

/** An API key (or CLI token) or an access token, of which a bearer may be either. */
export interface Credentials {
  key?: string
  accessToken?: string
}

export function credentialsOf({ apiKey, bearer }: { apiKey?: string; bearer?: string }): Credentials {
  if (apiKey !== undefined) return { key: apiKey }
  return bearer && /^ag[oc]?_/.test(bearer) ? { key: bearer } : { accessToken: bearer }
}

export const headerCredentials = ({ headers }: Pick<IncomingMessage, 'headers'>) => ({
  apiKey: typeof headers['x-api-key'] === 'string' ? headers['x-api-key'] : undefined,
  bearer: /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1],
})

/** The person an access token speaks for. One that does not hold counts as none, so that the browser can refresh its session. */
export const personOf = ({ accessToken }: Credentials): Promise<Actor | null> => (accessToken ? sessions.authenticate(accessToken) : Promise.resolve(null))
