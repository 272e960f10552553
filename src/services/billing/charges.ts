import { clock } from '../../kernel/lib/clock.ts'
import type { Connection } from '../../kernel/db/db.ts'
import type { Call } from '../../generated/prisma/client.ts'
import { formatMicros } from '../../kernel/lib/money.ts'
import { costOf, priceOf } from './pricing.ts'
import * as usage from './usage.ts'
import * as wallet from './wallet.ts'

/** One line of a call's cost breakdown. Amounts are decimal strings, as stored and displayed; they add up to the cost. */
export interface CostLine {
  /** included: within the plan's minutes; minutes: at the number's price; ceiling: above the hold, not charged. */
  kind: 'included' | 'minutes' | 'ceiling'
  description: string
  /** Seconds of conversation that the line covers. */
  seconds: number | null
  /** A minute's price. */
  unit_price: string | null
  amount: string
}

interface Charge {
  charged: bigint
  lines: CostLine[]
}

/**
 * Settles an ended call, once: counts it, uses the plan's included minutes in the month of its end, charges the rest by the second at
 * the price as of the call's creation, at most the hold. Returns the charge in micro-units with the lines that explain it, which the
 * caller stores. A call without conversation is free. A transferred call has the price of the most expensive number that its agent can
 * transfer it to, if that is more. Run it last in the transaction that closes the call, because it locks the workspace's usage counter and
 * wallet.
 */
export async function settle(tx: Connection, call: Call): Promise<Charge> {
  const { workspaceId, id, toNumber, transferNumber, endedReason, durationSeconds, createdAt, endedAt } = call
  const seconds = Math.max(0, durationSeconds ?? 0)
  const end = endedAt ?? clock.now()
  const { before, ...agreed } = await usage.count(tx, { workspaceId, endedAt: end, seconds })
  const includedMinutes = usage.includedMinutesOf(agreed, end)
  const free = Math.min(seconds, Math.max(0, includedMinutes * 60 - before))
  const isTransferred = transferNumber !== null && endedReason === 'transferred'
  const { prefix, name, perMinute } = priceOf(isTransferred ? transferNumber : toNumber, createdAt)
  const cost = costOf(seconds - free, perMinute)
  const charged = await wallet.settle(tx, workspaceId, id, cost)
  const lines: CostLine[] = []
  if (free > 0) lines.push(toCostLine('included', `Included minutes (${includedMinutes} per month in the ${agreed.plan} plan)`, 0n, free))
  if (cost > 0n)
    lines.push(
      toCostLine(
        'minutes',
        `${isTransferred ? 'Transferred conversation' : 'Conversation'}, by the second: ${name}${prefix && ` (+${prefix})`}`,
        cost,
        seconds - free,
        perMinute,
      ),
    )
  if (charged < cost) lines.push(toCostLine('ceiling', 'Above the amount reserved for the call, not charged', charged - cost))
  return { charged, lines }
}

const toCostLine = (kind: CostLine['kind'], description: string, amount: bigint, seconds: number | null = null, perMinute: bigint | null = null): CostLine => ({
  kind,
  description,
  seconds,
  unit_price: perMinute === null ? null : formatMicros(perMinute),
  amount: formatMicros(amount),
})
