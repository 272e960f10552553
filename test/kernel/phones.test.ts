import fc from 'fast-check'
import { getCountries, getCountryCallingCode, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, test } from 'vitest'
import { parseE164, readPhone } from '../../src/kernel/lib/phones.ts'

const readOnce = (text: string | null) => {
  if (text === null || !/^\+[1-9]\d{6,14}$/.test(text)) return null
  const number = parsePhoneNumberFromString(text)
  return number?.isPossible() ? number.number : null
}
/** As the library reads a number, unless it reads its own result as another one. */
const byTheLibrary = (text: string) => {
  const number = readOnce(text)
  return readOnce(number) === number ? number : null
}

test('numbers are validated as the library does, for every calling code and length', () => {
  const codes = [...new Set(getCountries().map((country) => getCountryCallingCode(country))), '800', '808', '870', '883', '979', '999', '210', '0']
  const digits = fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), minLength: 3, maxLength: 13 })
  fc.assert(
    fc.property(fc.constantFrom(...codes), digits, (code, rest) => {
      expect(parseE164(`+${code}${rest}`)).toBe(byTheLibrary(`+${code}${rest}`))
    }),
    { numRuns: 6_000 },
  )
})

test("so is every country's example, with each national prefix", () => {
  for (const country of getCountries()) {
    const number = getExampleNumber(country, examples)!
    for (const prefix of ['', '0', '1', '8', '06', '9']) {
      const text = `+${number.countryCallingCode}${prefix}${number.nationalNumber}`
      expect([text, parseE164(text)]).toEqual([text, byTheLibrary(text)])
    }
  }
})

test.each([
  ['+1 312 557 0100', '+13125570100'],
  ['+1 (312) 557-0100', '+13125570100'],
  ['0039 06 1234 5678', '+390612345678'],
  [' +49.30.901820-0 ', '+49309018200'],
  ['+44/20 7946–0958', '+442079460958'],
])('%s carries its country code, whatever is between the digits', (text, number) => {
  expect(readPhone(text)).toBe(number)
  expect(readPhone(text, 'US')).toBe(number)
})

test.each(['312 557 0100', '+1 312 55', 'call +1 312 557 0100', '+1 312 557 0100 ext. 7', ''])('%s is no number without a country', (text) => {
  expect(readPhone(text)).toBeNull()
})

test.each([
  ['01831000000', 'AU', null],
  ['1831 412345678', 'AU', '+61412345678'],
  ['07911 123456', 'GB', '+447911123456'],
  ['+4407911123456', 'GB', '+447911123456'],
] as const)('%s in %s is %s', (text, country, number) => {
  expect(readPhone(text, country)).toBe(number)
})

test('every number that was read is read as itself again', () => {
  const digits = fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), minLength: 5, maxLength: 13 })
  fc.assert(
    fc.property(fc.constantFrom(...getCountries()), digits, (country, text) => {
      const number = readPhone(text, country)
      if (number !== null) expect(readPhone(number, country)).toBe(number)
    }),
    { numRuns: 6_000 },
  )
})
