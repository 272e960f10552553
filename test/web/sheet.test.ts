import { buffer } from 'node:stream/consumers'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type Cell, writeXlsx } from '../../src/kernel/lib/xlsx.ts'
import { readFirstSheet } from '../../web/src/pages/leads/imports/sheet.ts'

async function workbookOf(header: string[], rows: Cell[][]): Promise<Uint8Array> {
  async function* lines() {
    yield* rows
  }
  return new Uint8Array(await buffer(writeXlsx('Leads', header, lines())))
}

test('the first sheet of a workbook becomes CSV, with numbers, dates and texts of any kind', async () => {
  const book = await workbookOf(
    ['Phone', 'Name, full', 'Seats', 'Since', 'VIP'],
    [
      ['+14155550123', 'Ada "the first"\nLovelace', 12, new Date('2026-03-01T00:00:00Z'), true],
      ['+14155550124', null, 0.5, new Date('2026-03-01T09:30:00Z'), false],
    ],
  )
  expect(await readFirstSheet(book)).toBe(
    `Phone,"Name, full",Seats,Since,VIP
+14155550123,"Ada ""the first""
Lovelace",12,2026-03-01,true
+14155550124,,0.5,2026-03-01 09:30:00,false`,
  )
})

test('a workbook of more than 512 kB is read', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at): Cell[] => [`+1415555${1000 + at}`, Math.random().toString(36).repeat(3)])
  const csv = await readFirstSheet(await workbookOf(['phone', 'code'], rows))
  expect(csv.split('\n')).toHaveLength(20_001)
})

test('a file that unpacks to more than the maximum is refused before it is unpacked, and so is what is no workbook', async () => {
  const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(129 * 1024 * 1024) }, { level: 1 })
  expect(bomb.length).toBeLessThan(12 * 1024 * 1024)
  await expect(readFirstSheet(bomb)).rejects.toThrow('The workbook is too large')
  await expect(readFirstSheet(new TextEncoder().encode('phone\n+14155550123\n'))).rejects.toThrow('invalid zip data')
  await expect(readFirstSheet(zipSync({ 'xl/workbook.xml': new TextEncoder().encode('<workbook><sheets>') }))).rejects.toBeInstanceOf(Error)
})
