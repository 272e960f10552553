import type { IncomingMessage } from 'node:http'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import { type Allowance, refuseBeyond } from '../kernel/http/limits.ts'
import { guessCounter } from '../services/rateLimits/attemptLimits.ts'
import * as keyAttemptLimits from '../services/access/sessions/keyAttemptLimits.ts'
import type { RateLimits } from '../services/rateLimits/rateLimits.ts'
import * as sessions from '../services/access/sessions/sessions.ts'
import { addressOf } from './address.ts'

/** Who the key of a request speaks for. Throws UNAUTHENTICATED, or RATE_LIMITED where keys are guessed. */
export const holderOf = (key: string | undefined, req: IncomingMessage) => keyAttemptLimits.authenticate(key, () => addressOf(req))

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

/** Requests of one person in a minute; the dashboard sends a few each second at its busiest. */
const PERSON = { rpm: 600, rpd: 600 * 1_440 }
/** Requests without a credential from one address in a minute: people who sign in, and dashboards that refresh their sessions. */
const STRANGERS = { most: 1_000, withinMs: 60_000 }
const strangers = guessCounter(STRANGERS)

/** Counts a request that comes without a credential that holds. Throws RateLimited. */
export function countStranger(req: IncomingMessage) {
  const address = addressOf(req)
  strangers.check(address)
  strangers.count(address)
}

/** Counts an operation of a person, in whatever way it is sent; a key's are counted where it is admitted. Throws RateLimited. */
export async function countPerson(limits: RateLimits, { kind, userId }: Actor) {
  if (kind === 'session') refuseBeyond(await limits.takeOf(`person ${userId}`, PERSON))
}
