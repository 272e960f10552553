import type { Role, Scope } from './scopes.ts'

/**
 * Who asks. Made once at the edge from a key or a session, passed first to every service, and the only source of
 * the workspace a query is about.
 */
export interface Actor {
  kind: 'key' | 'session'
  workspaceId: number
  scopes: ReadonlySet<Scope>
  keyId?: number
  userId?: number
  sessionId?: string
  role?: Role
}
