import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseInSlices, UnreadableJson } from '../../src/kernel/json/jsonSlices.ts'

function read(text: string, options: Partial<Parameters<typeof parseInSlices>[1]> = {}) {
  const parsing = parseInSlices(text, { levels: 200, maxValues: 5_000_000, ...options })
  for (;;) {
    const { done, value } = parsing.next()
    if (done) return value
  }
}
/** Too long to be parsed in one piece. */
const filler = 'x'.repeat(20_000)
const signs = ['\\', '"', '\n', 'é', '\u0007', '😀', '\\u00e9'].join('x').repeat(2_000)

/** The parsed value as text, or `refused`. */
function outcome(work: () => unknown): string {
  try {
    return JSON.stringify(work())
  } catch (error) {
    return error instanceof UnreadableJson || error instanceof SyntaxError ? 'refused' : String(error)
  }
}

test('valid JSON is parsed like JSON.parse does, wherever it is split', () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<unknown>(null, true, 1.5, -7, '', 'a "b" \\ c', '\\', 'ü\n', filler, signs, `x${signs}`, [], {}),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c,d', '"', '__proto__', filler), tie('value'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1), (given, indent) => {
      const text = JSON.stringify([given], null, indent)
      expect(read(text)).toEqual(JSON.parse(text))
      expect(JSON.stringify(read(text))).toBe(JSON.stringify(JSON.parse(text)))
    }),
    { numRuns: 300 },
  )
})

test('invalid JSON is refused, wherever the error is', () => {
  const whole = JSON.stringify({ a: [1, { b: filler }, [], 'x,y'], c: { d: filler, e: [filler, 2] }, f: -1.5 })
  const places = [1, 2, 3].map((at) => whole.indexOf('xx') + at)
  const middle = [...whole.matchAll(/[^x]/g)].map(({ index }) => index)
  for (const at of new Set([...places, ...middle]))
    for (const broken of [
      whole.slice(0, at) + whole.slice(at + 1),
      ...[',', '{', ']', '"', ':', ' ,', '1'].map((sign) => whole.slice(0, at) + sign + whole.slice(at)),
    ]) {
      if (outcome(() => read(broken)) !== outcome(() => JSON.parse(broken))) expect.fail(`read otherwise: ${broken.replaceAll(filler, '…')}`)
    }
})

describe('JSON over the limits is refused before it is built', () => {
  test.each([
    ['lists in lists', '['.repeat(33) + ']'.repeat(33), 'depth'],
    ['objects in objects', '{"a":'.repeat(2_000_000), 'depth'],
    ['many small values', `[${'{},'.repeat(600)}1]`, 'values'],
    ['many numbers', `[${'0,'.repeat(1_200)}1]`, 'values'],
  ])('%s', (_name, text, reason) => {
    expect(() => read(text, { levels: 32, maxValues: 1_000 })).toThrow(expect.objectContaining({ reason }))
  })
})

test('each part is checked at its own position', () => {
  const found: unknown[] = []
  const long = { a: [filler, 1, filler, { b: filler, c: 2 }], d: 3 }
  read(JSON.stringify(long), { validate: (part, { path, offset }) => found.push([path.join('.'), offset, Object.keys(part)]) })
  expect(found).toEqual(
    expect.arrayContaining([
      ['a', 0, ['0']],
      ['a', 1, ['0']],
      ['', 0, ['a']],
      ['a.3', 0, ['c']],
      ['', 0, ['d']],
    ]),
  )
})
