import { coveredBy, type Short } from '../../campaigns/rules/dialRoom.ts'
import { costOf, priceOf } from '../../billing/pricing.ts'
import { monthOf } from '../../billing/usage.ts'

/** The money of a virtual campaign, in micro-units. */
export interface Money {
  /** Free in the wallet. */
  available: bigint
  /** What is left of the campaign's budget; null without one. */
  budgetLeft: bigint | null
  /** Seconds of conversation that each month includes, and what the first month has used of them. */
  includedSeconds: number
  usedSeconds: number
}

export interface Purse {
  /** Sets money aside for a call; answers what is short if there is not enough. */
  hold(amount: bigint): Short | null
  /** Ends a hold as charges do: what a month includes is free, the rest is paid by the second, at most the hold. */
  settle(held: bigint, call: { toNumber: string; talkSeconds: number; endedAt: Date }): void
  spent(): bigint
}

/** A purse that is charged as the real wallet is (contract: Billing). `begins` is in the month whose use is known. */
export function purseOf({ available, budgetLeft, includedSeconds, usedSeconds }: Money, begins: Date): Purse {
  const used = new Map([[monthOf(begins).start.getTime(), usedSeconds]])
  let spent = 0n
  const move = (amount: bigint) => {
    available += amount
    if (budgetLeft !== null) budgetLeft += amount
  }
  return {
    hold(amount) {
      const { short } = coveredBy([amount], { budgetLeft, available, allowance: null })
      if (!short) move(-amount)
      return short
    },
    settle(held, { toNumber, talkSeconds, endedAt }) {
      const month = monthOf(endedAt).start.getTime()
      const before = used.get(month) ?? 0
      used.set(month, before + talkSeconds)
      const free = Math.min(talkSeconds, Math.max(0, includedSeconds - before))
      const cost = costOf(talkSeconds - free, priceOf(toNumber).perMinute)
      const charged = cost < held ? cost : held
      spent += charged
      move(held - charged)
    },
    spent: () => spent,
  }
}
