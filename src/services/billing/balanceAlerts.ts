import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
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
