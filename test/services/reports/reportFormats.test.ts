import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import readSheets, { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { cellsCsv } from '../../../src/kernel/lib/csv.ts'
import { type Cell, writeXlsx } from '../../../src/kernel/lib/xlsx.ts'

async function* linesOf<Line>(lines: Line[]) {
  yield* lines
}
const bookOf = (header: string[], lines: Cell[][], mostRows?: number) => buffer(writeXlsx('calls', header, linesOf(lines), mostRows))
/** Reads the first sheet with an independent library. */
const openSheet = async (header: string[], lines: Cell[][]) => (await readSheet(await bookOf(header, lines), { trim: false })) as unknown[][]
const csvOf = (header: string[], lines: unknown[][]) =>
  new Promise<string>((resolve, reject) => {
    const text = cellsCsv(header)
    buffer(text).then((bytes) => resolve(bytes.toString()), reject)
    for (const line of lines) text.write(line)
    text.end()
  })

test('rows above the limit of a sheet continue on the next one with the same header, without loss or repetition', async () => {
  for (const [rows, sizes] of [
    [0, [1]],
    [3, [4]],
    [4, [4, 2]],
    [6, [4, 4]],
    [7, [4, 4, 2]],
  ] as const) {
    const lines = Array.from({ length: rows }, (_, at) => [at, `row ${at}`])
    const sheets = (await readSheets(await bookOf(['n', 'text'], lines, 4))) as { sheet: string; data: unknown[][] }[]
    expect(sheets.map(({ data }) => data.length)).toEqual(sizes)
    expect(sheets.map(({ sheet }) => sheet)).toEqual(sizes.map((_, at) => (at === 0 ? 'calls' : `calls ${at + 1}`)))
    for (const { data } of sheets) expect(data[0]).toEqual(['n', 'text'])
    expect(sheets.flatMap(({ data }) => data.slice(1))).toEqual(lines)
  }
})

test('a text above the limit of a cell is truncated between characters and marked', async () => {
  const [, line] = await openSheet(['fits', 'long', 'cut in a character'], [['x'.repeat(32_767), 'y'.repeat(32_768), 'z'.repeat(32_762) + '😀'.repeat(10)]])
  expect(line![0]).toBe('x'.repeat(32_767))
  expect(line![1]).toBe(`${'y'.repeat(32_763)} […]`)
  expect(line![2]).toBe(`${'z'.repeat(32_762)} […]`)
})

test('numbers, amounts, times and booleans have types; texts that look like them stay texts', async () => {
  const moment = new Date('2026-03-29T01:30:00.250Z')
  const line: Cell[] = [
    0,
    -1.5,
    1e21,
    { amount: '-0.000001' },
    { amount: '12345678.123456' },
    moment,
    true,
    false,
    '007',
    '1e5',
    'TRUE',
    '2026-01-01',
    null,
    Number.NaN,
  ]
  const [, read] = await openSheet(
    line.map((_, at) => `c${at}`),
    [line],
  )
  expect(read).toEqual([0, -1.5, 1e21, -0.000001, 12_345_678.123456, moment, true, false, '007', '1e5', 'TRUE', '2026-01-01', null, null])
})

const FORMULAS = [
  '=1+1',
  '+1+1',
  '+12025550100+1',
  '+12025550100 ',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '=HYPERLINK("http://evil.example","x")',
  '\uFF1D1+1',
]

test('a formula is a text in a sheet, also in its header', async () => {
  const book = await bookOf(
    ['=1+1', 'b'],
    FORMULAS.map((text) => [text, 'x']),
  )
  const read = (await readSheet(book, { trim: false })) as unknown[][]
  expect(read.map(([cell]) => cell)).toEqual(['=1+1', ...FORMULAS.map((text) => text.replace('\r', '\n'))])
})

test('a formula starts with an apostrophe in CSV, also in its header; amounts, numbers and phone numbers are unchanged', async () => {
  const [header, ...lines] = parse(
    await csvOf(
      ['=1+1', 'b'],
      FORMULAS.map((text) => [text, 'x']),
    ),
  ) as string[][]
  expect(header).toEqual(["'=1+1", 'b'])
  expect(lines.map(([cell]) => cell)).toEqual(FORMULAS.map((text) => `'${text}`))
  const plain = await csvOf(['a'], [[-1_500_000n], [-7], ['+393331234567'], [new Date(0)], [{ a: '=1' }], [['=1']], [true], [null]])
  expect(plain.split('\r\n').slice(1, -1)).toEqual(['-1.5000', '-7', '+393331234567', '1970-01-01T00:00:00.000Z', '"{""a"":""=1""}"', '"[""=1""]"', 'true', ''])
})

/** Returns the text as XML can hold it, with its line breaks. */
const readable = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    // eslint-disable-next-line no-control-regex -- matches the characters that a sheet cannot hold
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')

test('any texts are read from a sheet as written, without characters that XML cannot hold, and from CSV exactly', async () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 8 }), async (lines) => {
      const sheet = (await openSheet(['a', 'b'], [...lines, ['end', 'end']])).slice(1, -1)
      expect(sheet).toEqual(lines.map((line) => line.map((each) => readable(each) || null)))
      const rows = (parse(await csvOf(['a', 'b'], lines)) as string[][]).slice(1)
      expect(rows).toEqual(lines.map((line) => line.map((each) => each.replace(/^(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, "'"))))
    }),
    { numRuns: 60 },
  )
})

test('a text such as _x0041_ is not decoded to a character, and characters that XML cannot hold are removed', async () => {
  expect((await openSheet(['_x0041_'], [['_x0041_ and _X000a_'], ['<b>&amp;</b>'], ['a\u0000\u0007\u000bb\ud800c']])).flat()).toEqual([
    '_x0041_',
    '_x0041_ and _X000a_',
    '<b>&amp;</b>',
    'abc',
  ])
})
