import type { Actor } from '../actor.ts'
import { anyWorkspace, db, transaction, type Tx } from '../db.ts'
import { badInput, DomainError, notFound } from '../errors.ts'
import { CURRENCY, formatMicros } from '../money.ts'
import { SHORT_PAGE } from '../rows.ts'
import { sql } from '../sql.ts'
import { pageById, type PageArgs } from './paging.ts'

/** The wallet of the caller's workspace: micro-units, `held` being the part promised to calls under way. */
export const get = ({ workspaceId }: Actor) => of(workspaceId)

/** The same by the operator's hand. */
export async function of(workspaceId: number) {
  const wallet = await db.wallet.findUnique({ where: { workspaceId } })
  if (!wallet) throw notFound('Wallet')
  return { ...wallet, available: wallet.balance - wallet.held }
}

/** The ledger, newest first. */
export const entries = ({ workspaceId }: Actor, page: PageArgs) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) => db.ledgerEntry.findMany({ ...query, where: { ...where, workspaceId } }))

/** Adds money, by the operator's hand. `ref` makes a repeated request credit once. */
export async function credit(workspaceId: number, amount: bigint, reason: string, ref: string) {
  if (amount <= 0n) throw badInput('An amount to credit is above zero')
  if (!(await anyWorkspace.wallet.findUnique({ where: { workspaceId } }))) throw notFound('Workspace')
  return transaction((tx) => enter(tx, { workspaceId, kind: 'credit', ref, amount, reason }))
}

/**
 * The promise of part of the balance to a call, as the last parts of the statement that makes it in a CTE `placed`:
 * last because the wallet is one row and every placement waits for it. A promise that the balance does not cover breaks
 * a check, and with it the whole statement, which leaves no trace; `missingFunds` says so to the caller.
 */
export const holding = (workspaceId: number, amount: bigint) => sql`
  promised as (insert into wallet_holds (call_id, workspace_id, amount) select id, ${workspaceId}, ${amount} from placed),
  held as (update wallets set held = held + ${amount} from placed where wallets.workspace_id = ${workspaceId})`

/** INSUFFICIENT_FUNDS in place of the check that such a promise breaks; any other error as it is. */
export async function missingFunds(error: unknown, workspaceId: number, required: bigint): Promise<unknown> {
  if ((error as { constraint?: string } | null)?.constraint !== 'wallets_held_check') return error
  const { available } = await of(workspaceId)
  const balance = formatMicros(available)
  return new DomainError('INSUFFICIENT_FUNDS', {
    error: 'insufficient_funds',
    message: `The wallet has ${balance} ${CURRENCY} free and a call needs ${formatMicros(required)}. Top it up and try again.`,
    balance,
    required: formatMicros(required),
  })
}

/** Ends a call's hold by charging its cost, at most what was held. Answers what was charged; a second time nothing happens. */
export async function capture(tx: Tx, workspaceId: number, callId: number, cost: bigint): Promise<bigint> {
  const amount = await closeHold(tx, workspaceId, callId, 'captured')
  if (amount === null) return 0n
  const charge = cost < amount ? cost : amount
  if (charge > 0n) await enter(tx, { workspaceId, kind: 'call', ref: String(callId), amount: -charge, reason: null })
  return charge
}

/** Ends a call's hold without a charge. */
export const release = (tx: Tx, workspaceId: number, callId: number) => closeHold(tx, workspaceId, callId, 'released')

async function closeHold(tx: Tx, workspaceId: number, callId: number, state: 'captured' | 'released'): Promise<bigint | null> {
  const [closed] = await tx.$queryRaw<{ amount: bigint }[]>`
    update wallet_holds set state = ${state}, settled_at = now() where workspace_id = ${workspaceId} and call_id = ${callId} and state = 'open' returning amount`
  if (!closed) return null
  await tx.$executeRaw`update wallets set held = held - ${closed.amount} where workspace_id = ${workspaceId}`
  return closed.amount
}

/** Writes one ledger line and moves the balance with it. The same kind and ref a second time changes nothing. */
async function enter(tx: Tx, entry: { workspaceId: number; kind: string; ref: string; amount: bigint; reason: string | null }) {
  await tx.$executeRaw`
    with moved as (
      update wallets set balance = balance + ${entry.amount}
      where workspace_id = ${entry.workspaceId}
        and not exists (select 1 from ledger_entries where workspace_id = ${entry.workspaceId} and kind = ${entry.kind} and ref = ${entry.ref})
      returning balance)
    insert into ledger_entries (workspace_id, kind, ref, amount, balance, reason)
    select ${entry.workspaceId}, ${entry.kind}, ${entry.ref}, ${entry.amount}, balance, ${entry.reason} from moved`
}
