import { createHash, randomUUID } from 'node:crypto'
import type { Actor, Claim, Kept } from '../../kernel/vocabulary/actor.ts'
import { clock, inMs } from '../../kernel/lib/clock.ts'
import { anyWorkspace, type Tx } from '../../kernel/db/db.ts'
import { AlreadyDone, conflict } from '../../kernel/vocabulary/errors.ts'
import { assigned, query, raw, sql, type Sql, told } from '../../kernel/db/sql.ts'

/** How long a key is remembered (spec: Idempotency window). */
const RETENTION_MS = 24 * 3_600_000

/** What a request claims by its Idempotency-Key; the body is compared by its bytes. */
export const claimOf = (actor: Actor, request: { key: string; method: string; path: string; body: Buffer }): Claim => ({
  apiKeyId: actor.keyId!,
  key: request.key,
  method: request.method,
  path: request.path,
  bodyHash: createHash('sha256').update(request.body).digest(),
  attempt: randomUUID(),
})

/**
 * The claim as a part of the statement that makes the effect, so that both are there or neither: a CTE `claim` that
 * has a row when the effect may be made. It follows a CTE `made` whose `id` is the effect's. A second request with the
 * key waits in it until the first has committed, and then finds the key taken. Without a key there is nothing to claim.
 */
export const claiming = ({ workspaceId, claim }: Actor): Sql =>
  claim
    ? sql`claim as (
        insert into idempotency_keys as k (${KEY}, body_hash, attempt, effect, created_at)
        select ${keyValues(workspaceId, claim)}, ${claim.bodyHash}::bytea, ${claim.attempt}::uuid, to_jsonb(made.id), ${clock.now()}::timestamptz from made
        on conflict (${KEY}) do update
          set body_hash = excluded.body_hash, attempt = excluded.attempt, effect = excluded.effect, status = null, body = null, created_at = excluded.created_at
          where k.created_at <= ${inMs(-RETENTION_MS)}
        returning 1)`
    : sql`claim as (select 1 from made)`

/**
 * Inserts one row, under the actor's key if there is one, and answers the columns `shown` of it as `run` reads them. Throws AlreadyDone when the key was used.
 */
export async function insert<Row>(actor: Actor, table: string, values: object, shown: Sql, run: (statement: Sql) => Promise<Row[]> = query): Promise<Row> {
  const row = assigned(values)
  const [inserted] = await run(sql`
    with made as (select nextval(${`${table}_id_seq`}::regclass)::int as id), ${claiming(actor)}
    insert into ${raw(table)} (id, ${row.into}) select made.id, ${row.values} from made, claim where ${told()}
    returning ${shown}`)
  if (!inserted) throw new AlreadyDone()
  return inserted
}

/**
 * Keeps the answer to a request, and answers what is kept: an earlier answer where there is one. Null when the key is
 * another request's: used with another body, or its effect is made and not answered yet. If the process dies before
 * this, a repetition finds the effect and answers from it.
 */
export async function keep({ workspaceId }: Actor, claim: Claim, status: number, body: string): Promise<Kept | null> {
  const isLive = sql`k.created_at > ${inMs(-RETENTION_MS)}`
  const mayAnswer = sql`(k.status is not null or k.attempt = excluded.attempt or k.effect = ${claim.effect === undefined ? null : JSON.stringify(claim.effect)}::jsonb)`
  const [kept] = await query<Stored>(sql`
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
  return kept ? shown(kept, claim) : null
}

/**
 * What is known of a key: null when it is free, the answer that is kept, or the effect of an attempt not yet answered.
 * Throws a conflict when it was used with another body.
 */
export async function find({ workspaceId }: Actor, claim: Claim): Promise<Kept | { effect: unknown } | null> {
  const [found] = await query<Stored & { bodyHash: Buffer; effect: unknown }>(sql`
    select body_hash as "bodyHash", attempt, status, body, effect from idempotency_keys
    where (${KEY}) = (${keyValues(workspaceId, claim)}) and created_at > ${inMs(-RETENTION_MS)}`)
  if (!found) return null
  if (!found.bodyHash.equals(claim.bodyHash)) throw conflict('Idempotency-Key was already used with a different request body')
  return found.status === null ? { effect: found.effect } : shown(found, claim)
}

/** Frees the key of a request whose effect came to nothing, so that it can be tried again (contract: a 5xx is not stored). */
export async function free(tx: Tx, { workspaceId, claim }: Actor, effect: number) {
  if (!claim) return
  await tx.$executeRaw(sql`
    delete from idempotency_keys where (${KEY}) = (${keyValues(workspaceId, claim)}) and status is null and effect = to_jsonb(${effect}::int)`)
}

/** Forgets keys past their time, some thousands at once; answers how many. */
export const forgetOld = (): Promise<number> =>
  anyWorkspace.$executeRaw`
    delete from idempotency_keys where ctid = any(array(select ctid from idempotency_keys where created_at <= ${inMs(-RETENTION_MS)} limit 5000))`

interface Stored {
  attempt: string
  status: number | null
  body: string | null
}

const KEY = raw('workspace_id, api_key_id, key, method, path')
const keyValues = (workspaceId: number, { apiKeyId, key, method, path }: Claim) =>
  sql`${workspaceId}::int, ${apiKeyId}::int, ${key}::text, ${method}::text, ${path}::text`

const shown = ({ attempt, status, body }: Stored, claim: Claim): Kept => ({ status: status!, body: body!, replayed: attempt !== claim.attempt })
