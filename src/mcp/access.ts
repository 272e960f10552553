import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError, unauthenticated } from '../kernel/vocabulary/errors.ts'
import { addressOf } from '../http/address.ts'
import { baseOf, RESOURCE_DOCUMENT, resourceOf } from '../http/bases.ts'
import { credentialsOf, headerCredentials } from '../http/caller.ts'
import { hasScope, KEY_SCOPES, type KeyScope } from '../kernel/vocabulary/scopes.ts'
import * as connectedApps from '../services/access/connectedApps.ts'
import type { AuthenticatedCredential } from '../services/access/credentials.ts'
import * as keyAttemptLimits from '../services/access/sessions/keyAttemptLimits.ts'
import { toFailure } from '../rest/errors.ts'
import type { Route } from '../rest/route.ts'
import { type RequestId, sendError } from './refusals.ts'

/**
 * Whom the access token of a request speaks for. API keys and CLI tokens are none. Throws UNAUTHENTICATED, and RateLimitError where tokens
 * are guessed.
 */
export async function authenticateApp(req: IncomingMessage): Promise<AuthenticatedCredential> {
  const { bearer } = headerCredentials(req)
  if (!bearer) throw unauthenticated('An access token is required. Connect with OAuth.')
  if (credentialsOf({ bearer }).key) throw unauthenticated('API keys and CLI tokens are not accepted here. Connect with OAuth.')
  return keyAttemptLimits.authenticateSecret(
    bearer,
    () => addressOf(req),
    () => connectedApps.authenticate(bearer, resourceOf(baseOf(req))),
  )
}

/**
 * Tells a client that was not admitted how it can be (RFC 9728): where the description of this resource is, and every scope there is, since
 * some clients ask for what the first challenge names and for nothing else.
 */
export function sendChallenge(req: IncomingMessage, res: ServerResponse, error: unknown) {
  const { status, detail, retryAfterSeconds } = toFailure(error)
  const message = typeof detail === 'string' ? detail : JSON.stringify(detail)
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', retryAfterSeconds)
  if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') {
    const wrong: Record<string, string> = req.headers.authorization === undefined ? {} : { error: 'invalid_token', error_description: message }
    res.setHeader('WWW-Authenticate', bearer({ ...wrong, scope: KEY_SCOPES.join(' '), resource_metadata: metadataOf(req) }))
  }
  sendError(res, status, { code: status === 401 ? -32_001 : -32_000, message })
}

/** The scopes of these rows that the app has never asked for. What its person declined, or may not do, is no news to it: that is for the tool to say. */
export const neverRequestedScopes = ({ actor, unavailableScopes: refused }: AuthenticatedCredential, rows: readonly Route[]): KeyScope[] => [
  ...new Set(rows.map(({ scope }) => scope).filter((scope) => !hasScope(actor.scopes, scope) && !refused.has(scope))),
]

/** Has a client ask for more (RFC 6750: insufficient_scope): for what it has and what it lacks. */
export function requestMoreScopes(req: IncomingMessage, res: ServerResponse, { actor }: AuthenticatedCredential, missing: readonly KeyScope[], id: RequestId) {
  const message = `Missing scope: ${missing.join(' ')}`
  const scope = [...KEY_SCOPES.filter((held) => actor.scopes.has(held)), ...missing].join(' ')
  res.setHeader('WWW-Authenticate', bearer({ error: 'insufficient_scope', error_description: message, scope, resource_metadata: metadataOf(req) }))
  sendError(res, 403, { code: -32_003, message }, id)
}

/** Where this resource is described; a client that was told an address with a slash at its end compares it with one. */
const metadataOf = (req: IncomingMessage) => `${baseOf(req)}${RESOURCE_DOCUMENT}${(req.url ?? '').startsWith('/mcp/') ? '/mcp/' : '/mcp'}`

const bearer = (parameters: Record<string, string>) =>
  `Bearer ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value.replace(/["\\]/g, '')}"`)
    .join(', ')}`
