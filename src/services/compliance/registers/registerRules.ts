import table from '../../../data/register-rules.json' with { type: 'json' }
import { versionOf } from '../ruleVersions.ts'
import { findByLaw, territories, withTerritories } from '../territories.ts'

const DAY_MS = 86_400_000

/** Version of the table. */
export const REGISTER_RULES_VERSION = versionOf({ ...table, territories })

const rules = new Map(Object.entries(table.rules))

/** Lists the rules, by country. */
export const effectiveRegisterRules = (): ReadonlyMap<string, object> => withTerritories(rules)

const findRule = (country: string | null) => findByLaw(country, (place) => rules.get(place))

/** Returns the country with whose do-not-call register the law demands that marketing calls to a country are compared; null if it demands none. */
export const registerCountryOf = (country: string | null): string | null => findRule(country)?.place ?? null

/** What decides when a register expires. */
interface Age {
  type: string
  country: string | null
  validDays: number | null
  washedAt: Date | null
}

/**
 * Returns when a register expires: the stated days after its numbers were valid, else those of its country's rule. Null if neither is, or if
 * it has no numbers yet.
 */
export function expiryOf({ type, country, validDays, washedAt }: Age): Date | null {
  const days = validDays ?? (type === 'register' ? findRule(country)?.rule.days : undefined)
  return days === undefined || washedAt === null ? null : new Date(washedAt.getTime() + days * DAY_MS)
}

/** Whether a register has expired at a time. Its numbers stay blocked. */
export const isExpired = (register: Age, now: Date): boolean => (expiryOf(register) ?? now) < now
