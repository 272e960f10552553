import { LRUCache } from 'lru-cache'
import { isObject } from '../../kernel/json/isObject.ts'
import { findCountry, listCountryZones } from './countries.ts'
import { locateNumber, type NumberLocation } from './numberZones.ts'
import { findRegion, findStateByZip, type Region } from './regions.ts'
import { lawCountryOf } from './territories.ts'

/** Possible location of a contact, which determines the law and the time zones. */
export interface Location {
  /** ISO 3166. */
  country: string | null
  /** A state of the United States or a province of Canada, such as `FL`. */
  region: string | null
  /** IANA names, sorted, never empty. A call is allowed when it is in all of them. */
  zones: readonly string[]
  /** Origin of the zones; `unknown` falls back to UTC. */
  source: 'timezone' | 'region' | 'number' | 'country' | 'unknown'
}

/**
 * Determines the location of a lead from its time zone, else its state, province or ZIP code, else its number, else its country (contract:
 * legal hours by the lead's place). Country and region come from the data, then from the number. If several zones are possible, it returns
 * all. Results are cached per lead object.
 */
export function locate(lead: { phoneNumber: string; data: unknown }): Location {
  const known = places.get(lead)
  if (known) return known
  const place = computeLocation(lead)
  places.set(lead, place)
  return place
}

// Forecasts look up the same lead repeatedly.
const places = new WeakMap<object, Location>()

function computeLocation({ phoneNumber, data }: { phoneNumber: string; data: unknown }): Location {
  const number = locateNumber(phoneNumber)
  const fields = readLocationData(data)
  const statedCountry = findStatedCountry(fields, phoneNumber)
  const region = regionOf(fields, statedCountry, number, phoneNumber)
  const country = region?.country ?? statedCountry ?? number.country
  const code = region?.code ?? (country === number.country ? number.region : null)
  const zone = fields.zone && findZone(fields.zone)
  if (zone) return { country, region: code, zones: [zone], source: 'timezone' }
  // A number of the same state narrows down the state's zones.
  if (region) return { country, region: code, zones: number.region === region.code ? number.zones : region.zones.toSorted(), source: 'region' }
  if (number.zones.length && country === number.country) return { country, region: code, zones: number.zones, source: 'number' }
  const zones = country ? listCountryZones(country) : number.zones
  return zones.length ? { country, region: code, zones, source: country ? 'country' : 'number' } : { country, region: code, zones: ['UTC'], source: 'unknown' }
}

/** American addresses name a territory such as Puerto Rico as their state. */
function findStatedCountry({ country, region }: LocationData, phoneNumber: string): string | null {
  const stated = country === undefined ? null : findCountry(country)
  const isAmerican = stated === 'US' || (stated === null && phoneNumber.startsWith('+1'))
  const territory = isAmerican && region !== undefined ? findCountry(region) : null
  return territory !== 'US' && lawCountryOf(territory) === 'US' ? territory : stated
}

function regionOf(fields: LocationData, statedCountry: string | null, number: NumberLocation, phoneNumber: string): Region | undefined {
  if (statedCountry ? statedCountry !== 'US' && statedCountry !== 'CA' : !phoneNumber.startsWith('+1')) return undefined
  const region =
    (fields.region ? findRegion(fields.region) : undefined) ??
    ((statedCountry ?? number.country) === 'US' && fields.zip ? findStateByZip(fields.zip) : undefined)
  return statedCountry && region?.country !== statedCountry ? undefined : region
}

interface LocationData {
  zone?: string
  region?: string
  zip?: string
  country?: string
}

const KEY_FIELDS: Record<string, keyof LocationData> = {
  timezone: 'zone',
  tz: 'zone',
  state: 'region',
  region: 'region',
  province: 'region',
  zip: 'zip',
  zipcode: 'zip',
  postalcode: 'zip',
  postcode: 'zip',
  country: 'country',
  countrycode: 'country',
}

/** Data keys that describe a location, in lower case, without spaces, underscores and hyphens. */
export const LOCATION_KEYS = Object.keys(KEY_FIELDS)

/** Reads the location fields of the data; the case of keys and underscores in them do not matter. */
function readLocationData(data: unknown): LocationData {
  const fields: LocationData = {}
  if (isObject(data))
    for (const [key, value] of Object.entries(data)) {
      const field = KEY_FIELDS[key.toLowerCase().replaceAll(/[\s_-]/g, '')]
      if (field && (typeof value === 'string' || typeof value === 'number')) fields[field] ??= String(value)
    }
  return fields
}

// These zones have no daylight saving time and are seldom meant.
const AMBIGUOUS = /^(EST|MST|HST|GMT|UTC|UCT|Zulu|Universal|Greenwich|Etc\/.*)$/i
const canonical = new LRUCache<string, string>({ max: 1_000 })

/** Returns the IANA zone for a name in any case, or null. Does not accept abbreviations and offsets. */
function findZone(text: string): string | null {
  const name = text.trim()
  if (!/^[A-Z]/i.test(name) || name.length > 64 || AMBIGUOUS.test(name)) return null
  let zone = canonical.get(name)
  if (zone === undefined) canonical.set(name, (zone = toCanonicalZone(name)))
  return zone || null
}

function toCanonicalZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return ''
  }
}
