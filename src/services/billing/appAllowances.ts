import type { ApiKeyId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db, type Tx, violatedConstraint } from '../../kernel/db/db.ts'
import { DomainError, forbidden, type Reason, sentenceOf } from '../../kernel/vocabulary/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { CURRENCY, formatMicros } from '../../kernel/lib/money.ts'
import { ifGiven, NOTHING, sql, type SqlText } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { type Role, limitToRole } from '../../kernel/vocabulary/scopes.ts'

/** Stores the grant of a connected app, whose credential is `keyId`, with the caps that its calls and messages count for. */
export const create = (tx: Tx, grant: Prisma.AppGrantUncheckedCreateInput) => tx.appGrant.create({ data: grant })

/** Sets the given caps, in calls and micro-units; null for none. Returns false, without a change, if the app has already used more. */
export async function setCaps(
  workspaceId: WorkspaceId,
  grantId: ApiKeyId,
  { callLimit, spendLimit }: { callLimit?: number | null; spendLimit?: bigint | null },
): Promise<boolean> {
  const aboveUsage = { ...(callLimit != null && { callsUsed: { lte: callLimit } }), ...(spendLimit != null && { spentMicros: { lte: spendLimit } }) }
  const where = { workspaceId, keyId: grantId, ...aboveUsage }
  const { count } = await db.appGrant.updateMany({ where, data: { callLimit, spendLimitMicros: spendLimit } })
  return count > 0
}

/** Returns the grant that an app's calls and messages count for, or null for any other actor. */
export const grantIdOf = ({ kind, keyId }: Actor): number | null => (kind === 'app' ? keyId! : null)

/**
 * The CTE `counted`, with its comma, which counts reservations for the grant `$appGrantId`, if it is given. It comes before the wallet's CTE, so
 * that all statements lock both rows in the same order. `promises` selects the number of `calls` and the `amount` of calls and messages in
 * micro-units. Exceeding the grant's caps violates a check constraint and rolls back the whole statement; `toCapError` converts that error.
 */
export const countForGrant = (promises: SqlText): SqlText =>
  ifGiven(
    'appGrantId',
    sql`counted as (
      update app_grants set calls_used = calls_used + promises.calls, spent_micros = spent_micros + promises.amount
      from (${promises}) as promises where app_grants.workspace_id = $workspaceId and app_grants.key_id = $appGrantId returning 1),`,
  )

/** Makes the wallet's CTE run after `counted`. */
export const AFTER_COUNTING = ifGiven('appGrantId', sql`, counted`)

/**
 * The CTE `returned`, which gives the unspent parts of reservations back to their grants, and the calls themselves that were not placed.
 * The statement, for `$workspaceId`, ends the reservations in a CTE `closed` with `grant_id`, `amount`, `charged` and the number of calls `unplaced`.
 */
export const REFUND = sql`returned as (
  update app_grants set calls_used = calls_used - unspent.calls, spent_micros = spent_micros - unspent.amount
  from (select grant_id, sum(unplaced)::int as calls, sum(amount - charged)::bigint as amount from closed group by grant_id) as unspent
  where app_grants.workspace_id = $workspaceId and app_grants.key_id = unspent.grant_id returning 1)`

const CALL_CAP = 'app_grants_call_limit_check'
const SPEND_CAP = 'app_grants_spend_limit_check'

/** Converts the violated check of a cap to FORBIDDEN `app_cap_reached`. Returns any other error unchanged. */
export async function toCapError(error: unknown, actor: Actor, required: bigint): Promise<unknown> {
  const constraint = violatedConstraint(error)
  if (constraint !== CALL_CAP && constraint !== SPEND_CAP) return error
  const { workspaceId, keyId } = actor
  const grant = await db.appGrant.findUniqueOrThrow({ where: { workspaceId_keyId: { workspaceId, keyId: keyId! } } })
  const [cap, used] =
    constraint === CALL_CAP ? [grant.callLimit, grant.callsUsed] : [formatMicros(grant.spendLimitMicros ?? 0n), formatMicros(grant.spentMicros)]
  const reason: Reason =
    constraint === CALL_CAP
      ? { reason: 'app_call_limit_reached', details: { limit: cap, used } }
      : { reason: 'app_spend_limit_reached', details: { budget: cap, spent: used, required: formatMicros(required), currency: CURRENCY } }
  const message = `${sentenceOf(reason)} The member who connected the app can raise the limit under API access.`
  return new DomainError('FORBIDDEN', { error: 'app_cap_reached', message, cap, used }, reason)
}

