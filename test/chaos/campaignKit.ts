import { DateTime } from 'luxon'

/**
 * The distribution of the last four digits of the called numbers. Every way in which a call, or its report, can fail is included. Many are busy, because a
 * conversation uses far more of the machine.
 */
const BUSY = Array<string>(9).fill('0001')
const TAILS = BUSY.concat('0007', '0007', '0100', '0002', '0003', '0103', '0104', '0106', '0111', '0112', '0113')

/** American numbers, each different. */
export const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => `+1212${200 + Math.floor(index / TAILS.length) + (index % TAILS.length) * 30}${TAILS[index % TAILS.length]}`)

const FAR = [
  { zone: 'Asia/Tokyo', prefix: '+81345', length: 12 },
  { zone: 'Europe/Berlin', prefix: '+493012', length: 12 },
  { zone: 'Asia/Kolkata', prefix: '+912233', length: 13 },
  { zone: 'Asia/Dubai', prefix: '+97142', length: 12 },
]

/** Numbers of a place where it is quiet for the next two hours and more, unlike in New York, and these quiet hours in local time. */
export function quietPlace(count: number) {
  const newYork = DateTime.now().setZone('America/New_York')
  for (const { zone, prefix, length } of FAR) {
    const local = DateTime.now().setZone(zone)
    const isQuietHere = newYork.hour >= local.hour - 1 && newYork.hour < local.hour + 3
    if (local.hour > 20 || isQuietHere) continue
    const hour = (at: number) => `${String(at).padStart(2, '0')}:00`
    return {
      // The outcomes that request nothing. A callback would keep its campaign running for minutes.
      phones: Array.from({ length: count }, (_, index) => `${prefix}${String(1 + index).padEnd(length - prefix.length - 4, '0')}0000`),
      quietHours: [{ from: hour(local.hour), to: hour(local.hour + 3) }],
    }
  }
  throw new Error('No place is quiet now')
}
