import { EnvSchema } from '../../../kernel/config/env.ts'
import { type Finding, findingsOf } from './finding.ts'

const NAMES = Object.keys(EnvSchema.shape)
const KNOWN: ReadonlySet<string> = new Set(NAMES.flatMap((name) => [name, `${name}_FILE`]))
/** Longer names can differ more before they mean something else. */
const MAX_CHANGES = { short: 1, long: 2 }
const LONG = 9

/** Finds variables that are almost a setting, and so are ignored. */
export function checkNames(variables: Readonly<Record<string, string | undefined>>): Finding[] {
  const { warning } = findingsOf('settings')
  return Object.keys(variables).flatMap((name) => {
    const meant = KNOWN.has(name) ? undefined : NAMES.find((known) => isMisspelled(name, known))
    return meant ? [warning(`${name} is not a setting.`, `Did you mean ${meant}?`)] : []
  })
}

const plain = (name: string) => name.toUpperCase().replaceAll('_', '')

function isMisspelled(name: string, known: string): boolean {
  const most = known.length < LONG ? MAX_CHANGES.short : MAX_CHANGES.long
  return Math.abs(name.length - known.length) <= most && countChanges(plain(name), plain(known)) <= most
}

/** The fewest letters that must be added, removed or replaced to make one text of the other. */
function countChanges(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1]
    for (const [to, wanted] of Array.from(other).entries()) next.push(Math.min(row[to]! + (letter === wanted ? 0 : 1), row[to + 1]! + 1, next[to]! + 1))
    row = next
  }
  return row.at(-1)!
}
