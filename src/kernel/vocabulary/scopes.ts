import { forbidden } from './errors.ts'

/** What an API key may be given (spec: Scopes). */
export const KEY_SCOPES = [
  'me:read',
  'agents:read',
  'agents:write',
  'campaigns:read',
  'campaigns:write',
  'campaigns:start',
  'results:read',
  'leads:read',
  'leads:write',
  'calls:read',
  'calls:write',
  'numbers:read',
  'numbers:write',
  'billing:read',
  'compliance:read',
  'compliance:write',
  'sms:write',
  'webhooks:read',
  'webhooks:write',
] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** What only a signed-in person may do; of these a key has `sms:read` as well, if it has `sms:write`. */
export const PERSON_SCOPES = [
  'sms:read',
  'documents:read',
  'documents:write',
  'audit:read',
  'members:read',
  'members:write',
  'keys:read',
  'keys:write',
  'billing:write',
  'privacy:write',
  'workspace:write',
] as const
export type Scope = KeyScope | (typeof PERSON_SCOPES)[number]

export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const
export type Role = (typeof ROLES)[number]

const reads: Scope[] = [...KEY_SCOPES.filter((scope) => scope.endsWith(':read')), 'sms:read', 'members:read', 'documents:read']
const work: Scope[] = ['agents:write', 'campaigns:write', 'campaigns:start', 'leads:write', 'calls:write', 'compliance:write', 'sms:write', 'documents:write']
const administration: Scope[] = ['numbers:write', 'webhooks:write', 'keys:read', 'keys:write', 'billing:write', 'members:write', 'audit:read', 'privacy:write']

/** A role is a named set of scopes, so that keys and people pass the same check. */
export const ROLE_SCOPES: Record<Role, ReadonlySet<Scope>> = {
  viewer: new Set(reads),
  member: new Set([...reads, ...work]),
  admin: new Set([...reads, ...work, ...administration]),
  owner: new Set([...reads, ...work, ...administration, 'workspace:write']),
}

export const isKeyScope = (text: string): text is KeyScope => (KEY_SCOPES as readonly string[]).includes(text)

/** A scope that keys cannot be given by itself, and the one that includes it: whoever may send texts may read them. */
const WITHIN: Partial<Record<Scope, Scope>> = { 'sms:read': 'sms:write' }

/** The scope that a key needs for it. */
export const keyScopeOf = (scope: Scope): Scope => WITHIN[scope] ?? scope

export const hasScope = (held: ReadonlySet<Scope>, scope: Scope) => held.has(scope) || (WITHIN[scope] !== undefined && held.has(WITHIN[scope]))

/** FORBIDDEN, naming the scope that is wanted (contract: scopes message). */
export const missingScope = (scope: Scope) => forbidden(`Missing scope: ${keyScopeOf(scope)}`)

/** Throws that unless the scope is held. */
export function requireScope(held: ReadonlySet<Scope>, scope: Scope) {
  if (!hasScope(held, scope)) throw missingScope(scope)
}

/** What is left of scopes for a person of that role; all of them where no person stands behind. */
export const withinRole = (scopes: readonly string[], role: string | null): ReadonlySet<KeyScope> =>
  new Set(scopes.filter(isKeyScope).filter((scope) => role === null || ROLE_SCOPES[role as Role].has(scope)))
