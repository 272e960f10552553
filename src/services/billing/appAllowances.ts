import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db, type Tx } from '../../kernel/db/db.ts'
import { DomainError, forbidden } from '../../kernel/vocabulary/errors.ts'
import { CURRENCY, formatMicros } from '../../kernel/lib/money.ts'
import { brokenConstraint, empty, sql, type Sql } from '../../kernel/db/sql.ts'
import { type Role, withinRole } from '../../kernel/vocabulary/scopes.ts'

/** The grant on whose account somebody places calls and sends texts; null for everybody but an app. */
export const accountOf = ({ kind, keyId }: Actor): number | null => (kind === 'app' ? keyId! : null)

/**
 * What is promised on a grant's account, as the part `counted` of the statement that promises it, before the wallet's: both wait for
 * one row, and all do so in this order. `promises` selects how many `calls`, and their and the texts' `amount` in micro-units. What is
 * beyond the grant's caps breaks a check, and with it the whole statement, which leaves no trace; `capReached` says so to the caller.
 */
export const counting = (workspaceId: number, grantId: number | null, promises: Sql): Sql =>
  grantId === null
    ? empty
    : sql`counted as (
        update app_grants set calls_used = calls_used + promises.calls, spent_micros = spent_micros + promises.amount
        from (${promises}) as promises where app_grants.workspace_id = ${workspaceId} and app_grants.key_id = ${grantId} returning 1),`

/** The wallet's part comes after `counted`. */
export const afterCounting = (grantId: number | null): Sql => (grantId === null ? empty : sql`, counted`)

/**
 * Gives back to the grant what of a promise is not spent, and the call itself where nobody was called, as the part `returned` of the
 * statement that ends the promise in a part `closed`: its `grant_id`, `amount`, what of it is `charged`, and the calls `unplaced`.
 */
export const returning = (workspaceId: number): Sql => sql`returned as (
  update app_grants set calls_used = calls_used - closed.unplaced, spent_micros = spent_micros - (closed.amount - closed.charged)
  from closed where app_grants.workspace_id = ${workspaceId} and app_grants.key_id = closed.grant_id returning 1)`

const CALL_CAP = 'app_grants_call_limit_check'
const SPEND_CAP = 'app_grants_spend_limit_check'

/** FORBIDDEN `app_cap_reached` in place of the check that a promise beyond the caps breaks; any other error as it is. */
export async function capReached(error: unknown, actor: Actor, required: bigint): Promise<unknown> {
  const broken = brokenConstraint(error)
  if (broken !== CALL_CAP && broken !== SPEND_CAP) return error
  const { workspaceId, keyId } = actor
  const grant = await db.appGrant.findUniqueOrThrow({ where: { workspaceId_keyId: { workspaceId, keyId: keyId! } } })
  const [cap, used] = broken === CALL_CAP ? [grant.callLimit, grant.callsUsed] : [formatMicros(grant.spendLimitMicros ?? 0n), formatMicros(grant.spentMicros)]
  const message =
    broken === CALL_CAP
      ? `This app can place ${cap} calls in total and has placed ${used}.`
      : `This app can spend ${cap} ${CURRENCY} in total. ${used} ${CURRENCY} is spent or reserved, and this needs ${formatMicros(required)} ${CURRENCY}.`
  return new DomainError('FORBIDDEN', { error: 'app_cap_reached', message: `${message} The member who connected the app can raise the limit under API access.`, cap, used })
}

/** What is left of a grant; null has no limit. Money is in micro-units. */
export interface Allowance {
  callsLeft: number | null
  moneyLeft: bigint | null
}
export interface Account extends Allowance {
  /** The app's name. */
  app: string
  /** Whether it may still start campaigns: it is not revoked, and whoever granted it may do so themselves. */
  isLive: boolean
  /** Calls or texts of which something may come back. */
  isUnderWay: boolean
}

/** The grant that a campaign runs on, its row locked, so that nobody else promises of it; null for one that no app started. */
export async function hold(tx: Tx, { workspaceId, appGrantId }: { workspaceId: number; appGrantId: number | null }): Promise<Account | null> {
  return appGrantId === null ? null : read(tx, workspaceId, appGrantId, sql`for no key update of g`)
}

/** What an app may still do before its caps; null for anybody else, and for an app without caps. */
export async function left(actor: Actor): Promise<Allowance | null> {
  const grantId = accountOf(actor)
  if (grantId === null) return null
  const { callsLeft, moneyLeft } = await read(db, actor.workspaceId, grantId)
  return callsLeft === null && moneyLeft === null ? null : { callsLeft, moneyLeft }
}

/** The same as callers see it: money as a decimal string. */
export const shown = ({ callsLeft, moneyLeft }: Allowance) => ({ calls_left: callsLeft, spend_left: moneyLeft === null ? null : formatMicros(moneyLeft) })

type Found = Omit<Account, 'isLive'> & { role: Role | null; scopes: string[]; holds: boolean }

async function read(from: Pick<Tx, '$queryRaw'>, workspaceId: number, grantId: number, lock = empty): Promise<Account> {
  const [found] = await from.$queryRaw<Found[]>(sql`
    select k.name as app, k.scopes, m.role, k.revoked_at is null and (k.expires_at is null or k.expires_at > ${clock.now()}) as holds,
      g.call_limit - g.calls_used as "callsLeft", g.spend_limit_micros - g.spent_micros as "moneyLeft",
      exists (select from calls where workspace_id = ${workspaceId} and app_grant_id = ${grantId} and finished_at is null)
        or exists (select from messages where workspace_id = ${workspaceId} and app_grant_id = ${grantId} and hold_micros is not null and check_at is not null)
        as "isUnderWay"
    from app_grants g join api_keys k on k.workspace_id = g.workspace_id and k.id = g.key_id
    left join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
    where g.workspace_id = ${workspaceId} and g.key_id = ${grantId} ${lock}`)
  const { role, scopes, holds, ...account } = found!
  return { ...account, isLive: holds && role !== null && withinRole(scopes, role).has('campaigns:start') }
}

/**
 * Throws FORBIDDEN where an app with caps would have a campaign call more people on another account than its own: what runs on
 * a person's would not count for it. The campaign's row is held.
 */
export async function requireOwn(tx: Tx, actor: Actor, campaign: { id: number; status: string }): Promise<void> {
  const grantId = accountOf(actor)
  if (grantId === null || campaign.status !== 'running') return
  const [other] = await tx.$queryRaw<unknown[]>(sql`
    select from campaigns c join app_grants g on g.workspace_id = c.workspace_id and g.key_id = ${grantId}
    where c.workspace_id = ${actor.workspaceId} and c.id = ${campaign.id} and c.app_grant_id is distinct from ${grantId}
      and (g.call_limit is not null or g.spend_limit_micros is not null)`)
  if (other) throw forbidden('This app has caps, and it did not start this campaign. Pause the campaign before you add leads.')
}
