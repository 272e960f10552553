import { clock } from '../../kernel/lib/clock.ts'
import { DEFAULT_CALL_SECONDS } from '../../inputs/agents.ts'
import { isValidAt } from '../../kernel/lib/validity.ts'
import { type Price, PRICES, type PriceTerms } from './priceList.ts'

const builtIn = new Map(PRICES.map((price) => [price.prefix, price]))
let terms = new Map<string, readonly PriceTerms[]>()
let longest = 0

/** Sets what the server administrator says of prices; the composition root's to call. */
export function usePrices(given: readonly PriceTerms[]): void {
  terms = new Map(given.map(({ price: { prefix } }) => [prefix, given.filter(({ price }) => price.prefix === prefix)]))
  longest = Math.max(...[...builtIn.keys(), ...terms.keys()].map((prefix) => prefix.length))
}
usePrices([])

/** The digits of the longest prefix that has a price at any time. */
export const longestPrefix = () => longest

const priceAt = (prefix: string, at: Date): Price | undefined => terms.get(prefix)?.find((one) => isValidAt(one, at))?.price ?? builtIn.get(prefix)

/** What a minute and a segment to a number in E.164 cost at a moment, now unless said otherwise: the price of the longest prefix that it begins with. */
export function priceOf(toNumber: string, at: Date = clock.now()): Price {
  for (let length = longest; length > 0; length--) {
    const price = priceAt(toNumber.slice(1, 1 + length), at)
    if (price) return price
  }
  return priceAt('', at)!
}

/** Every price there is at a moment, the default first. */
export const pricesAt = (at: Date = clock.now()): Price[] => [...new Set([...builtIn.keys(), ...terms.keys()])].flatMap((prefix) => priceAt(prefix, at) ?? [])

/** The price of so many seconds at a price per minute, in micro-units, rounded up to the next one. */
export const costOf = (seconds: number, perMinute: bigint) => (perMinute * BigInt(Math.ceil(seconds)) + 59n) / 60n

/** What is set aside for a call, in micro-units: the price of the longest that it can become, in seconds. */
export const holdAmount = (toNumber: string, longestCall: number = DEFAULT_CALL_SECONDS) => costOf(longestCall, priceOf(toNumber).perMinute)

/** The least that can be set aside for a call; a wallet with less places none. */
export const cheapestHold = () => (terms.size === 0 ? CHEAPEST_BUILT_IN : cheapestOf(pricesAt()))

const cheapestOf = (prices: readonly Price[]) =>
  prices.map(({ perMinute }) => costOf(DEFAULT_CALL_SECONDS, perMinute)).reduce((least, one) => (one < least ? one : least))
const CHEAPEST_BUILT_IN = cheapestOf(PRICES)
