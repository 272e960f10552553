import { clock } from '../../kernel/lib/clock.ts'
import { isValidAt, type Validity } from '../../kernel/lib/validity.ts'
import { perServer } from '../../kernel/serverState.ts'
import type { LegalRule } from './hoursTable.ts'

/** A rule of the server administrator for a period. Replaces the built-in rule of its place. */
export interface HostRule extends Validity {
  rule: LegalRule
}

const hostRules = perServer<readonly HostRule[]>(() => [])

/** Applies the administrator's rules. Called once at start. */
export const useHostRules = (rules: readonly HostRule[]): void => hostRules.set(rules)

/** Lists the administrator's rules that are valid now, by place; null if there is none. */
export function validHostRules(): Map<string, LegalRule> | null {
  const all = hostRules()
  if (all.length === 0) return null
  const now = clock.now()
  const valid = all.filter((entry) => isValidAt(entry, now))
  return valid.length === 0 ? null : new Map(valid.map(({ rule }) => [rule.id, rule]))
}
