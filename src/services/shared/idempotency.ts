import { createHash, randomUUID } from 'node:crypto'
import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor, IdempotencyClaim, StoredResponse } from '../../kernel/vocabulary/actor.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { anyWorkspace, type Tx } from '../../kernel/db/db.ts'
import { DuplicateRequestError, conflict } from '../../kernel/vocabulary/errors.ts'
import { insertPartsOf, query, raw, sql, type Sql, auditCondition } from '../../kernel/db/sql.ts'
import { ifGiven, sql as sqlText } from '../../kernel/db/sqlText.ts'

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

/**
 * SQL that claims the key in the statement that makes the effect, so that both commit or neither does: a CTE `claim` that has a row if the
 * effect may happen. It follows a CTE `new_row` whose `id` is the effect's. A second request with the key waits in the CTE until the first
 * has committed, and then finds the key taken. Without a key it always has a row.
 */
export const claimSql = ({ workspaceId, claim }: Actor): Sql =>
  claim
    ? sql`claim as (
        insert into idempotency_keys as k (${KEY}, body_hash, attempt, effect, created_at)
        select ${keyValues(workspaceId, claim)}, ${claim.bodyHash}::bytea, ${claim.attempt}::uuid, to_jsonb(new_row.id), ${clock.now()}::timestamptz from new_row
        on conflict (${KEY}) do update
          set body_hash = excluded.body_hash, attempt = excluded.attempt, effect = excluded.effect, status = null, body = null, created_at = excluded.created_at
          where k.created_at <= ${fromNow(-RETENTION_MS)}
        returning 1)`
    : sql`claim as (select 1 from new_row)`

/**
 * The CTE `claim`: it claims the key in the statement that makes the effect, so that both commit or neither does, and has a row if the effect
 * may happen. It follows a CTE `new_row` whose `id` is the effect's. A second request with the key waits in the CTE until the first has
 * committed, and then finds the key taken. Without a key it always has a row. `claimParams` has its parameters.
 */
export const CLAIM = ifGiven(
  'claimKey',
  sqlText`claim as (
    insert into idempotency_keys as k (workspace_id, api_key_id, key, method, path, body_hash, attempt, effect, created_at)
    select $workspaceId, $claimApiKeyId, $claimKey, $claimMethod, $claimPath, $claimBodyHash, $claimAttempt, to_jsonb(new_row.id), $claimedAt from new_row
    on conflict (workspace_id, api_key_id, key, method, path) do update
      set body_hash = excluded.body_hash, attempt = excluded.attempt, effect = excluded.effect, status = null, body = null, created_at = excluded.created_at
      where k.created_at <= $claimsExpireAt
    returning 1)`,
  sqlText`claim as (select 1 from new_row)`,
)

/** The parameters of `CLAIM`, except the workspace. */
export const claimParams = ({ claim }: Actor) =>
  claim && {
    claimApiKeyId: claim.apiKeyId,
    claimKey: claim.key,
    claimMethod: claim.method,
    claimPath: claim.path,
    claimBodyHash: claim.bodyHash,
    claimAttempt: claim.attempt,
    claimedAt: clock.now(),
    claimsExpireAt: fromNow(-RETENTION_MS),
  }

/**
 * Inserts one row under the actor's key, if any, and returns its columns `shown` as `run` reads them. Throws DuplicateRequestError if the
 * key was used before.
 */
export async function insert<Row>(actor: Actor, table: string, values: object, shown: Sql, run: (statement: Sql) => Promise<Row[]> = query): Promise<Row> {
  const row = insertPartsOf(values)
  const [inserted] = await run(sql`
    with new_row as (select nextval(${`${table}_id_seq`}::regclass)::int as id), ${claimSql(actor)}
    insert into ${raw(table)} (id, ${row.into}) select new_row.id, ${row.values} from new_row, claim where ${auditCondition()}
    returning ${shown}`)
  if (!inserted) throw new DuplicateRequestError()
  return inserted
}

