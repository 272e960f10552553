import { DEFAULT_CALL_SECONDS } from '../inputs/agents.ts'
import { PRICES, type Price } from './priceList.ts'

const byPrefix = new Map(PRICES.map((price) => [price.prefix, price]))
export const LONGEST_PREFIX = Math.max(...PRICES.map(({ prefix }) => prefix.length))

/** What a minute and a segment to a number in E.164 cost: the price of the longest prefix that it begins with. */
export function priceOf(toNumber: string): Price {
  for (let length = LONGEST_PREFIX; length > 0; length--) {
    const price = byPrefix.get(toNumber.slice(1, 1 + length))
    if (price) return price
  }
  return byPrefix.get('')!
}

/** The price of so many seconds at a price per minute, in micro-units, rounded up to the next one. */
export const costOf = (seconds: number, perMinute: bigint) => (perMinute * BigInt(Math.ceil(seconds)) + 59n) / 60n

/** What is set aside for a call, in micro-units: the price of the longest that it can become, in seconds. */
export const holdAmount = (toNumber: string, longest: number = DEFAULT_CALL_SECONDS) => costOf(longest, priceOf(toNumber).perMinute)

/** The least that can be set aside for a call; a wallet with less places none. */
export const CHEAPEST_HOLD = PRICES.map(({ perMinute }) => costOf(DEFAULT_CALL_SECONDS, perMinute)).reduce((least, amount) => (amount < least ? amount : least))
