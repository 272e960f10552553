import { expect, test } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'
import { phonePatternsOf } from '../../../src/services/dataSubjects/phonePatterns.ts'
import { useDatabase } from '../../kit/server/database.ts'

useDatabase()

/** Long, short and shared national numbers, the shortest of seven digits. */
const NUMBERS = ['+14155010007', '+393331234567', '+4930123456', '+493012345678901', '+6834567', '+29051234', '+24761234', '+8613812345678', '+5491123456789']
const SEPARATORS = ['', ' ', '-', '.', '/', ' - ', ') ', '\u00a0', ' ( ']
const AROUND = [
  (number: string) => number,
  (number: string) => `Call ${number}, please.`,
  (number: string) => `2 ${number} 3`,
  (number: string) => `1234567${' '.repeat(4)}${number} 99`,
  (number: string) => JSON.stringify({ at: '2026-11-28T10:00:00.000Z', phone: number, list: [number] }),
]

/** A number with its digits in groups, with each separator and each of some lengths of groups. */
function* writtenWays(e164: string) {
  const { length } = phonePatternsOf(e164).exact[0]!
  const country = /^\+(1|39|49|683|290|247|86|54)/.exec(e164)![1]!
  const national = e164.slice(1 + country.length)
  for (const separator of SEPARATORS)
    for (const size of [1, 2, 3, 4, length]) {
      const grouped = national.match(new RegExp(`.{1,${size}}`, 'g'))!.join(separator)
      for (const prefix of [
        `+${country}`,
        `00${country}`,
        country,
        `+${country} `,
        `+${country}(0)`,
        `+${country} - (0)`,
        `00${country}${separator}`,
        '',
        '0',
        '(0',
        '(0) ',
      ])
        yield prefix + grouped
    }
}

test.each(NUMBERS)('each text in which %s is found has one of its keys', async (e164) => {
  const { pattern, keys } = phonePatternsOf(e164)
  const texts = [...writtenWays(e164)].flatMap((written) => AROUND.map((around) => around(written)))
  const { rows } = await pool.query<{ text: string; has_key: boolean }>(
    'select text, coalesce(phone_keys(array[null, text]) && $3, false) as has_key from unnest($1::text[]) as text where text ~ $2',
    [texts, pattern, keys],
  )
  expect(rows.length).toBeGreaterThan(texts.length / 4)
  expect(rows.filter((row) => !row.has_key)).toEqual([])
})

test('a text without a number of seven digits has no keys, and so no entry in an index', async () => {
  const { rows } = await pool.query<{ keys: number[] | null }>(`select phone_keys(array['In 2026, 12 of 123456 at 10:15', null, '{"age": 43}']) as keys`)
  expect(rows).toEqual([{ keys: null }])
})

test.each([
  ['apart', Array.from({ length: 50_000 }, (_, nth) => 5_550_000 + nth).join(';')],
  ['in one row', Array.from({ length: 50_000 }, (_, nth) => nth % 10).join(' ')],
])('a text of fifty thousand numbers %s has each of their keys once', async (_, text) => {
  const groups = text.split(';').map((run) => run.split(' '))
  const written = groups.flatMap((parts) => (parts.length === 1 ? parts : parts.slice(6).map((_, nth) => parts.slice(nth, nth + 7).join(''))))
  const { rows } = await pool.query<{ keys: number[] }>('select phone_keys(array[$1]) as keys', [text])
  expect(rows[0]!.keys.toSorted((a, b) => a - b)).toEqual([...new Set(written.map(Number))].toSorted((a, b) => a - b))
})
