import { LRUCache } from 'lru-cache'
import numberZones from '../../generated/numberZones.json' with { type: 'json' }
import northAmerica from '../../data/north-america.json' with { type: 'json' }
import corrections from '../../data/number-zones.json' with { type: 'json' }
import { parseByLibrary } from '../../kernel/lib/phones.ts'
import { listCountryZones } from './countries.ts'
import { findRegion } from './regions.ts'

/** Location where a number was assigned, not where its holder is. */
export interface NumberLocation {
  country: string | null
  region: string | null
  /** IANA names, sorted; empty if unknown. */
  zones: readonly string[]
}

/** Country codes whose mobile numbers have area codes (libphonenumber's geographical mobile numbers). */
const AREA_MOBILES = new Set(['52', '54', '55'])
const GEOGRAPHIC = new Set(['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'])

/** Maps each prefix to its value in a generated table (`scripts/numberZones.mjs`), which lists the prefixes of each value. */
const byPrefix = (table: Record<string, string>) =>
  new Map(Object.entries(table).flatMap(([value, prefixes]) => prefixes.split(' ').map((prefix) => [prefix, value] as const)))
/** Time zones, joined by `&`: by prefix, and by North American area code. */
const zonesByPrefix = byPrefix(numberZones.zones)
const correctedZones = new Map(Object.entries(corrections.zones).map(([prefix, zones]) => [prefix, zones.join('&')]))
const zonesByArea = byPrefix(numberZones.areas)
/** The name or code of the state or province of an area code, if any; otherwise another place. */
const placesByArea = byPrefix(numberZones.places)

const areaCodeCache = new LRUCache<string, NumberLocation>({ max: 2_000 })

/** Locates a number (E.164) by its prefix; an unassignable number is located too. */
export function locateNumber(number: string): NumberLocation {
  const areaCode = /^\+1(\d{3})/.exec(number)?.[1]
  const region = areaCode && findRegion(placesByArea.get(areaCode) ?? '')
  if (!region) return locateByPrefix(number, areaCode)
  let place = areaCodeCache.get(areaCode)
  if (!place) areaCodeCache.set(areaCode, (place = { country: region.country, region: region.code, zones: areaZones(areaCode) }))
  return place
}

function locateByPrefix(number: string, areaCode: string | undefined): NumberLocation {
  const phone = parseByLibrary(number)
  const country = phone?.country ?? onlyItemOf(phone?.getPossibleCountries())
  if (areaCode) return { country, region: null, zones: areaZones(areaCode) }
  const code = phone?.countryCallingCode ?? ''
  const type = phone?.getType() ?? ''
  const isGeographic = GEOGRAPHIC.has(type) || (type === 'MOBILE' && AREA_MOBILES.has(code))
  // The metadata has the largest city's zone for mobile numbers, but their holders may be anywhere in the country.
  const zones = (isGeographic ? undefined : listCodeZones(code, country)) ?? listPrefixZones(number.slice(1))
  return { country, region: null, zones: zones ?? [] }
}

/** Lists the zones of a country code: those of the country if it has several, since countries share codes. */
function listCodeZones(code: string, country: string | null): readonly string[] | undefined {
  const zones = (correctedZones.get(code) ?? zonesByPrefix.get(code))?.split('&')
  return zones && zones.length > 1 && country !== null ? listCountryZones(country) : zones
}

const listPrefixZones = (digits: string): string[] | undefined =>
  (findByLongestPrefix(correctedZones, digits) ?? findByLongestPrefix(zonesByPrefix, digits))?.split('&')

/** Returns the zones of an area code; all zones of the contiguous states for one without a place, such as toll-free. */
function areaZones(areaCode: string): string[] {
  const corrected = (northAmerica.areaCodes as Record<string, string[]>)[areaCode]
  return (corrected ?? zonesByArea.get(areaCode)?.split('&') ?? northAmerica.contiguous).toSorted()
}

function findByLongestPrefix(table: ReadonlyMap<string, string>, digits: string): string | undefined {
  for (let length = digits.length; length > 0; length--) {
    const zones = table.get(digits.slice(0, length))
    if (zones) return zones
  }
}

const onlyItemOf = <T>(list: readonly T[] = []): T | null => (list.length === 1 ? list[0]! : null)
