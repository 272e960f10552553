import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Caller } from './callers.ts'
import { pool } from './database.ts'
import { Refused } from './errors.ts'

/** The parts of a request that must be equal in a repeated request. */
export interface Claim {
  caller: Caller
  key: string
  method: string
  path: string
  bodyHash: Buffer
}
/** A response as it is sent. */
export interface Answer {
  status: number
  body: string
  replayed?: boolean
}

/** Returns the claim of a request with an Idempotency-Key; null without one. Throws a 422. */
export function claimOf(caller: Caller, request: { key: string | undefined; method: string; path: string; raw: Buffer | undefined }): Claim | null {
  const { key, method, path, raw } = request
  if (key === undefined) return null
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw new Refused(422, [{ loc: ['header', 'Idempotency-Key'], msg: 'value is not 1 to 255 printable ASCII characters', type: 'value_error' }])
  return {
    caller,
    key,
    method,
    path,
    bodyHash: createHash('sha256')
      .update(raw ?? '')
      .digest(),
  }
}

const KEY = 'workspace_id, api_key_id, key, method, path'
const namesOf = ({ caller, key, method, path }: Claim) => [caller.workspaceId, caller.keyId, key, method, path]

const TAKE = {
  name: 'take-key',
  text: `insert into idempotency_keys as k (${KEY}, body_hash, attempt, created_at) values ($1, $2, $3, $4, $5, $6, gen_random_uuid(), now())
    on conflict (${KEY}) do update set body_hash = excluded.body_hash, attempt = excluded.attempt, status = null, body = null, created_at = excluded.created_at
    where k.created_at <= now() - interval '24 hours' returning 1`,
}
const KEEP = { name: 'keep-answer', text: `update idempotency_keys set status = $6, body = $7 where (${KEY}) = ($1, $2, $3, $4, $5)` }
const FIND = { name: 'find-answer', text: `select body_hash, status, body from idempotency_keys where (${KEY}) = ($1, $2, $3, $4, $5)` }
const FREE = { name: 'free-key', text: `delete from idempotency_keys where (${KEY}) = ($1, $2, $3, $4, $5)` }

/** Claims the key in the transaction of the effect, and waits there for another transaction that has it. Returns false if the key was used. */
export const take = async (client: pg.PoolClient, claim: Claim) => (await client.query({ ...TAKE, values: [...namesOf(claim), claim.bodyHash] })).rowCount === 1

/** Stores the response for repeated requests. */
export const keep = (client: pg.PoolClient | pg.Pool, claim: Claim, { status, body }: Answer) =>
  client.query({ ...KEEP, values: [...namesOf(claim), status, body] })

/** Frees the key after a request without effect. */
export const free = (client: pg.PoolClient, claim: Claim) => client.query({ ...FREE, values: namesOf(claim) })

/** Returns the stored response of a used key. Throws a 409 for another body, or while the first request is not answered. */
export async function replay(claim: Claim): Promise<Answer> {
  const { rows } = await pool.query<{ body_hash: Buffer; status: number | null; body: string }>({ ...FIND, values: namesOf(claim) })
  if (!rows[0]?.body_hash.equals(claim.bodyHash)) throw new Refused(409, 'Idempotency-Key was already used with a different request body')
  if (rows[0].status === null) throw new Refused(409, 'The first request with this Idempotency-Key is not answered yet')
  return { status: rows[0].status, body: rows[0].body, replayed: true }
}

/** Runs the work in one transaction. */
export async function inTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
