import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import { type Allowance, requireAllowance, setRateLimitHeaders } from '../kernel/http/limits.ts'
import { createAttemptLimiter } from '../services/rateLimits/attemptLimits.ts'
import * as keyAttemptLimits from '../services/access/sessions/keyAttemptLimits.ts'
import type { RateLimits } from '../services/rateLimits/rateLimits.ts'
import * as sessions from '../services/access/sessions/sessions.ts'
import { addressOf } from './address.ts'

/** Authenticates the key of a request. Throws UNAUTHENTICATED, or RATE_LIMITED after too many wrong keys. */
export const authenticateKey = (key: string | undefined, req: IncomingMessage) => keyAttemptLimits.authenticate(key, () => addressOf(req))

/** Authenticates a key and counts the request against the limits of the workspace. */
export type Admit = (key: string | undefined, req: IncomingMessage) => Promise<{ actor: Actor; allowance: Allowance }>

export const createAdmit =
  (limits: RateLimits): Admit =>
  async (key, req) => {
    const { actor, plan } = await authenticateKey(key, req)
    return { actor, allowance: await limits.take(actor.workspaceId, plan) }
  }

/** An API key (or CLI token) or an access token. A bearer can be either. */
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

/** Authenticates an access token. Returns null for an invalid token, so that the browser can refresh its session. */
export const authenticatePerson = ({ accessToken }: Credentials): Promise<Actor | null> =>
  accessToken ? sessions.authenticate(accessToken) : Promise.resolve(null)

/** Limits of one person. The dashboard sends a few requests per second at most. */
const PERSON_LIMITS = { rpm: 600, rpd: Infinity }
/** Limits of one address without a credential: people who sign in, and dashboards that refresh their sessions. */
const ANONYMOUS_LIMITS = { most: 1_000, withinMs: 60_000 }
const anonymousLimiter = createAttemptLimiter(ANONYMOUS_LIMITS)

/** Counts a request without a valid credential. Throws RateLimitError. */
export function countAnonymous(req: IncomingMessage) {
  const address = addressOf(req)
  anonymousLimiter.check(address)
  anonymousLimiter.count(address)
}

/** Counts an operation of a person, over HTTP or a socket; requests of keys are counted on admission. Throws RateLimitError. */
export async function countPerson(limits: RateLimits, { kind, userId }: Actor) {
  if (kind === 'session') requireAllowance(await limits.takeOf(`person ${userId}`, PERSON_LIMITS))
}

/**
 * Identifies the sender of a request before its body is read: a key in `X-API-Key`, a key or access token as a bearer, or no one. Requests of a key
 * count against its workspace's limits, requests of a person against a personal limit, and requests without a valid credential against a limit per
 * address. Returns null for the last. Throws UNAUTHENTICATED for a wrong key, and RateLimitError.
 */
export async function identifySender(admit: Admit, limits: RateLimits, req: IncomingMessage, res: ServerResponse): Promise<Actor | null> {
  const { key, ...credentials } = credentialsOf(headerCredentials(req))
  const actor = key === undefined ? await authenticatePerson(credentials) : await admitKey(admit, key, req, res)
  if (actor === null) countAnonymous(req)
  else await countPerson(limits, actor)
  return actor
}

async function admitKey(admit: Admit, key: string, req: IncomingMessage, res: ServerResponse): Promise<Actor> {
  const { actor, allowance } = await admit(key, req)
  setRateLimitHeaders(res, allowance)
  requireAllowance(allowance)
  return actor
}
