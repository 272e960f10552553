import premium from '../../data/premium-numbers.json' with { type: 'json' }
import { kindOf } from '../../kernel/lib/phones.ts'

const PATTERNS = premium.patterns.map(({ pattern }) => new RegExp(pattern))

/** Whether the holder of a number in E.164 earns by being called, or calls to it have no known price: nothing calls it, and no call is transferred there. */
export const isPremium = (number: string) => PATTERNS.some((pattern) => pattern.test(number)) || premium.types.includes(kindOf(number) ?? '')

/** Why a call to such a number is refused. */
export const PREMIUM_REFUSED = 'Callwright does not call premium-rate, shared-cost, personal or satellite numbers.'
