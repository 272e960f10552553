import { createHmac } from 'node:crypto'
import { deriveKey } from '../../../kernel/crypto/keyring.ts'
import { type SqlText, sql } from '../../../kernel/db/sqlText.ts'

const BLOCK_BYTES = 64

/** The key of the hashes. It derives from the server's secret, which survives a rotation and is not in the database. */
const deriveRegisterKey = () => deriveKey('dnc registers')

/**
 * Returns the function that hashes numbers in E.164 for registers: HMAC-SHA-256, of which 64 bits are stored. Two numbers have the same hash
 * with a probability of one in 3.7 trillion for a register of five million numbers; then a number is blocked that is not listed, which is the
 * safe direction.
 */
export function createHasher(): (phoneNumber: string) => Buffer {
  const key = deriveRegisterKey()
  return (phoneNumber) => createHmac('sha256', key).update(phoneNumber).digest()
}

/** Returns the inner and the outer key of the HMAC, for `$registerKeys` of statements that look numbers up. */
export function registerKeys(): Uint8Array<ArrayBuffer> {
  const keys = new Uint8Array(2 * BLOCK_BYTES)
  keys.fill(0x36, 0, BLOCK_BYTES).fill(0x5c, BLOCK_BYTES)
  for (const [at, byte] of deriveRegisterKey().entries()) {
    keys[at]! ^= byte
    keys[BLOCK_BYTES + at]! ^= byte
  }
  return keys
}

/**
 * FROM and WHERE that find the registers `r` which list a number for `$workspaceId`: those of the workspace and of the server. An expired one
 * lists its numbers, too. Without registers, nothing is hashed. Needs `$registerKeys`.
 */
export const registersThatList = (phoneNumber: SqlText) => sql`
  from dnc_registers r cross join lateral (select dnc_register_hash($registerKeys, ${phoneNumber}) as hash offset 0) h
  join dnc_register_buckets b on b.load_id = r.active_load and b.bucket = (h.hash >> 48)::int & 65535 and h.hash = any(b.hashes)
  where (r.workspace_id = $workspaceId or r.workspace_id is null) and r.active_load is not null`

/** Select column with the oldest register that lists a number, as `RegisterMatch`; null if none does. */
export const registerMatch = (phoneNumber: SqlText) => sql`(
  select jsonb_build_object('register', r.name, 'washed_at', to_char(r.washed_at at time zone 'UTC', 'YYYY-MM-DD')) ${registersThatList(phoneNumber)} order by r.id limit 1)`

/** The register that lists a number. */
export interface RegisterMatch {
  register: string
  /** As of which day its numbers are, in UTC. */
  washed_at: string
}
