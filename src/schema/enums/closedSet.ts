import { builder } from '../base/builder.ts'

const bySet = new Map<string, ClosedSet>()
/** Creates the enum type. The values are stored as strings, which the services validate. */
const make = (name: string, description: string, values: Record<string, { description?: string }>) => builder.enumType(name, { description, values })
export type ClosedSet = ReturnType<typeof make>

const keyOf = (values: readonly string[]) => values.join(' ')

/**
 * Creates a GraphQL enum from its values, with a description of each unless its name is clear. The values are those of REST, webhooks and
 * the database (decision 41), so that no conversion is needed.
 */
export function closedSet(name: string, description: string, values: readonly string[] | Readonly<Record<string, string>>): ClosedSet {
  const lines = Array.isArray(values) ? Object.fromEntries(values.map((value: string) => [value, ''])) : (values as Readonly<Record<string, string>>)
  const set = make(name, description, Object.fromEntries(Object.entries(lines).map(([value, line]) => [value, line === '' ? {} : { description: line }])))
  bySet.set(keyOf(Object.keys(lines)), set)
  return set
}

/** Returns the enum with these values, for inputs. Throws if there is none. */
export function setOf(values: readonly string[]): ClosedSet {
  const set = bySet.get(keyOf(values))
  if (!set) throw new Error(`No GraphQL enum has the values ${values.join(', ')}`)
  return set
}
