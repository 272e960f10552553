import type { CallId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
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
  /** What the description says, for other languages: the plan, or the destination. Calls of earlier versions have none. */
  details?: Record<string, unknown>
  /** Seconds of conversation that the line covers. */
  seconds: number | null
  /** A minute's price. */
  unit_price: string | null
  amount: string
}

/** What a call has cost, in micro-units, with the lines that explain it. */
export interface Charge {
  charged: bigint
  lines: CostLine[]
}

/** An ended call with its cost, before the reservation limits it. */
interface PricedCall {
  call: Call
  plan: string
  includedMinutes: number
  seconds: number
  free: number
  cost: bigint
  price: ReturnType<typeof priceOf>
}

/**
 * Settles ended calls, once: counts them, uses the plan's included minutes in the month of each end, charges the rest by the second at
 * the price as of each call's creation, at most the hold. Returns the charges in micro-units with the lines that explain them, which the
 * caller stores. A call without conversation is free. A transferred call has the price of the most expensive number that its agent can
 * transfer it to, if that is more. It locks the workspace's usage counter and wallet.
 */
export async function settle(tx: Connection, workspaceId: WorkspaceId, calls: readonly Call[]): Promise<Map<CallId, Charge>> {
  if (calls.length === 0) return new Map()
  const ended = calls.map((call) => ({ call, endedAt: call.endedAt ?? clock.now(), seconds: Math.max(0, call.durationSeconds ?? 0) }))
  const { before, ...terms } = await usage.count(tx, workspaceId, ended)
  const priced = ended.map((each, index) => priceCall(each, terms, before[index]!))
  const charged = await wallet.settle(
    tx,
    workspaceId,
    priced.map(({ call: { id }, cost }) => ({ callId: id, cost })),
  )
  return new Map(priced.map((each) => [each.call.id, toCharge(each, charged.get(each.call.id) ?? 0n)]))
}

function priceCall({ call, endedAt, seconds }: { call: Call; endedAt: Date; seconds: number }, terms: usage.PlanTerms, usedBefore: number): PricedCall {
  const includedMinutes = usage.includedMinutesOf(terms, endedAt)
  const free = Math.min(seconds, Math.max(0, includedMinutes * 60 - usedBefore))
  const price = priceOf(isTransferred(call) ? call.transferNumber! : call.toNumber, call.createdAt)
  return { call, plan: terms.plan, includedMinutes, seconds, free, price, cost: costOf(seconds - free, price.perMinute) }
}

const isTransferred = ({ transferNumber, endedReason }: Call) => transferNumber !== null && endedReason === 'transferred'

function toCharge({ call, plan, includedMinutes, seconds, free, cost, price }: PricedCall, charged: bigint): Charge {
  const { prefix, name, countries, isMobile, perMinute } = price
  const transferred = isTransferred(call)
  const lines: CostLine[] = []
  if (free > 0)
    lines.push(
      toCostLine('included', `Included minutes (${includedMinutes} per month in the ${plan} plan)`, 0n, {
        seconds: free,
        details: { plan, minutes: includedMinutes },
      }),
    )
  if (cost > 0n)
    lines.push(
      toCostLine('minutes', `${transferred ? 'Transferred conversation' : 'Conversation'}, by the second: ${name}${prefix && ` (+${prefix})`}`, cost, {
        seconds: seconds - free,
        unit_price: formatMicros(perMinute),
        details: { transferred, prefix, name, countries, is_mobile: isMobile },
      }),
    )
  if (charged < cost) lines.push(toCostLine('ceiling', 'Above the amount reserved for the call, not charged', charged - cost))
  return { charged, lines }
}

const toCostLine = (
  kind: CostLine['kind'],
  description: string,
  amount: bigint,
  facts: Partial<Pick<CostLine, 'seconds' | 'unit_price' | 'details'>> = {},
): CostLine => ({ kind, description, seconds: null, unit_price: null, ...facts, amount: formatMicros(amount) })
