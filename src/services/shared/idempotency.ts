import { createHash, randomUUID } from 'node:crypto'
import type { Actor, IdempotencyClaim, StoredResponse } from '../../kernel/vocabulary/actor.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import { ifGiven, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

/** How long a key is stored (spec: Idempotency window). */
const RETENTION_MS = 24 * 3_600_000

/** Creates the claim of a request with an Idempotency-Key. Bodies are compared byte for byte. */
export const createClaim = (actor: Actor, request: { key: string; method: string; path: string; body: Buffer }): IdempotencyClaim => ({
  apiKeyId: actor.keyId!,
  key: request.key,
  method: request.method,
  path: request.path,
  bodyHash: createHash('sha256').update(request.body).digest(),
  attempt: randomUUID(),
})

/** What identifies a key. A request can use the same key for another method or path. */
const KEY = sql`workspace_id, api_key_id, key, method, path`
const KEY_VALUES = sql`$workspaceId, $claimApiKeyId, $claimKey, $claimMethod, $claimPath`

/**
 * The CTE `claim`: it claims the key in the statement that makes the effect, so that both commit or neither does, and has a row if the effect
 * may happen. It follows a CTE `new_row` whose `id` is the effect's. A second request with the key waits in the CTE until the first has
 * committed, and then finds the key taken. Without a key it always has a row. `claimParams` has its parameters.
 */
export const CLAIM = ifGiven(
  'claimKey',
  sql`claim as (
    insert into idempotency_keys as k (${KEY}, body_hash, attempt, effect, created_at)
    select ${KEY_VALUES}, $claimBodyHash, $claimAttempt, to_jsonb(new_row.id), $claimedAt from new_row
    on conflict (${KEY}) do update
      set body_hash = excluded.body_hash, attempt = excluded.attempt, effect = excluded.effect, status = null, body = null, created_at = excluded.created_at
      where k.created_at <= $claimsExpireAt
    returning 1)`,
  sql`claim as (select 1 from new_row)`,
)

/** The parameters of `CLAIM`, except the workspace. */
export const claimParams = ({ claim }: Actor) => claim && paramsOf(claim)

const paramsOf = (claim: IdempotencyClaim) => ({
  claimApiKeyId: claim.apiKeyId,
  claimKey: claim.key,
  claimMethod: claim.method,
  claimPath: claim.path,
  claimBodyHash: claim.bodyHash,
  claimAttempt: claim.attempt,
  claimedAt: clock.now(),
  claimsExpireAt: fromNow(-RETENTION_MS),
})

const IS_LIVE = sql`k.created_at > $claimsExpireAt`

const saveResponse = statement(
  'idempotencyKeys.storeResponse',
  sql`
    insert into idempotency_keys as k (${KEY}, body_hash, attempt, status, body, created_at)
    values (${KEY_VALUES}, $claimBodyHash, $claimAttempt, $status, $body, $claimedAt)
    on conflict (${KEY}) do update set
      body_hash = excluded.body_hash,
      attempt = case when ${IS_LIVE} then k.attempt else excluded.attempt end,
      effect = case when ${IS_LIVE} then k.effect end,
      status = case when ${IS_LIVE} then coalesce(k.status, excluded.status) else excluded.status end,
      body = case when ${IS_LIVE} then coalesce(k.body, excluded.body) else excluded.body end,
      created_at = case when ${IS_LIVE} then k.created_at else excluded.created_at end
    where not ${IS_LIVE} or (k.body_hash = excluded.body_hash and (k.status is not null or k.attempt = excluded.attempt or k.effect = $effect?::jsonb))
    returning attempt, status, body`,
)

/**
 * Stores the response to a request, and returns the stored one: an earlier response if there is one. Returns null if the key belongs to
 * another request: used with another body, or its effect is made but not answered yet. If the process dies before this, a repeated request
 * finds the effect and is answered from it.
 */
export async function storeResponse({ workspaceId }: Actor, claim: IdempotencyClaim, status: number, body: string): Promise<StoredResponse | null> {
  const effect = claim.effect === undefined ? null : JSON.stringify(claim.effect)
  const row = await saveResponse.get({ workspaceId, ...paramsOf(claim), effect, status, body })
  return row ? toStoredResponse(row, claim) : null
}

const findKey = statement(
  'idempotencyKeys.find',
  sql`
    select body_hash, attempt, status, body, effect from idempotency_keys
    where (${KEY}) = (${KEY_VALUES}) and created_at > $claimsExpireAt`,
)

/**
 * Looks a key up: null if it is free, the stored response, or the effect of an attempt that is not answered yet. Throws a conflict if the
 * key was used with another body.
 */
export async function find({ workspaceId }: Actor, claim: IdempotencyClaim): Promise<StoredResponse | { effect: unknown } | null> {
  const row = await findKey.get({ workspaceId, ...paramsOf(claim) })
  if (!row) return null
  if (!row.bodyHash.equals(claim.bodyHash)) throw new DomainError('CONFLICT', 'Idempotency-Key was already used with a different request body')
  return row.status === null ? { effect: row.effect } : toStoredResponse(row, claim)
}

const release = statement(
  'idempotencyKeys.release',
  sql`delete from idempotency_keys where (${KEY}) = (${KEY_VALUES}) and status is null and effect = to_jsonb($effect::int)`,
)

/** Releases the key of a request whose effect failed, so that it can be retried (contract: a 5xx is not stored). */
export async function releaseKey(tx: Tx, { workspaceId, claim }: Actor, effect: number) {
  if (claim) await release.run({ workspaceId, ...paramsOf(claim), effect }, tx)
}

const deleteBefore = statement(
  'idempotencyKeys.deleteExpired',
  sql`delete from idempotency_keys where ctid = any(array(select ctid from idempotency_keys where created_at <= $claimsExpireAt limit 5000))`,
  { acrossWorkspaces: 'A sweep over all expired keys.' },
)

/** Deletes expired keys, up to 5,000 per call; returns how many. */
export const deleteExpired = (): Promise<number> => deleteBefore.run({ claimsExpireAt: fromNow(-RETENTION_MS) })

interface KeyRow {
  attempt: string
  status: number | null
  body: string | null
}

const toStoredResponse = ({ attempt, status, body }: KeyRow, claim: IdempotencyClaim): StoredResponse => ({
  status: status!,
  body: body!,
  replayed: attempt !== claim.attempt,
})
