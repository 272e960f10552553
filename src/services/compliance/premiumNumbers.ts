import premium from '../../data/premium-numbers.json' with { type: 'json' }
import { kindOf } from '../../kernel/lib/phones.ts'

const PATTERNS = premium.patterns.map(({ pattern }) => new RegExp(pattern))

/**
 * Whether the holder of a number (E.164) earns from calls to it, or such calls have no known price. These numbers are never called, and no
 * call is transferred to them.
 */
export const isPremium = (number: string) => PATTERNS.some((pattern) => pattern.test(number)) || premium.types.includes(kindOf(number) ?? '')
