import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { looksLikeKey } from '../../src/kernel/crypto/ids.ts'
import { pool } from './database.ts'
import { Refused } from './errors.ts'

/** The sender of a request. */
export interface Caller {
  keyId: number
  workspaceId: number
  scopes: Set<string>
}

/** Cache duration of a key, the same as in the product. */
const KNOWN_MS = 1_000
const cache = new LRUCache<string, Caller>({ max: 10_000, ttl: KNOWN_MS })

const FIND = {
  name: 'find-key',
  text: 'select id, workspace_id, scopes, revoked_at, expires_at from api_keys where hash = $1',
}
const NOTE_USE = {
  name: 'note-use',
  text: `update api_keys set last_used_at = now() where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
}

/** Returns the caller of an API key, looked up at most once a second. Throws a 401. */
export async function callerOf(key: string | undefined): Promise<Caller> {
  if (!key) throw new Refused(401, 'Invalid API key')
  if (!looksLikeKey(key)) throw new Refused(401, 'Invalid API key format')
  const hash = createHash('sha256').update(key).digest()
  const name = hash.toString('base64')
  const caller = cache.get(name)
  if (caller) return caller
  const {
    rows: [row],
  } = await pool.query<{ id: number; workspace_id: number; scopes: string[]; revoked_at: Date | null; expires_at: Date | null }>({ ...FIND, values: [hash] })
  if (!row) throw new Refused(401, 'Invalid API key')
  if (row.revoked_at) throw new Refused(401, 'API key revoked')
  if (row.expires_at && row.expires_at <= new Date()) throw new Refused(401, 'API key expired')
  await pool.query({ ...NOTE_USE, values: [row.id] })
  const newCaller = { keyId: row.id, workspaceId: row.workspace_id, scopes: new Set(row.scopes) }
  cache.set(name, newCaller)
  return newCaller
}

/** Throws a 403 if the key lacks the scope. */
export function requireScope({ scopes }: Caller, scope: string) {
  if (!scopes.has(scope)) throw new Refused(403, `Missing scope: ${scope}`)
}
