import fc from 'fast-check'
import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { PRICES, PricesFile, readPrices } from '../../../src/services/billing/priceList.ts'
import { cheapestHold, costOf, holdAmount, priceOf } from '../../../src/services/billing/pricing.ts'

test('the longest matching prefix determines the price of a number, otherwise the default', () => {
  expect(priceOf('+12125550100')).toMatchObject({ prefix: '1', perMinute: 120_000n })
  expect(priceOf('+18765550100')).toMatchObject({ prefix: '1876', name: 'Jamaica' })
  expect([priceOf('+442071234567').prefix, priceOf('+447712345678').prefix]).toEqual(['44', '447'])
  expect(priceOf('+6705550100')).toBe(PRICES[0])
  const digits = fc.stringMatching(/^[1-9]\d{6,14}$/)
  const begun = fc.tuple(fc.constantFrom(...PRICES.map(({ prefix }) => prefix)), digits).map(([prefix, rest]) => (prefix + rest).slice(0, 15))
  fc.assert(
    fc.property(fc.oneof(digits, begun), (number) => {
      const fitting = PRICES.filter(({ prefix }) => number.startsWith(prefix))
      expect(priceOf(`+${number}`).prefix.length).toBe(Math.max(...fitting.map(({ prefix }) => prefix.length)))
      expect(fitting).toContain(priceOf(`+${number}`))
    }),
  )
})

test('the reservation is the price of ten minutes to the destination, and at least the cheapest one', () => {
  expect(holdAmount('+12125550100')).toBe(1_200_000n)
  for (const { prefix, perMinute } of PRICES.slice(1)) expect(holdAmount(`+${prefix}0000000`)).toBe(perMinute * 10n)
  expect(PRICES.map(({ perMinute }) => perMinute * 10n)).toContain(cheapestHold())
  expect(PRICES.every(({ perMinute }) => perMinute * 10n >= cheapestHold())).toBe(true)
})

test('a second costs a sixtieth of its minute, rounded up to the next millionth over the whole call', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.bigInt(1n, 10n ** 9n), (seconds, perMinute) => {
      const exact = perMinute * BigInt(seconds)
      const cost = costOf(seconds, perMinute)
      expect(cost * 60n >= exact && (cost - 1n) * 60n < exact).toBe(true)
    }),
  )
  expect(costOf(1, 100_000n)).toBe(1_667n)
  // Averages have fractions of a second, which are rounded up.
  expect(costOf(0.2, 100_000n)).toBe(1_667n)
})

test('an invalid price list is rejected with a message that names every mistake', () => {
  const fine = {
    default: { name: 'Anywhere else', countries: [], perMinute: '0.45', perSegment: '0.30' },
    prefixes: [{ prefix: '44', name: 'United Kingdom', countries: ['GB'], perMinute: '0.13', perSegment: '0.05' }],
  }
  expect(readPrices(fine)).toEqual([
    { prefix: '', name: 'Anywhere else', countries: [], isMobile: false, perMinute: 450_000n, perSegment: 300_000n },
    { prefix: '44', name: 'United Kingdom', countries: ['GB'], isMobile: false, perMinute: 130_000n, perSegment: 50_000n },
  ])
  const broken: [object, RegExp][] = [
    [{ prefixes: fine.prefixes }, /default: /],
    [{ ...fine, prefixes: [] }, /prefixes: /],
    [{ ...fine, prefixes: [...fine.prefixes, ...fine.prefixes] }, /prefixes\.1\.prefix: 44 is listed twice/],
    ...['0,13', '0', '-0.13', '', '1e3', '0.0000001'].map(
      (perMinute) =>
        [{ ...fine, default: { name: 'X', perMinute, perSegment: '0.1' } }, /default\.perMinute: must be an amount above zero/] as [object, RegExp],
    ),
    [{ ...fine, default: { name: 'X', perMinute: '0.1' } }, /default\.perSegment: /],
    ...['+44', '044', '', '4a', '12345678'].map(
      (prefix) =>
        [{ ...fine, prefixes: [{ prefix, name: 'X', perMinute: '0.1', perSegment: '0.1' }] }, /prefixes\.0\.prefix: must be a calling prefix/] as [
          object,
          RegExp,
        ],
    ),
  ]
  for (const [content, mistake] of broken) {
    expect(() => readPrices(content)).toThrow(mistake)
    expect(() => readPrices(content)).toThrow(/^The price list src\/data\/prices\.json is not valid:\n/)
  }
  const two = { default: { name: '', perMinute: '0' }, prefixes: [{ prefix: 'x', name: 'X', perMinute: 1 }] }
  expect(() => readPrices(two)).toThrow(/default\.name[^]*default\.perMinute[^]*prefixes\.0\.perMinute[^]*prefixes\.0\.prefix/)
})

test('every built-in price names countries that have its prefix', () => {
  for (const { prefix, name, countries } of PRICES.slice(1)) {
    expect(countries, name).not.toEqual([])
    for (const country of countries ?? []) expect(prefix.startsWith(getCountryCallingCode(country as CountryCode)), `${prefix} ${country}`).toBe(true)
  }
})

test('a price of the server administrator has the countries of the built-in price that it replaces under the same name', () => {
  const readPlace = (prefix: string, name: string) =>
    PricesFile.parse({ prices: [{ prefix, name, per_minute: '0.1', per_segment: '0.1', valid_from: '2026-01-01T00:00:00Z' }] }).prices[0]!.price
  expect(readPlace('393', 'Italy, mobile')).toMatchObject({ countries: ['IT'], isMobile: true })
  expect(readPlace('', 'Anywhere else')).toMatchObject({ countries: [], isMobile: false })
  expect(readPlace('39', 'Our Italian friends')).toMatchObject({ countries: null, isMobile: false })
  expect(readPlace('6', 'Italy')).toMatchObject({ countries: null })
})
