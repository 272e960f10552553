import { countAffordableCalls, type Shortfall } from '../../campaigns/rules/dialCapacity.ts'
import { costOf, priceOf } from '../../billing/pricing.ts'
import { monthOf } from '../../billing/usage.ts'

/** The funds of a simulated campaign, in micro-units. */
export interface DryRunFunds {
  /** Available balance of the wallet. */
  available: bigint
  /** Rest of the campaign's budget; null without one. */
  budgetLeft: bigint | null
  /** Included seconds of conversation per month, and those used in the first month. */
  includedSeconds: number
  usedSeconds: number
}

export interface VirtualWallet {
  /** Reserves funds for a call; returns the shortfall if there are not enough. */
  hold(amount: bigint): Shortfall | null
  /** Settles a hold like a real charge: included minutes are free, the rest is billed by the second, at most the hold. */
  settle(reserved: bigint, call: { toNumber: string; talkSeconds: number; endedAt: Date }): void
  spent(): bigint
}

/** Creates a wallet that is charged like the real one (contract: Billing). `begins` is in the month of `usedSeconds`. */
export function createWallet({ available, budgetLeft, includedSeconds, usedSeconds }: DryRunFunds, begins: Date): VirtualWallet {
  const used = new Map([[monthOf(begins).start.getTime(), usedSeconds]])
  let spent = 0n
  const addFunds = (amount: bigint) => {
    available += amount
    if (budgetLeft !== null) budgetLeft += amount
  }
  return {
    hold(amount) {
      const { shortfall } = countAffordableCalls([amount], { budgetLeft, available, allowance: null })
      if (!shortfall) addFunds(-amount)
      return shortfall
    },
    settle(reserved, { toNumber, talkSeconds, endedAt }) {
      const month = monthOf(endedAt).start.getTime()
      const usedBefore = used.get(month) ?? 0
      used.set(month, usedBefore + talkSeconds)
      const includedLeft = Math.min(talkSeconds, Math.max(0, includedSeconds - usedBefore))
      const cost = costOf(talkSeconds - includedLeft, priceOf(toNumber).perMinute)
      const charge = cost < reserved ? cost : reserved
      spent += charge
      addFunds(reserved - charge)
    },
    spent: () => spent,
  }
}
