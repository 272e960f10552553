import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import type { Wallet } from '../../generated/prisma/client.ts'
import { CURRENCY, formatMicros } from '../../kernel/lib/money.ts'
import * as notices from '../notices/notices.ts'
import { cheapestHold } from './pricing.ts'

/** A wallet after a movement, its row locked. */
export type Moved = Pick<Wallet, 'workspaceId' | 'balance' | 'lowBalanceMicros'>

/** The balance under which each notice stands: the workspace's own threshold, and what the cheapest call sets aside. */
const thresholds = ({ lowBalanceMicros }: Moved) => [
  { kind: 'low_balance' as const, below: lowBalanceMicros },
  { kind: 'zero_balance' as const, below: cheapestHold() },
]

/** After the balance went down: raises what is now true of it and was not said before. */
export async function warn(tx: Tx, wallet: Moved): Promise<void> {
  const { workspaceId, balance } = wallet
  for (const { kind, below } of thresholds(wallet))
    if (balance < below) await notices.raise(tx, workspaceId, kind, { balance: formatMicros(balance), threshold: formatMicros(below), currency: CURRENCY })
}

/** After the balance went up: clears what is no longer true of it. */
export async function calm(tx: Tx, wallet: Moved): Promise<void> {
  const over = thresholds(wallet).filter(({ below }) => wallet.balance >= below)
  if (over.length > 0)
    await notices.clear(
      tx,
      wallet.workspaceId,
      over.map(({ kind }) => kind),
    )
}

/** Sets the balance under which the workspace is warned, in micro-units; 0 warns of an empty wallet only. */
export const setThreshold = ({ workspaceId }: Actor, lowBalanceMicros: bigint) =>
  transaction(async (tx) => {
    const wallet = await tx.wallet.update({ where: { workspaceId }, data: { lowBalanceMicros } })
    await warn(tx, wallet)
    await calm(tx, wallet)
  })
