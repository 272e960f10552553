import { PRICES, type Price } from './priceList.ts'

/** The longest a call may last, in seconds; it is handed to the provider and covered by the hold. */
export const MAX_CALL_SECONDS = 600

const byPrefix = new Map(PRICES.map((price) => [price.prefix, price]))
const LONGEST_PREFIX = Math.max(...PRICES.map(({ prefix }) => prefix.length))

/** What a minute to a number in E.164 costs: the price of the longest prefix that it begins with. */
export function priceOf(toNumber: string): Price {
  for (let length = LONGEST_PREFIX; length > 0; length--) {
    const price = byPrefix.get(toNumber.slice(1, 1 + length))
    if (price) return price
  }
  return byPrefix.get('')!
}

/** The price of so many seconds at a price per minute, in micro-units, rounded up to the next one. */
export const costOf = (seconds: number, perMinute: bigint) => (perMinute * BigInt(Math.ceil(seconds)) + 59n) / 60n

/** What is set aside when a number is called, in micro-units: the price of the longest call there can be. */
export const holdAmount = (toNumber: string) => costOf(MAX_CALL_SECONDS, priceOf(toNumber).perMinute)

/** The least that can be set aside for a call; a wallet with less places none. */
export const CHEAPEST_HOLD = PRICES.map(({ perMinute }) => costOf(MAX_CALL_SECONDS, perMinute)).reduce((least, amount) => (amount < least ? amount : least))
