/** Validates URL search parameters: optional strings with these names. */
export const validateSearch =
  <Name extends string>(...names: Name[]) =>
  (params: Record<string, unknown>) =>
    Object.fromEntries(names.flatMap((name) => toEntry(name, params[name]))) as { [name in Name]?: string }

const toEntry = (name: string, value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, String(value)] as const] : []

/** Plain query strings: `?days=90`, not `?days=%2290%22`. */
export const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))
export const stringifySearch = (params: Record<string, unknown>) => {
  const query = new URLSearchParams(Object.entries(params).flatMap(([name, value]) => toEntry(name, value).map((pair) => [...pair]))).toString()
  return query && `?${query}`
}
