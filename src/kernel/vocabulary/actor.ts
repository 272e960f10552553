import type { ApiKeyId, UserId, WorkspaceId } from './ids.ts'
import type { Role, Scope } from './scopes.ts'

/**
 * The authenticated caller. Created once at the edge from a session or a credential, passed first to every service, and the only
 * source of the workspace ID. CLI tokens and app grants also belong to a user.
 */
export interface Actor {
  kind: 'session' | 'key' | 'cli' | 'app'
  workspaceId: WorkspaceId
  scopes: ReadonlySet<Scope>
  /** The row of the key, CLI token or grant. */
  keyId?: ApiKeyId
  userId?: UserId
  /** User and name of a CLI token or grant, for the audit log. */
  displayName?: string
  sessionId?: string
  role?: Role
  /** When the access token expires, if the caller sent one: longer responses are cut off then. */
  until?: Date
  /** The Idempotency-Key of the request, if any. The statement that makes its effect also claims the key. */
  claim?: IdempotencyClaim
}

/** An Idempotency-Key with everything that a repeated request must match (spec: Idempotency). */
export interface IdempotencyClaim {
  apiKeyId: ApiKeyId
  key: string
  method: string
  path: string
  bodyHash: Buffer
  /** Distinguishes this attempt from others with the same key. */
  attempt: string
  /** Reference to the effect of an earlier attempt, to find it again. */
  effect?: unknown
}

/** The response stored under an Idempotency-Key. */
export interface StoredResponse {
  status: number
  body: string
  /** Whether another request produced it. */
  replayed: boolean
}
