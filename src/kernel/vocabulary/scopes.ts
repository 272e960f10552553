import { forbidden } from './errors.ts'

/** Scopes of API keys (spec: Scopes). */
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

/** Scopes of signed-in people only, except that a key with `sms:write` also has `sms:read`. */
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

/** A role is a named set of scopes, so keys and people pass the same check. */
export const ROLE_SCOPES: Record<Role, ReadonlySet<Scope>> = {
  viewer: new Set(reads),
  member: new Set([...reads, ...work]),
  admin: new Set([...reads, ...work, ...administration]),
  owner: new Set([...reads, ...work, ...administration, 'workspace:write']),
}

export const isKeyScope = (text: string): text is KeyScope => (KEY_SCOPES as readonly string[]).includes(text)

/** Scopes that keys cannot have on their own, with the scope that includes each. */
const INCLUDED_IN: Partial<Record<Scope, Scope>> = { 'sms:read': 'sms:write' }

/** Returns the scope that a key needs to have a scope. */
export const keyScopeOf = (scope: Scope): Scope => INCLUDED_IN[scope] ?? scope

export const hasScope = (held: ReadonlySet<Scope>, scope: Scope) => held.has(scope) || (INCLUDED_IN[scope] !== undefined && held.has(INCLUDED_IN[scope]))

/** Returns a FORBIDDEN error that names the missing scope (contract: scopes message). */
export const missingScope = (scope: Scope) => forbidden('missing_scope', { scope: keyScopeOf(scope) })

/** Throws FORBIDDEN unless the scope is held. */
export function requireScope(held: ReadonlySet<Scope>, scope: Scope) {
  if (!hasScope(held, scope)) throw missingScope(scope)
}

/** Limits scopes to those of a role. `null` (no user) keeps all of them. */
export const limitToRole = (scopes: readonly string[], role: string | null): ReadonlySet<KeyScope> =>
  new Set(scopes.filter(isKeyScope).filter((scope) => role === null || ROLE_SCOPES[role as Role].has(scope)))
