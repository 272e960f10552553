import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REDACTIONS, type Redaction } from '../../../src/inputs/privacySettings.ts'
import { redactJson, redactLines, redactText } from '../../../src/services/redaction/redaction.ts'

const CARD: Redaction[] = ['payment_card']
const card = (text: string) => redactText(text, CARD)

/** Appends the Luhn check digit. */
function withCheckDigit(digits: string): string {
  const sum = Array.from(digits).reduceRight((total, digit, at) => {
    const value = (digits.length - at) % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits + String((10 - (sum % 10)) % 10)
}
const digitsOf = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''))
const beginning = (prefix: string, length: number) => digitsOf(length - 1 - prefix.length).map((rest) => withCheckDigit(prefix + rest))
const cards = fc.oneof(
  ...[13, 16, 19].map((length) => beginning('4', length)),
  ...['51', '53', '55', '2221', '2700'].map((prefix) => beginning(prefix, 16)),
  ...['34', '37'].map((prefix) => beginning(prefix, 15)),
  ...['36', '300'].map((prefix) => beginning(prefix, 14)),
  ...['6011', '62', '3530'].map((prefix) => beginning(prefix, 16)),
  beginning('6304', 18),
)
const NAMES: Record<string, string[]> = {
  en: 'zero one two three four five six seven eight nine'.split(' '),
  de: 'null eins zwei drei vier fünf sechs sieben acht neun'.split(' '),
  it: 'zero uno due tre quattro cinque sei sette otto nove'.split(' '),
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve'.split(' '),
  fr: 'zéro un deux trois quatre cinq six sept huit neuf'.split(' '),
}
const grouped = (number: string) => (number.length === 15 ? [number.slice(0, 4), number.slice(4, 10), number.slice(10)] : number.match(/.{1,4}/g)!)
const spell = (number: string, language: string) => Array.from(number, (digit) => NAMES[language]![Number(digit)]!)
const doubled = (number: string) =>
  number.replace(/(\d)\1/g, (_, digit: string) => `double ${NAMES.en![Number(digit)]} `).replace(/\d/g, (digit) => `${NAMES.en![Number(digit)]} `)

const SPELLINGS: Record<string, (number: string) => string> = {
  'in one piece': (number) => number,
  'with spaces': (number) => grouped(number).join(' '),
  'with dashes': (number) => grouped(number).join('-'),
  'with dots': (number) => grouped(number).join('.'),
  'with commas': (number) => grouped(number).join(', '),
  'digit by digit': (number) => Array.from(number).join(' '),
  'with hesitation': (number) => grouped(number).join(', uh, '),
  'in English words': (number) => spell(number, 'en').join(' '),
  'in English words with doubles': doubled,
  'in German words': (number) => spell(number, 'de').join(' '),
  'in Italian words': (number) => spell(number, 'it').join(', '),
  'in Spanish words': (number) => spell(number, 'es').join(' '),
  'in French words': (number) => spell(number, 'fr').join(' '),
}