/**
 * Stores the response to a request, and returns the stored one: an earlier response if there is one. Returns null if the key belongs to
 * another request: used with another body, or its effect is made but not answered yet. If the process dies before this, a repeated request
 * finds the effect and is answered from it.
 */
export async function storeResponse({ workspaceId }: Actor, claim: IdempotencyClaim, status: number, body: string): Promise<StoredResponse | null> {
  const isLive = sql`k.created_at > ${fromNow(-RETENTION_MS)}`
  const mayAnswer = sql`(k.status is not null or k.attempt = excluded.attempt or k.effect = ${claim.effect === undefined ? null : JSON.stringify(claim.effect)}::jsonb)`
  const [row] = await query<KeyRow>(sql`
    insert into idempotency_keys as k (${KEY}, body_hash, attempt, status, body, created_at)
    values (${keyValues(workspaceId, claim)}, ${claim.bodyHash}, ${claim.attempt}, ${status}, ${body}, ${clock.now()})
    on conflict (${KEY}) do update set
      body_hash = excluded.body_hash,
      attempt = case when ${isLive} then k.attempt else excluded.attempt end,
      effect = case when ${isLive} then k.effect end,
      status = case when ${isLive} then coalesce(k.status, excluded.status) else excluded.status end,
      body = case when ${isLive} then coalesce(k.body, excluded.body) else excluded.body end,
      created_at = case when ${isLive} then k.created_at else excluded.created_at end
    where not ${isLive} or (k.body_hash = excluded.body_hash and ${mayAnswer})
    returning attempt, status, body`)
  return row ? toStoredResponse(row, claim) : null
}

/**
 * Looks a key up: null if it is free, the stored response, or the effect of an attempt that is not answered yet. Throws a conflict if the
 * key was used with another body.
 */
export async function find({ workspaceId }: Actor, claim: IdempotencyClaim): Promise<StoredResponse | { effect: unknown } | null> {
  const [row] = await query<KeyRow & { bodyHash: Buffer; effect: unknown }>(sql`
    select body_hash as "bodyHash", attempt, status, body, effect from idempotency_keys
    where (${KEY}) = (${keyValues(workspaceId, claim)}) and created_at > ${fromNow(-RETENTION_MS)}`)
  if (!row) return null
  if (!row.bodyHash.equals(claim.bodyHash)) throw conflict('Idempotency-Key was already used with a different request body')
  return row.status === null ? { effect: row.effect } : toStoredResponse(row, claim)
}

/** Releases the key of a request whose effect failed, so that it can be retried (contract: a 5xx is not stored). */
export async function releaseKey(tx: Tx, { workspaceId, claim }: Actor, effect: number) {
  if (!claim) return
  await tx.$executeRaw(sql`
    delete from idempotency_keys where (${KEY}) = (${keyValues(workspaceId, claim)}) and status is null and effect = to_jsonb(${effect}::int)`)
}

/** Deletes expired keys, up to 5,000 per call; returns how many. */
export const deleteExpired = (): Promise<number> =>
  anyWorkspace.$executeRaw`
    delete from idempotency_keys where ctid = any(array(select ctid from idempotency_keys where created_at <= ${fromNow(-RETENTION_MS)} limit 5000))`

interface KeyRow {
  attempt: string
  status: number | null
  body: string | null
}

const KEY = raw('workspace_id, api_key_id, key, method, path')
const keyValues = (workspaceId: WorkspaceId, { apiKeyId, key, method, path }: IdempotencyClaim) =>
  sql`${workspaceId}::int, ${apiKeyId}::int, ${key}::text, ${method}::text, ${path}::text`

const toStoredResponse = ({ attempt, status, body }: KeyRow, claim: IdempotencyClaim): StoredResponse => ({
  status: status!,
  body: body!,
  replayed: attempt !== claim.attempt,
})
