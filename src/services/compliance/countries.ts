const readCountryZones = (code: string): readonly string[] => {
  // In Node 20 this is a property, in later versions a method.
  const locale = new Intl.Locale(`und-${code}`) as { timeZones?: string[]; getTimeZones?: () => string[] | undefined }
  return (locale.getTimeZones?.() ?? locale.timeZones ?? []).toSorted()
}

// Node needs a quarter of a millisecond to list the zones of a country.
const countryZones = new Map<string, readonly string[]>()

/** Lists all time zones of a country (ISO 3166), sorted; none for an unknown country. */
export const listCountryZones = (code: string): readonly string[] => countryZones.get(code) ?? countryZones.set(code, readCountryZones(code)).get(code)!

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const isCountry = (code: string) => names.of(code) && new Intl.Locale(`und-${code}`).region === code && listCountryZones(code).length > 0
const listCountryCodes = () => letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountry)
const readCountries = () =>
  new Map([...listCountryCodes().flatMap((code) => [code, names.of(code)!].map((name) => [name.toLowerCase(), code] as const)), ['usa', 'US'], ['uk', 'GB']])
let countries: ReturnType<typeof readCountries> | undefined

/** Returns the ISO 3166 code for a country code or English name, or null. */
export const findCountry = (text: string): string | null => (countries ??= readCountries()).get(text.trim().toLowerCase()) ?? null

/** Returns the ISO 3166 code of the only country that has a time zone, or null. */
export function findZoneCountry(zone: string): string | null {
  const having = [...new Set((countries ??= readCountries()).values())].filter((code) => listCountryZones(code).includes(zone))
  return having.length === 1 ? having[0]! : null
}
