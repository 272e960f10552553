import { isObject } from './isObject.ts'

/** Returns JSON text that is the same for the same content: keys in order and no white space, as RFC 8785 has it. Leaves out undefined. */
export const toCanonicalJson = (value: unknown): string => JSON.stringify(sortKeys(value))

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isObject(value)) return value
  const names = Object.keys(value).toSorted((one, other) => (one < other ? -1 : 1))
  return Object.fromEntries(names.map((name) => [name, sortKeys(value[name])]))
}
