import { builder } from '../base/builder.ts'

const bySet = new Map<string, ClosedSet>()
/** Stored as a string, whose members the services see to. */
const make = (name: string, description: string, values: Record<string, { description?: string }>) => builder.enumType(name, { description, values })
export type ClosedSet = ReturnType<typeof make>

const keyOf = (values: readonly string[]) => values.join(' ')

/**
 * A closed set as a GraphQL enum: its values, with a line about each that its name does not explain. Values are spelled as in REST,
 * webhooks and the database (decision 41), so that nothing translates between them.
 */
export function closedSet(name: string, description: string, values: readonly string[] | Readonly<Record<string, string>>): ClosedSet {
  const lines = Array.isArray(values) ? Object.fromEntries(values.map((value: string) => [value, ''])) : (values as Readonly<Record<string, string>>)
  const set = make(name, description, Object.fromEntries(Object.entries(lines).map(([value, line]) => [value, line === '' ? {} : { description: line }])))
  bySet.set(keyOf(Object.keys(lines)), set)
  return set
}

/** The enum of a set that an input takes: `inputs/` and this schema name the same values. Throws for a set without an enum. */
export function setOf(values: readonly string[]): ClosedSet {
  const set = bySet.get(keyOf(values))
  if (!set) throw new Error(`No GraphQL enum has the values ${values.join(', ')}`)
  return set
}
