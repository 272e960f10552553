import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badInput, DomainError, notFound } from '../../kernel/vocabulary/errors.ts'
import { CURRENCY, formatMicros } from '../../kernel/lib/money.ts'
import { brokenConstraint, sql, type Sql } from '../../kernel/db/sql.ts'
import * as appAllowances from './appAllowances.ts'
import { calm, type Moved, warn } from './balanceNotices.ts'

/** The wallet of the caller's workspace: micro-units, `held` being the part promised to calls and texts under way. */
export const get = ({ workspaceId }: Actor) => of(workspaceId)

/** The same by the operator's hand. */
export async function of(workspaceId: number) {
  const wallet = await db.wallet.findUnique({ where: { workspaceId } })
  if (!wallet) throw notFound('Wallet')
  return { ...wallet, available: wallet.balance - wallet.held }
}

/** Adds money, by the operator's hand. Of one `ref` only the first is entered. Amounts are micro-units above zero. */
export const credit = async (workspaceId: number, amount: bigint, reason: string, ref: string) =>
  correct({ workspaceId, kind: 'credit', ref, reason }, positive(amount))

/** Takes money out, by the operator's hand; BAD_REQUEST for more than is free. Of one `ref` only the first is entered. */
export const debit = async (workspaceId: number, amount: bigint, reason: string, ref: string) =>
  correct({ workspaceId, kind: 'debit', ref, reason }, -positive(amount))

function positive(amount: bigint) {
  if (amount <= 0n) throw badInput('The amount must be above zero.')
  return amount
}

const correct = (entry: { workspaceId: number; kind: 'credit' | 'debit'; ref: string; reason: string }, amount: bigint) =>
  transaction(async (tx) => {
    const { workspaceId } = entry
    await tx.$queryRaw`select 1 from wallets where workspace_id = ${workspaceId} for update`
    const wallet = await tx.wallet.findUnique({ where: { workspaceId } })
    if (!wallet) throw notFound('Workspace')
    const balance = wallet.balance + amount
    const entered = await tx.ledgerEntry.createManyAndReturn({ data: [{ ...entry, amount, balance }], skipDuplicates: true })
    if (entered.length === 0) return
    if (balance < wallet.held) throw badInput(`Only ${formatMicros(wallet.balance - wallet.held)} ${CURRENCY} of the balance is available.`)
    const moved = await tx.wallet.update({ where: { workspaceId }, data: { balance } })
    await (amount < 0n ? warn(tx, moved) : calm(tx, moved))
  })

/**
 * The promise of part of the balance to a call, as the last parts of the statement that makes it in a CTE `placed`:
 * last because the wallet is one row and every placement waits for it. A promise that the balance does not cover breaks
 * a check, and with it the whole statement, which leaves no trace; `missingFunds` says so to the caller. With the id of an app's grant
 * the call counts for that too.
 */
export const holding = (workspaceId: number, amount: bigint, grantId: number | null = null) => sql`
  promised as (insert into wallet_holds (call_id, workspace_id, amount) select id, ${workspaceId}, ${amount} from placed),
  ${promising(workspaceId, amount, grantId, 1)}`

/** The same for a text, which keeps the amount in its own row. */
export const holdingForText = (workspaceId: number, amount: bigint, grantId: number | null = null) => promising(workspaceId, amount, grantId, 0)

const promising = (workspaceId: number, amount: bigint, grantId: number | null, calls: 0 | 1) => sql`
  ${appAllowances.counting(workspaceId, grantId, sql`select ${calls}::int as calls, ${amount}::bigint as amount from placed`)}
  held as (update wallets set held = held + ${amount} from placed${appAllowances.afterCounting(grantId)} where wallets.workspace_id = ${workspaceId})`

/** The same inside a transaction that goes on where the balance does not cover it; answers whether it does. */
export const holdText = async (tx: Pick<Tx, '$executeRaw'>, workspaceId: number, amount: bigint): Promise<boolean> =>
  (await tx.$executeRaw`update wallets set held = held + ${amount} where workspace_id = ${workspaceId} and balance - held >= ${amount}`) > 0

/** INSUFFICIENT_FUNDS in place of the check that such a promise breaks; any other error as it is. */
export async function missingFunds(error: unknown, workspaceId: number, required: bigint, what: 'a call' | 'the message' = 'a call'): Promise<unknown> {
  if (brokenConstraint(error) !== 'wallets_held_check') return error
  const { available } = await of(workspaceId)
  const balance = formatMicros(available)
  return new DomainError('INSUFFICIENT_FUNDS', {
    error: 'insufficient_funds',
    message: `The available balance is ${balance} ${CURRENCY}, and ${what} reserves ${formatMicros(required)} ${CURRENCY}. Add funds and try again.`,
    balance,
    required: formatMicros(required),
  })
}

/**
 * Ends a call's hold: charges its cost, at most what was held, and frees the rest. Answers what was charged; a second
 * time, or for a call without a hold, nothing happens.
 */
export const settle = (tx: Tx, workspaceId: number, callId: number, cost: bigint): Promise<bigint> =>
  move(
    tx,
    { workspaceId, kind: 'call', ref: String(callId) },
    sql`
      update wallet_holds h set state = case when ${cost}::bigint > 0 then 'captured' else 'released' end, settled_at = now()
      from calls c where h.workspace_id = ${workspaceId} and h.call_id = ${callId} and h.state = 'open' and c.workspace_id = h.workspace_id and c.id = h.call_id
      returning h.amount, least(h.amount, ${cost}::bigint) as charged, c.app_grant_id as grant_id, (c.placement = 'refused')::int as unplaced`,
  )

/** Ends what was promised to a text: charges it, or frees it. Answers what was charged; a second time nothing happens. */
export const settleText = (tx: Tx, workspaceId: number, messageId: number, isCharged: boolean): Promise<bigint> =>
  move(
    tx,
    { workspaceId, kind: 'sms', ref: String(messageId) },
    sql`
      update messages set hold_micros = null, cost_micros = case when ${isCharged} then promise.amount else 0 end
      from (select id, hold_micros as amount from messages where workspace_id = ${workspaceId} and id = ${messageId} and hold_micros is not null for update) as promise
      where messages.workspace_id = ${workspaceId} and messages.id = promise.id
      returning promise.amount, cost_micros as charged, app_grant_id as grant_id, 0 as unplaced`,
  )

/** Moves what a promise comes to: `closed` ends it and answers `amount`, what of it is `charged`, and what `appAllowances.returning` needs. */
async function move(tx: Tx, { workspaceId, kind, ref }: { workspaceId: number; kind: 'call' | 'sms'; ref: string }, closed: Sql): Promise<bigint> {
  const [moved] = await tx.$queryRaw<(Moved & { charged: bigint })[]>(sql`
    with closed as (${closed}),
    ${appAllowances.returning(workspaceId)},
    moved as (
      update wallets set held = held - amount, balance = balance - charged from closed, (select count(*) from returned) as first where workspace_id = ${workspaceId}
      returning balance, low_balance_micros, charged),
    entered as (
      insert into ledger_entries (workspace_id, kind, ref, amount, balance)
      select ${workspaceId}, ${kind}, ${ref}, -charged, balance from moved where charged > 0)
    select ${workspaceId}::int as "workspaceId", balance, low_balance_micros as "lowBalanceMicros", charged from moved`)
  if (!moved) return 0n
  if (moved.charged > 0n) await warn(tx, moved)
  return moved.charged
}