/** The rest of a grant's caps; `null` means no limit. Money is in micro-units. */
export interface Allowance {
  callsLeft: number | null
  moneyLeft: bigint | null
}
export interface GrantAllowance extends Allowance {
  /** The app's name. */
  app: string
  /** Whether the app may still start campaigns: the grant is not revoked, and its member may do so. */
  isLive: boolean
  /** Whether open calls or messages may still return part of their reservation. */
  isUnderWay: boolean
}

const grant = (lock = NOTHING) => sql`
  select k.name as app, k.scopes as "scopes!", m.role, k.revoked_at is null and (k.expires_at is null or k.expires_at > $now) as "holds!",
    g.call_limit - g.calls_used as calls_left, g.spend_limit_micros - g.spent_micros as money_left,
    exists (select from calls where workspace_id = $workspaceId and app_grant_id = $grantId and finished_at is null)
      or exists (select from messages where workspace_id = $workspaceId and app_grant_id = $grantId and hold_micros is not null and next_check_at is not null)
      as is_under_way
  from app_grants g join api_keys k on k.workspace_id = g.workspace_id and k.id = g.key_id
  left join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
  where g.workspace_id = $workspaceId and g.key_id = $grantId ${lock}`

const readGrant = statement('appGrants.read', grant())
const lockAndReadGrant = statement('appGrants.lock', grant(sql`for no key update of g`))

/** Reads and locks the grant of a campaign, so that no other transaction reserves from it. Returns null if no app started the campaign. */
export async function lockGrant(
  tx: Tx,
  { workspaceId, appGrantId }: { workspaceId: WorkspaceId; appGrantId: ApiKeyId | null },
): Promise<GrantAllowance | null> {
  if (appGrantId === null) return null
  const found = await lockAndReadGrant.get({ workspaceId, grantId: appGrantId, now: clock.now() }, tx)
  const { role, scopes, holds, ...account } = found!
  return { ...account, isLive: holds && role !== null && limitToRole(scopes, role as Role).has('campaigns:start') }
}

/** Returns the rest of an app's caps, or null for any other actor and for an app without caps. */
export async function readAllowance(actor: Actor): Promise<Allowance | null> {
  const grantId = grantIdOf(actor)
  if (grantId === null) return null
  const grant = await readGrant.get({ workspaceId: actor.workspaceId, grantId, now: clock.now() })
  const { callsLeft, moneyLeft } = grant!
  return callsLeft === null && moneyLeft === null ? null : { callsLeft, moneyLeft }
}

/** Converts an allowance for clients: money as a decimal string. */
export const toPublic = ({ callsLeft, moneyLeft }: Allowance) => ({ calls_left: callsLeft, spend_left: moneyLeft === null ? null : formatMicros(moneyLeft) })

const findForeignCampaign = statement(
  'campaigns.findForeignToApp',
  sql`
    select c.id from campaigns c join app_grants g on g.workspace_id = c.workspace_id and g.key_id = $grantId
    where c.workspace_id = $workspaceId and c.id = $campaignId and c.app_grant_id is distinct from $grantId
      and (g.call_limit is not null or g.spend_limit_micros is not null)`,
)

/**
 * Throws FORBIDDEN if an app with caps adds leads to a running campaign that it did not start, because those calls would not count for
 * its caps. The caller holds the campaign's row lock.
 */
export async function requireOwnCampaign(tx: Tx, actor: Actor, campaign: { id: number; status: string }): Promise<void> {
  const grantId = grantIdOf(actor)
  if (grantId === null || campaign.status !== 'running') return
  const other = await findForeignCampaign.get({ workspaceId: actor.workspaceId, campaignId: campaign.id, grantId }, tx)
  if (other) throw forbidden('app_not_campaign_owner')
}
