import { clock } from '../../kernel/lib/clock.ts'
import type { CallId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { type Connection, db, transaction, type Tx, violatedConstraint } from '../../kernel/db/db.ts'
import { DomainError, notFound, type Reason, sentenceOf } from '../../kernel/vocabulary/errors.ts'
import { CURRENCY, formatMicros } from '../../kernel/lib/money.ts'
import { sql, type SqlText } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as appAllowances from './appAllowances.ts'
import { clearAlerts, noteCharged, raiseAlerts } from './balanceAlerts.ts'

/** Creates the empty wallet of a new workspace. */
export const create = (tx: Tx, workspaceId: WorkspaceId) => tx.wallet.create({ data: { workspaceId } })

/** Returns the wallet of the caller's workspace, in micro-units. `held` is the part reserved for active calls and messages. */
export const get = ({ workspaceId }: Actor) => read(workspaceId)

/** Reads the wallet of any workspace. For the server administrator. */
export async function read(workspaceId: WorkspaceId) {
  const wallet = await db.wallet.findUnique({ where: { workspaceId } })
  if (!wallet) throw notFound('Wallet')
  return { ...wallet, available: wallet.balance - wallet.held }
}

/** Adds funds, for the server administrator. Applies each `ref` once. Amounts are micro-units above zero. */
export const credit = async (workspaceId: WorkspaceId, amount: bigint, reason: string, ref: string) =>
  adjust({ workspaceId, type: 'credit', ref, reason }, requirePositive(amount))

/** Removes funds, for the server administrator. Applies each `ref` once. Throws BAD_REQUEST for more than is available. */
export const debit = async (workspaceId: WorkspaceId, amount: bigint, reason: string, ref: string) =>
  adjust({ workspaceId, type: 'debit', ref, reason }, -requirePositive(amount))

function requirePositive(amount: bigint) {
  if (amount <= 0n) throw new DomainError('BAD_REQUEST', 'The amount must be above zero.')
  return amount
}

const lockWallet = statement('wallets.lock', sql`select balance, held from wallets where workspace_id = $workspaceId for update`)

interface Adjustment {
  workspaceId: WorkspaceId
  type: 'credit' | 'debit' | 'test_credit'
  /** Each type applies a reference once. */
  ref: string
  reason: string
}

const adjust = (entry: Adjustment, amount: bigint) => transaction((tx) => adjustIn(tx, entry, amount))

/** Adds a signed amount to the balance, with its ledger entry, in the caller's transaction. Throws BAD_REQUEST for more than is available. */
export async function adjustIn(tx: Tx, entry: Adjustment, amount: bigint) {
  const { workspaceId } = entry
  const wallet = await lockWallet.get({ workspaceId }, tx)
  if (!wallet) throw notFound('Workspace')
  const balance = wallet.balance + amount
  const entered = await tx.ledgerEntry.createManyAndReturn({ data: [{ ...entry, amount, balance }], skipDuplicates: true })
  if (entered.length === 0) return
  if (balance < wallet.held) throw new DomainError('BAD_REQUEST', `Only ${formatMicros(wallet.balance - wallet.held)} ${CURRENCY} of the balance is available.`)
  const moved = await tx.wallet.update({ where: { workspaceId }, data: { balance } })
  await (amount < 0n ? raiseAlerts(tx, moved) : clearAlerts(tx, moved))
}

/** The CTEs that reserve `$hold` micro-units for the rows of the CTE `created`: `calls` of them are calls, which count for an app's grant. */
const reserve = (calls: 0 | 1) => sql`
  ${appAllowances.countForGrant(sql`select ${calls} as calls, $hold::bigint as amount from created`)}
  reserved_funds as (update wallets set held = held + $hold from created${appAllowances.AFTER_COUNTING} where wallets.workspace_id = $workspaceId)`

/**
 * The CTEs that reserve funds for the call in the CTE `created`. They come last, because every placement locks the wallet's row. A reservation
 * above the balance violates a check constraint and rolls back the whole statement; `toFundsError` converts that error.
 */
export const HOLD_FOR_CALL = sql`
  reservation as (insert into wallet_holds (call_id, workspace_id, amount) select id, $workspaceId, $hold from created),
  ${reserve(1)}`

/** The same for a batch: each call in the CTE `created` reserves its `hold` in the CTE `wanted`, by `ref`. */
export const HOLD_FOR_CALLS = sql`
  reservations as (
    insert into wallet_holds (call_id, workspace_id, amount) select created.id, $workspaceId, hold from created join wanted using (ref)),
  ${appAllowances.countForGrant(sql`select count(*)::int as calls, sum(hold)::bigint as amount from created join wanted using (ref) having count(*) > 0`)}
  reserved_funds as (
    update wallets set held = held + reservation.total from (select sum(hold) as total from created join wanted using (ref)) reservation
    where workspace_id = $workspaceId and reservation.total is not null)`

/** The CTEs that reserve funds for a message, which stores the amount in its own row. */
export const HOLD_FOR_SMS = reserve(0)

const holdIfCovered = statement('wallets.hold', sql`update wallets set held = held + $amount where workspace_id = $workspaceId and balance - held >= $amount`)

/** Reserves funds for a message in the caller's transaction. Returns false, without an error, if the balance does not cover them. */
export const holdForSms = async (tx: Tx, workspaceId: WorkspaceId, amount: bigint): Promise<boolean> =>
  (await holdIfCovered.run({ workspaceId, amount }, tx)) > 0

/** Converts the violated check of a reservation to INSUFFICIENT_FUNDS. Returns any other error unchanged. */
export async function toFundsError(error: unknown, workspaceId: WorkspaceId, required: bigint, what: 'a call' | 'the message' = 'a call'): Promise<unknown> {
  if (violatedConstraint(error) !== 'wallets_held_check') return error
  const { available } = await read(workspaceId)
  const [balance, needed] = [formatMicros(available), formatMicros(required)]
  const reason: Reason = { reason: 'insufficient_funds', details: { available: balance, required: needed, purpose: what, currency: CURRENCY } }
  return new DomainError('INSUFFICIENT_FUNDS', { error: 'insufficient_funds', message: sentenceOf(reason), balance, required: needed }, reason)
}

/**
 * The statement that settles reservations, whose rows `chargeOf` takes. The part `closed` ends them and returns `ref`, the cause in the ledger,
 * its `position` among them, `amount`, `charged`, and the columns for `appAllowances.REFUND`.
 */
export const settleHolds = (type: SqlText, closed: SqlText) => sql`
  with closed as (${closed}),
  ${appAllowances.REFUND},
  moved as (
    update wallets set held = held - total.amount, balance = balance - total.charged
    from (select sum(amount)::bigint as amount, sum(charged)::bigint as charged from closed having count(*) > 0) as total, (select count(*) from returned) as first
    where workspace_id = $workspaceId returning balance, low_balance_threshold_micros),
  entered as (
    insert into ledger_entries (workspace_id, type, ref, amount, balance)
    select $workspaceId, ${type}, ref, -charged,
      balance + coalesce(sum(charged) over (order by position rows between 1 following and unbounded following), 0)
    from closed, moved where charged > 0 order by position)
  select ref as "ref!", balance, low_balance_threshold_micros, charged as "charged!" from closed, moved`

const settleCalls = statement(
  'wallets.settleCalls',
  settleHolds(
    sql`'call'`,
    sql`
      update wallet_holds h set status = case when ended.cost > 0 then 'captured' else 'released' end, settled_at = $now
      from unnest($callIds::int[], $costs::bigint[]) with ordinality as ended (call_id, cost, position), calls c
      where h.workspace_id = $workspaceId and h.call_id = ended.call_id and h.status = 'open' and c.workspace_id = h.workspace_id and c.id = h.call_id
      returning h.call_id::text as ref, position, h.amount, least(h.amount, ended.cost) as charged, c.app_grant_id as grant_id, (c.placement = 'refused')::int as unplaced`,
  ),
)

/**
 * Ends the holds of calls: charges the cost of each, at most the held amount, and releases the rest. Returns the charges by call; does nothing
 * a second time or for a call without a hold.
 */
export async function settle(tx: Connection, workspaceId: WorkspaceId, calls: readonly { callId: CallId; cost: bigint }[]): Promise<Map<CallId, bigint>> {
  const [callIds, costs] = [calls.map(({ callId }) => callId), calls.map(({ cost }) => String(cost))]
  const settled = await settleCalls.all({ workspaceId, callIds, costs, now: clock.now() }, tx)
  return new Map(settled.map((each) => [Number(each.ref), chargeOf(tx, workspaceId, each)]))
}

interface Settled {
  balance: bigint
  lowBalanceThresholdMicros: bigint
  charged: bigint
}

/** Has the balance checked for alerts after a settlement. Returns the charge in micro-units: 0 if there was nothing to settle. */
export function chargeOf(tx: Connection, workspaceId: WorkspaceId, settled: Settled | undefined): bigint {
  if (!settled) return 0n
  if (settled.charged > 0n) noteCharged(tx, { workspaceId, ...settled })
  return settled.charged
}
