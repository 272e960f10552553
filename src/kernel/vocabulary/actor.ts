import type { Role, Scope } from './scopes.ts'

/**
 * Who asks. Made once at the edge from a session or a credential, passed first to every service, and the only source of
 * the workspace a query is about. Behind a CLI token and an app's grant stands a person too.
 */
export interface Actor {
  kind: 'session' | 'key' | 'cli' | 'app'
  workspaceId: number
  scopes: ReadonlySet<Scope>
  /** The row of the key, CLI token or grant. */
  keyId?: number
  userId?: number
  /** Of a CLI token or grant: whose and which it is, for the audit log. */
  called?: string
  sessionId?: string
  role?: Role
  /** When the access token that was sent ends, where it is one: an answer that goes on longer is cut off then. */
  until?: Date
  /** The Idempotency-Key of the request, where it has one; whoever makes its effect claims it in the same statement. */
  claim?: Claim
}

/** An Idempotency-Key with all that a repetition must agree in (spec: Idempotency). */
export interface Claim {
  apiKeyId: number
  key: string
  method: string
  path: string
  bodyHash: Buffer
  /** Tells this attempt from another with the same key. */
  attempt: string
  /** When an earlier attempt made the effect: what it noted, to find the effect again. */
  effect?: unknown
}

/** The answer to a request as it is kept under its key. */
export interface Kept {
  status: number
  body: string
  /** Whether another request gave it. */
  replayed: boolean
}
