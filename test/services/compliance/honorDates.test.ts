import { expect, test } from 'vitest'
import { findHonorDate } from '../../../src/services/compliance/honorDates.ts'

test.each([
  ['skips weekends', '2026-03-02T15:00:00Z', '2026-03-16'],
  ['skips federal holidays: Christmas and New Year', '2026-12-21T12:00:00Z', '2027-01-06'],
  ['starts at the next business day if the wish came on a Saturday', '2026-03-07T12:00:00Z', '2026-03-20'],
])('the ten business days of 47 CFR 64.1200(d)(3): %s', (_title, receivedAt, date) => {
  expect(findHonorDate('+12125550100', new Date(receivedAt))).toBe(date)
})

test('a number of a country whose law sets no such period has no date', () => {
  expect(findHonorDate('+493012345678', new Date())).toBeNull()
})
