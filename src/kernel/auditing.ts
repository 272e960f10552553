import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor } from './vocabulary/actor.ts'

/** Where a request came from. */
export interface Origin {
  address: string
  /** As the answer's X-Request-Id says it. */
  requestId: string
}

/** On whose behalf something is changed, as the audit log will have it. `nobody` is whoever is not signed in. */
export interface Asker {
  kind: 'user' | 'key' | 'cli' | 'app' | 'operator' | 'system' | 'nobody'
  userId?: number
  apiKeyId?: number
  /** What to call them; else it is the person's e-mail address or the key's name. */
  name?: string
  /** What was asked: the name of a mutation, a command or a job. */
  operation: string
  address?: string
  requestId?: string
}

const asking = new AsyncLocalStorage<Asker>()

/** Does the work on somebody's behalf: every write of it, by whatever way it reaches the database, says so there. */
export const onBehalfOf = <T>(asker: Asker, work: () => T): T => asking.run(asker, work)

/** On whose behalf the work at hand is done; undefined when the system does it by itself. */
export const asker = () => asking.getStore()

/** The same as the database's triggers read it, in the setting `callwright.by`; null when there is nothing to say. */
export function said(): string | null {
  const by = asking.getStore()
  return by ? JSON.stringify(by) : null
}

/** Whoever sends a request for an operation. */
export const askerOf = (actor: Actor | null, operation: string, origin: Origin | null): Asker => ({
  kind: actor === null ? 'nobody' : actor.kind === 'session' ? 'user' : actor.kind,
  userId: actor?.userId,
  apiKeyId: actor?.keyId,
  name: actor?.called,
  operation,
  ...origin,
})

interface Raw {
  $executeRaw(text: TemplateStringsArray, ...values: unknown[]): Promise<unknown>
}

/** Says in a transaction on whose behalf the rest of it is done. */
export const speakFor = (tx: Raw, by: Asker) => tx.$executeRaw`select set_config('callwright.by', ${JSON.stringify(by)}, true)`

/** Names what the system does by itself in a transaction, unless somebody asked for it. */
export async function bySystem(tx: Raw, operation: string) {
  if (!asking.getStore()) await speakFor(tx, { kind: 'system', operation })
}
