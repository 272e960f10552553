/** What an address may carry after its question mark: texts by these names, of which each may be absent. */
export const search =
  <Name extends string>(...names: Name[]) =>
  (given: Record<string, unknown>) =>
    Object.fromEntries(names.flatMap((name) => textOf(name, given[name]))) as { [name in Name]?: string }

const textOf = (name: string, value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, String(value)] as const] : []

/** Addresses as people write them: `?days=90`, not `?days=%2290%22`. */
export const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))
export const stringifySearch = (given: Record<string, unknown>) => {
  const written = new URLSearchParams(Object.entries(given).flatMap(([name, value]) => textOf(name, value).map((pair) => [...pair]))).toString()
  return written && `?${written}`
}
