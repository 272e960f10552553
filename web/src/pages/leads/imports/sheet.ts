import { unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'

/** The maximum bytes of a workbook's parts together, unpacked. A hundred thousand rows of leads need less. */
const MAX_UNPACKED = 128 * 1024 * 1024
/** What a first sheet is read from: neither pictures nor macros. */
const PART = /^(xl\/(workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|\[Content_Types\]\.xml|_rels\/\.rels|xl\/worksheets\/[^/]+\.xml)$/

/** Reads the first sheet of an XLSX file as CSV. Throws for any other file, and for one that unpacks to more than the maximum. */
export async function readFirstSheet(workbook: Uint8Array): Promise<string> {
  let size = 0
  const parts = unzipSync(workbook, {
    filter: ({ name, originalSize }) => {
      if (!PART.test(name)) return false
      size += originalSize
      if (size > MAX_UNPACKED) throw new Error('The workbook is too large')
      return true
    },
  })
  // Stored parts are read without the threads that the library would start from a blob, which the page's policy forbids.
  const stored = zipSync(parts, { level: 0 })
  const rows = await readSheet(stored.buffer as ArrayBuffer)
  return rows.map((row) => row.map(toCell).join(',')).join('\n')
}

function toCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : value instanceof Date ? toDate(value) : `${value as string | number | boolean}`
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Dates of a workbook have no zone, and are read as UTC. They are fractions of a day, which miss a second by milliseconds. */
const toDate = (date: Date) => {
  const text = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
