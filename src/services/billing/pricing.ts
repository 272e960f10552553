import { clock } from '../../kernel/lib/clock.ts'
import { DEFAULT_CALL_SECONDS } from '../../inputs/agents.ts'
import { isValidAt } from '../../kernel/lib/validity.ts'
import { perServer } from '../../kernel/serverState.ts'
import { type Price, PRICES, type PriceTerms } from './priceList.ts'

const builtIn = new Map(PRICES.map((price) => [price.prefix, price]))
function createPriceList(prices: readonly PriceTerms[]) {
  const terms = new Map(prices.map(({ price: { prefix } }) => [prefix, prices.filter(({ price }) => price.prefix === prefix)]))
  return { terms, maxPrefixLength: Math.max(...[...builtIn.keys(), ...terms.keys()].map((prefix) => prefix.length)) }
}
const priceList = perServer(() => createPriceList([]))

/** Sets the server administrator's prices. Called by the composition root. */
export const usePrices = (prices: readonly PriceTerms[]): void => priceList.set(createPriceList(prices))

/** Returns the number of digits of the longest prefix that has a price at any time. */
export const longestPrefixLength = () => priceList().maxPrefixLength

const priceAt = (prefix: string, at: Date): Price | undefined =>
  priceList()
    .terms.get(prefix)
    ?.find((entry) => isValidAt(entry, at))?.price ?? builtIn.get(prefix)

/** Returns the price for a number in E.164 at a moment, by the longest matching prefix. */
export function priceOf(toNumber: string, at: Date = clock.now()): Price {
  for (let length = longestPrefixLength(); length > 0; length--) {
    const price = priceAt(toNumber.slice(1, 1 + length), at)
    if (price) return price
  }
  return priceAt('', at)!
}

/** Lists all prices at a moment, the default first. */
export const listPrices = (at: Date = clock.now()): Price[] =>
  [...new Set([...builtIn.keys(), ...priceList().terms.keys()])].flatMap((prefix) => priceAt(prefix, at) ?? [])

/** Returns the cost of the seconds at a price per minute, in micro-units, rounded up. */
export const costOf = (seconds: number, perMinute: bigint) => (perMinute * BigInt(Math.ceil(seconds)) + 59n) / 60n

/** Returns the amount to reserve for a call, in micro-units: the price of its maximum duration in seconds. */
export const holdAmount = (toNumber: string, longestCall: number = DEFAULT_CALL_SECONDS) => costOf(longestCall, priceOf(toNumber).perMinute)

/** Returns the smallest reservation for a call. A wallet with less places no calls. */
export const cheapestHold = () => (priceList().terms.size === 0 ? CHEAPEST_BUILT_IN : cheapestOf(listPrices()))

const cheapestOf = (prices: readonly Price[]) =>
  prices.map(({ perMinute }) => costOf(DEFAULT_CALL_SECONDS, perMinute)).reduce((least, price) => (price < least ? price : least))
const CHEAPEST_BUILT_IN = cheapestOf(PRICES)
