/** All time zones of a country, sorted; none where it is unknown. */
export const listCountryZones = (code: string): string[] => {
  // Node 20 has a property of what became a method.
  const locale = new Intl.Locale(`und-${code}`) as { timeZones?: string[]; getTimeZones?: () => string[] | undefined }
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).toSorted()
}

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const isCountry = (code: string) => names.of(code) && new Intl.Locale(`und-${code}`).region === code && listCountryZones(code).length > 0
const codes = () => letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountry)
const readCountries = () =>
  new Map([...codes().flatMap((code) => [code, names.of(code)!].map((name) => [name.toLowerCase(), code] as const)), ['usa', 'US'], ['uk', 'GB']])
let countries: ReturnType<typeof readCountries> | undefined

/** The ISO 3166 code of a country's code or English name, or null. */
export const findCountry = (text: string): string | null => (countries ??= readCountries()).get(text.trim().toLowerCase()) ?? null