describe('card numbers', () => {
  test.each(Object.entries(SPELLINGS))('are masked %s within a sentence, and only the last four digits remain', (_, spell) => {
    fc.assert(
      fc.property(cards, (number) => {
        const [before, after] = ['Sure, my card is ', '. Thank you!']
        const masked = card(before + spell(number) + after)
        expect(masked.replace(/\s+\./, '.')).toBe(`${before}[card ••••${number.slice(-4)}]${after}`)
      }),
      { numRuns: 150 },
    )
  })

  test('with one wrong digit are not masked', () => {
    fc.assert(
      fc.property(cards, fc.integer({ min: 1, max: 9 }), (number, by) => {
        const wrong = number.slice(0, -1) + String((Number(number.at(-1)) + by) % 10)
        expect(card(`It is ${wrong}.`)).toBe(`It is ${wrong}.`)
      }),
    )
  })

  test('are masked over several lines of a speaker, with the other speaker in between, and in repetitions', () => {
    const split = fc.tuple(beginning('4', 16), fc.integer({ min: 1, max: 3 }), fc.constantFrom('ok', 'Okay, and the rest?', 'Yes.', 'And the next four?'))
    fc.assert(
      fc.property(split, ([number, at, between]) => {
        const groups = number.match(/.{4}/g)!
        const lines = redactLines(
          [
            { role: 'user', text: `My card is ${groups.slice(0, at).join(' ')}` },
            { role: 'agent', text: between },
            { role: 'user', text: `${groups.slice(at).join(' ')}, right?` },
            { role: 'agent', text: `So that is ${groups.join(' ')}.` },
            { role: 'agent', text: `I repeat: ${groups[0]}, then ${groups.slice(1).join(' ')}.` },
          ],
          CARD,
        )
        const shown = lines.map(({ text }) => text.replace(`••••${number.slice(-4)}`, '')).join('\n')
        for (const group of groups) expect(shown).not.toContain(group)
        expect(lines[0]!.text).toBe('My card is [card]')
        expect(lines[2]!.text).toBe(`[card ••••${number.slice(-4)}], right?`)
      }),
    )
  })

  test('are recognized in several spoken forms and languages', () => {
    expect(card('quarante-deux quarante-deux quarante-deux quarante-deux quarante-deux quarante-deux quarante-deux quarante-deux')).toBe('[card ••••4242]')
    expect(card('zweiundvierzig zweiundvierzig vier zwei vier zwei, ähm, 4242 4242')).toBe('[card ••••4242]')
    expect(card('four two four two oh, four two four two, and then 4242 4242')).toBe('[card ••••4242]')
    expect(card('cuarenta y dos cuarenta y dos 4242 4242 y luego 4242')).toBe('[card ••••4242]')
    expect(card('quarantadue quarantadue, poi 4242 42 42 4242')).toBe('[card ••••4242]')
    expect(card('Card 4242 4242 4242 4242, 12/27, 123 it is')).toBe('Card [card ••••4242] it is')
  })
})

describe('other numbers stay', () => {
  const phones = fc.oneof(
    fc.tuple(digitsOf(3), digitsOf(3), digitsOf(4)).map((parts) => parts.join('-')),
    fc.tuple(digitsOf(3), digitsOf(3), digitsOf(4)).map(([area, exchange, line]) => `+1 (${area}) ${exchange} ${line}`),
    digitsOf(12).map((digits) => `+49${digits}`),
    fc.tuple(digitsOf(2), digitsOf(2), digitsOf(2), digitsOf(2)).map((parts) => `0${parts.join(' ')}`),
    digitsOf(10),
  )
  const prices = fc.oneof(
    fc.integer({ min: 1, max: 99_999_999 }).map((cents) => `$${(cents / 100).toFixed(2)}`),
    fc.integer({ min: 1, max: 9_999_999 }).map((euros) => `${euros.toLocaleString('de-DE')},00 €`),
  )
  const orders = fc.oneof(
    digitsOf(8).map((digits) => `ORD-${digits}`),
    digitsOf(12),
    fc.uuid(),
    fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 }).map(String),
    fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
  )
  test('phone numbers, prices, orders, dates and times, alone and next to each other', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(phones, prices, orders), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(' or ', ' for ', '; the other is '),
        (things, between) => {
          const text = `It is ${things.join(between)}.`
          expect(card(text)).toBe(text)
        },
      ),
      { numRuns: 2_000 },
    )
  })
  test('no type masks plain conversation', () => {
    for (const text of [
      'I have two cats and three dogs',
      'Call between 9 and 5, room 12',
      'It costs 4,200 dollars for 16 people',
      'one moment please, I am at the office',
    ])
      expect(redactText(text, REDACTIONS)).toBe(text)
  })
})

