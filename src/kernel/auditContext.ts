import { AsyncLocalStorage } from 'node:async_hooks'
import type { ApiKeyId, UserId } from './vocabulary/ids.ts'
import type { Actor } from './vocabulary/actor.ts'

/** The origin of a request. */
export interface RequestOrigin {
  address: string
  /** The `X-Request-Id` of the response. */
  requestId: string
}

/** The actor of a change, as the audit log records it. `nobody` is a caller who is not signed in. */
export interface AuditActor {
  kind: 'user' | 'key' | 'cli' | 'app' | 'operator' | 'system' | 'nobody'
  userId?: UserId
  apiKeyId?: ApiKeyId
  /** Display name. Defaults to the user's email address or the key's name. */
  name?: string
  /** Name of the mutation, command or job. */
  operation: string
  address?: string
  requestId?: string
}

const auditContext = new AsyncLocalStorage<AuditActor>()

/** Runs the work with an audit actor. Every write inside it, by Prisma or raw SQL, passes the actor to the database. */
export const withAuditContext = <T>(actor: AuditActor, work: () => T): T => auditContext.run(actor, work)

/** Returns the actor of the current work; undefined when the system acts on its own. */
export const currentAuditActor = () => auditContext.getStore()

/** Returns the actor as JSON, as the database triggers read it from the setting `callwright.by`; null without an actor. */
export function auditContextJson(): string | null {
  const actor = auditContext.getStore()
  return actor ? JSON.stringify(actor) : null
}

/** Returns the audit actor of a request for an operation. */
export const auditActorOf = (actor: Actor | null, operation: string, origin: RequestOrigin | null): AuditActor => ({
  kind: actor === null ? 'nobody' : actor.kind === 'session' ? 'user' : actor.kind,
  userId: actor?.userId,
  apiKeyId: actor?.keyId,
  name: actor?.displayName,
  operation,
  ...origin,
})
