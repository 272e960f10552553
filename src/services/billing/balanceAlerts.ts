import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { fromNow } from '../../kernel/lib/clock.ts'
import { afterCommit, type Connection, transaction, type Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import { log } from '../../kernel/log.ts'
import { perServer } from '../../kernel/serverState.ts'
import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Wallet } from '../../generated/prisma/client.ts'
import { CURRENCY, formatMicros } from '../../kernel/lib/money.ts'
import * as alerts from '../alerts/alerts.ts'
import { cheapestHold } from './pricing.ts'

/** A wallet after a transaction, its row locked. */
export type WalletState = Pick<Wallet, 'workspaceId' | 'balance' | 'lowBalanceThresholdMicros'>

/** Returns the balance below which each alert is raised: the workspace's threshold, and the reservation of the cheapest call. */
const thresholdsOf = ({ lowBalanceThresholdMicros }: WalletState) => [
  { type: 'low_balance' as const, below: lowBalanceThresholdMicros },
  { type: 'zero_balance' as const, below: cheapestHold() },
]

/** Raises the alerts that apply after the balance went down. */
export async function raiseAlerts(tx: Tx, wallet: WalletState): Promise<void> {
  const { workspaceId, balance } = wallet
  for (const { type, below } of thresholdsOf(wallet))
    if (balance < below) await alerts.raise(tx, workspaceId, type, { balance: formatMicros(balance), threshold: formatMicros(below), currency: CURRENCY })
}

/** The workspaces whose balance fell below a threshold since the last check. Bounded, because `sweep` finds the rest. */
const noted = perServer(() => new Set<WorkspaceId>())
const MAX_NOTED = 10_000
/** `sweep` checks workspaces that were charged within this time again, in case a process died before its check. */
const RETRY_DELAY_MS = 600_000

/** Marks the workspace for a check soon after the commit if the charge took its balance below a threshold, so that settling a call stays cheap. */
export function noteCharged(tx: Connection, wallet: WalletState): void {
  if (thresholdsOf(wallet).some(({ below }) => wallet.balance < below))
    afterCommit(tx, () => void (noted().size < MAX_NOTED && noted().add(wallet.workspaceId)))
}

/** Checks every workspace that this server has marked since the last check. */
export async function checkNoted(): Promise<void> {
  const workspaces = [...noted()]
  noted().clear()
  for (const workspaceId of workspaces) {
    const checked = inWorkspace(workspaceId, () => transaction((tx) => check(tx, workspaceId)))
    await checked.catch((err: unknown) => log.error({ err, workspaceId }, 'could not check the balance of a workspace for alerts'))
  }
}

const lockWallet = statement(
  'wallets.lockForAlerts',
  sql`select workspace_id, balance, low_balance_threshold_micros from wallets where workspace_id = $workspaceId for update`,
)

async function check(tx: Tx, workspaceId: WorkspaceId) {
  const wallet = await lockWallet.get({ workspaceId }, tx)
  if (wallet) await raiseAlerts(tx, wallet)
}

const listCharged = statement(
  'wallets.listChargedBelowThreshold',
  sql`
    select workspace_id from wallets w
    where (balance < low_balance_threshold_micros or balance < $cheapestHold)
      and exists (select from ledger_entries l where l.workspace_id = w.workspace_id and l.amount < 0 and l.created_at > $since)`,
  { acrossWorkspaces: 'A sweep over all workspaces that were charged lately.' },
)

/** Checks every workspace that was charged lately, because a process's own marks are lost when it dies. Safe to run in several processes. */
export async function sweep(): Promise<void> {
  for (const { workspaceId } of await listCharged.all({ cheapestHold: cheapestHold(), since: fromNow(-RETRY_DELAY_MS) })) noted().add(workspaceId)
  await checkNoted()
}

/** Clears the alerts that no longer apply after the balance went up. */
export async function clearAlerts(tx: Tx, wallet: WalletState): Promise<void> {
  const resolved = thresholdsOf(wallet).filter(({ below }) => wallet.balance >= below)
  if (resolved.length > 0)
    await alerts.clear(
      tx,
      wallet.workspaceId,
      resolved.map(({ type }) => type),
    )
}

/** Sets the balance below which the workspace gets an alert, in micro-units. 0 leaves only the alert about an empty wallet. */
export const setThreshold = ({ workspaceId }: Actor, lowBalanceThresholdMicros: bigint) =>
  transaction(async (tx) => {
    const wallet = await tx.wallet.update({ where: { workspaceId }, data: { lowBalanceThresholdMicros } })
    await raiseAlerts(tx, wallet)
    await clearAlerts(tx, wallet)
  })
