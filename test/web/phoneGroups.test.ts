import { expect, test } from 'vitest'
import { groupDigits, splitAtNumbers } from '../../web/src/parts/text/phoneGroups.ts'

test.each([
  ['+14155550100', '+1 415 555 0100'],
  ['+442071230139', '+44 207 123 0139'],
  ['+393331234567', '+39 333 123 4567'],
  ['+4915123456789', '+49 151 234 567 89'],
  ['+35312345678', '+353 123 456 78'],
  ['+34912345678', '+34 912 345 678'],
])('%s is shown as %s', (number, shown) => {
  expect(groupDigits(number).join(' ')).toBe(shown)
  expect(groupDigits(number).join('')).toBe(number)
})

test.each(['anonymous', '+1', '12125550100', '', '+1415555010012345678', '<b>'])('what is no number in E.164, such as %j, stays whole', (text) => {
  expect(groupDigits(text)).toEqual([text])
})

test.each([
  ['Call to +14155550100', ['Call to ', '+14155550100', '']],
  ['+14155550100 is blocked.', ['', '+14155550100', ' is blocked.']],
  ['From +14155550100 to +442071230139', ['From ', '+14155550100', ' to ', '+442071230139', '']],
  ['Over 1+12345678901234567 calls, +12', ['Over 1+12345678901234567 calls, +12']],
])('%s is split at its numbers', (text, parts) => {
  expect(splitAtNumbers(text)).toEqual(parts)
})