describe('other types', () => {
  const masked = (kind: Redaction, text: string) => redactText(text, [kind])
  test.each([
    ['bank_account', 'IBAN DE89 3704 0044 0532 0130 00, please', 'IBAN [bank account], please'],
    ['bank_account', 'it60x0542811101000000123456', '[bank account]'],
    ['bank_account', 'GB82 WEST 1234 5698 7654 32 is mine', '[bank account] is mine'],
    ['bank_account', 'DE89 3704 0044 0532 0130 01', 'DE89 3704 0044 0532 0130 01'],
    ['national_id', 'My social is 078-05-1120', 'My social is [national id]'],
    ['national_id', 'Social security: zero seven eight zero five one one two zero', 'Social security: [national id]'],
    ['national_id', 'Codice RSSMRA85T10A562S', 'Codice [national id]'],
    ['national_id', 'Codice RSSMRA85T10A562T', 'Codice RSSMRA85T10A562T'],
    ['national_id', 'DNI 12345678Z', 'DNI [national id]'],
    ['national_id', 'NIE X1234567L', 'NIE [national id]'],
    ['national_id', 'DNI 12345678A', 'DNI 12345678A'],
    ['national_id', 'Numéro 2 55 08 14 168 025 38', 'Numéro [national id]'],
    ['national_id', 'Steuer-ID 86 095 742 719', 'Steuer-ID [national id]'],
    ['email', 'Write to mary.o-neil+x@mail.example.co.uk.', 'Write to [email].'],
    ['email', 'mary dot smith at example dot com', '[email]'],
    ['phone', 'Call +1 (415) 555-0123 today', 'Call +[phone] today'],
    ['phone', 'My number is four one five five five five oh one two three', 'My number is [phone]'],
    ['phone', 'Order 20261 for $1,234.50', 'Order 20261 for $1,234.50'],
    ['date_of_birth', 'I was born on 3 May 1980', 'I was born on [date of birth]'],
    ['date_of_birth', 'Geboren am 03.05.1980', 'Geboren am [date of birth]'],
    ['date_of_birth', 'See you on 3 May 2027', 'See you on 3 May 2027'],
  ] as const)('%s: %s', (kind, text, expected) => {
    expect(masked(kind, text)).toBe(expected)
  })

  test('extracted data is masked in texts, lists and numbers, and keeps its structure', () => {
    const data = { card: '4242 4242 4242 4242', digits: 4242424242424242, at: '2026-11-22T10:00:00.000Z', n: 12, ok: true, list: ['a@b.example', null] }
    expect(redactJson(data, ['payment_card', 'email'])).toEqual({ ...data, card: '[card ••••4242]', digits: '[card ••••4242]', list: ['[email]', null] })
    expect(redactJson(data, [])).toBe(data)
  })
})

describe('during a call', () => {
  test('a card number is never displayed piece by piece, and other numbers are displayed once they are complete', () => {
    fc.assert(
      fc.property(beginning('4', 16), fc.constantFrom(1, 2, 4), fc.boolean(), (number, size, isSaid) => {
        const pieces = number.match(new RegExp(`.{${size}}`, 'g'))!.map((piece) => (isSaid ? spell(piece, 'en').join(' ') : piece))
        let shown = ''
        for (let to = 1; to <= pieces.length; to++)
          shown += redactLines([{ role: 'user', text: `It is ${pieces.slice(0, to).join(' ')}` }], CARD, true)[0]!.text
        const digits = isSaid ? spell(number, 'en').slice(4, 12).join(' ') : number.slice(4, 12)
        expect(shown).not.toContain(digits)
        expect(shown.endsWith('It is [card]')).toBe(true)
      }),
    )
    const live = (text: string) => redactLines([{ role: 'user', text }], CARD, true)[0]!.text
    expect(live('My number is 415 555 01')).toBe('My number is […]')
    expect(live('My number is 415 555 0123 and my name is Mary')).toBe('My number is 415 555 0123 and my name is Mary')
  })

  test('masking is idempotent', () => {
    fc.assert(
      fc.property(cards, fc.boolean(), (number, isLive) => {
        const once = redactLines(
          [
            { role: 'user', text: `It is ${grouped(number).join(' ')}` },
            { role: 'user', text: 'or 415 555 01' },
          ],
          REDACTIONS,
          isLive,
        )
        expect(redactLines(once, REDACTIONS, isLive)).toEqual(once)
      }),
    )
  })
})
