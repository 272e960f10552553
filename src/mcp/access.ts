import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError } from '../kernel/vocabulary/errors.ts'
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
 * Authenticates the access token of a request. Rejects API keys and CLI tokens. Throws UNAUTHENTICATED, and RateLimitError after too many
 * wrong tokens.
 */
export async function authenticateApp(req: IncomingMessage): Promise<AuthenticatedCredential> {
  const { bearer } = headerCredentials(req)
  if (!bearer) throw new DomainError('UNAUTHENTICATED', 'An access token is required. Connect with OAuth.')
  if (credentialsOf({ bearer }).key) throw new DomainError('UNAUTHENTICATED', 'API keys and CLI tokens are not accepted here. Connect with OAuth.')
  return keyAttemptLimits.authenticateSecret(
    bearer,
    () => addressOf(req),
    () => connectedApps.authenticate(bearer, resourceOf(baseOf(req))),
  )
}

/**
 * Sends an error; a 401 says how to get access (RFC 9728): the URL of the resource metadata, and all scopes, since some clients request only
 * what the first challenge names.
 */
export function sendChallenge(req: IncomingMessage, res: ServerResponse, error: unknown) {
  const { status, detail, retryAfterSeconds } = toFailure(error)
  const message = typeof detail === 'string' ? detail : JSON.stringify(detail)
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', retryAfterSeconds)
  if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') {
    const errorFields: Record<string, string> = req.headers.authorization === undefined ? {} : { error: 'invalid_token', error_description: message }
    res.setHeader('WWW-Authenticate', formatChallenge({ ...errorFields, scope: KEY_SCOPES.join(' '), resource_metadata: metadataUrlOf(req) }))
  }
  sendError(res, status, { code: status === 401 ? -32_001 : -32_000, message })
}

/** The required scopes that the app has never requested. Scopes that the user declined or cannot grant are left to the tool to refuse. */
export const neverRequestedScopes = ({ actor, unavailableScopes: unavailable }: AuthenticatedCredential, rows: readonly Route[]): KeyScope[] => [
  ...new Set(rows.map(({ scope }) => scope).filter((scope) => !hasScope(actor.scopes, scope) && !unavailable.has(scope))),
]

/** Responds that the client must request more scopes (RFC 6750: insufficient_scope): its current ones and the missing ones. */
export function requestMoreScopes(req: IncomingMessage, res: ServerResponse, { actor }: AuthenticatedCredential, missing: readonly KeyScope[], id: RequestId) {
  const message = `Missing scope: ${missing.join(' ')}`
  const scope = [...KEY_SCOPES.filter((candidate) => actor.scopes.has(candidate)), ...missing].join(' ')
  res.setHeader('WWW-Authenticate', formatChallenge({ error: 'insufficient_scope', error_description: message, scope, resource_metadata: metadataUrlOf(req) }))
  sendError(res, 403, { code: -32_003, message }, id)
}

/** URL of the resource metadata. A client that is configured with a trailing slash compares it with one. */
const metadataUrlOf = (req: IncomingMessage) => `${baseOf(req)}${RESOURCE_DOCUMENT}${(req.url ?? '').startsWith('/mcp/') ? '/mcp/' : '/mcp'}`

const formatChallenge = (parameters: Record<string, string>) =>
  `Bearer ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value.replace(/["\\]/g, '')}"`)
    .join(', ')}`
