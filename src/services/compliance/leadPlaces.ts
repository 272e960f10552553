import { LRUCache } from 'lru-cache'
import { isObject } from '../../kernel/json/json.ts'
import { countryNamed, zonesOfCountry } from './countries.ts'
import { numberPlace, type NumberPlace } from './numberZones.ts'
import { regionNamed, stateOfZip, type Region } from './regions.ts'

/** Where somebody may be, and so which law and which clocks count. */
export interface Place {
  /** ISO 3166. */
  country: string | null
  /** A state of the United States or a province of Canada, such as `FL`. */
  region: string | null
  /** IANA names, sorted, never empty. A call is allowed when it is in all of them. */
  zones: string[]
  /** What the zones were found by; `unknown` is UTC for want of anything. */
  source: 'timezone' | 'region' | 'number' | 'country' | 'unknown'
}

/**
 * Where a lead is, from what is known of it: the time zone in its data, else the state, province or ZIP code there, else
 * its number, else its country (contract: legal hours by the lead's place). Country and region come from the data, then
 * the number. Where several zones are possible it has them all. What was found is remembered for as long as the lead's object lives.
 */
export function placeOf(lead: { phoneNumber: string; data: unknown }): Place {
  const known = places.get(lead)
  if (known) return known
  const place = found(lead)
  places.set(lead, place)
  return place
}

// Whoever looks ahead asks about the same lead again and again.
const places = new WeakMap<object, Place>()

function found({ phoneNumber, data }: { phoneNumber: string; data: unknown }): Place {
  const number = numberPlace(phoneNumber)
  const given = answers(data)
  const said = given.country && countryNamed(given.country)
  const region = regionOf(given, said || null, number, phoneNumber)
  const country = region?.country ?? (said || number.country)
  const code = region?.code ?? (country === number.country ? number.region : null)
  const zone = given.zone && zoneNamed(given.zone)
  if (zone) return { country, region: code, zones: [zone], source: 'timezone' }
  // A number of the very state says more than the state alone: which of its zones.
  if (region) return { country, region: code, zones: number.region === region.code ? number.zones : region.zones.toSorted(), source: 'region' }
  if (number.zones.length && country === number.country) return { country, region: code, zones: number.zones, source: 'number' }
  const zones = country ? zonesOfCountry(country) : number.zones
  return zones.length ? { country, region: code, zones, source: country ? 'country' : 'number' } : { country, region: code, zones: ['UTC'], source: 'unknown' }
}

function regionOf(given: Answers, said: string | null, number: NumberPlace, phoneNumber: string): Region | undefined {
  if (said ? said !== 'US' && said !== 'CA' : !phoneNumber.startsWith('+1')) return undefined
  const region = (given.region ? regionNamed(given.region) : undefined) ?? ((said ?? number.country) === 'US' && given.zip ? stateOfZip(given.zip) : undefined)
  return said && region?.country !== said ? undefined : region
}

interface Answers {
  zone?: string
  region?: string
  zip?: string
  country?: string
}

const KEYS: Record<string, keyof Answers> = {
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

/** The keys of data that say where somebody is, in lower case and without spaces, underscores and hyphens. */
export const PLACE_KEYS = Object.keys(KEYS)

/** What the data answers, whatever the case of its keys and with or without underscores in them. */
function answers(data: unknown): Answers {
  const found: Answers = {}
  if (isObject(data))
    for (const [key, value] of Object.entries(data)) {
      const asked = KEYS[key.toLowerCase().replaceAll(/[\s_-]/g, '')]
      if (asked && (typeof value === 'string' || typeof value === 'number')) found[asked] ??= String(value)
    }
  return found
}

// They are clocks without summer time, and seldom meant.
const AMBIGUOUS = /^(EST|MST|HST|GMT|UTC|UCT|Zulu|Universal|Greenwich|Etc\/.*)$/i
const canonical = new LRUCache<string, string>({ max: 1_000 })

/** The IANA zone of a name in any case, or null. Abbreviations and bare offsets are no places. */
function zoneNamed(text: string): string | null {
  const name = text.trim()
  if (!/^[A-Z]/i.test(name) || name.length > 64 || AMBIGUOUS.test(name)) return null
  let zone = canonical.get(name)
  if (zone === undefined) canonical.set(name, (zone = asIntl(name)))
  return zone || null
}

function asIntl(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return ''
  }
}
