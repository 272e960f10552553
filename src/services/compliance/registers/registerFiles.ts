import type { CountryCode } from 'libphonenumber-js/max'
import { badRequest } from '../../../kernel/vocabulary/errors.ts'
import { createNationalReader, parseE164 } from '../../../kernel/lib/phones.ts'

/** Maximum characters of a line. A longer one is invalid, and only this much of it is in memory. */
export const MAX_LINE_LENGTH = 4_096

/** Splits bytes into lines. Returns null for a line that is too long. A line may end in CRLF. */
export function createLineReader() {
  let rest = ''
  let isTooLong = false
  const finish = (line: string): string | null => {
    const isInvalid = isTooLong || line.length > MAX_LINE_LENGTH
    isTooLong = false
    return isInvalid ? null : line.endsWith('\r') ? line.slice(0, -1) : line
  }
  return {
    /** Takes the next bytes, and returns the lines that they complete. */
    push(bytes: Buffer): (string | null)[] {
      const parts = (rest + bytes.toString('latin1')).split('\n')
      rest = parts.pop()!
      const lines = parts.map(finish)
      if (rest.length > MAX_LINE_LENGTH) {
        isTooLong = true
        rest = ''
      }
      return lines
    },
    /** Returns the last line, which has no end. */
    end: (): (string | null)[] => (rest === '' && !isTooLong ? [] : [finish(rest)]),
  }
}

interface Options {
  /** Country of numbers without a country code; null accepts none. */
  country: CountryCode | null
  /** Column of a CSV file with a header line; null for a number in each line. */
  column: string | null
}

const DELIMITERS = [',', ';', '\t', '|']
const BYTE_ORDER_MARK = /^(?:\xef\xbb\xbf|\ufeff)/

/**
 * Creates the function that reads a line: its number in E.164, null if it has none, and undefined for an empty line and the header. Numbers may have
 * spaces and punctuation, such as `212,5550123`. Throws BAD_REQUEST if the header doesn't have the column.
 */
export function createNumberReader({ country, column }: Options): (line: string) => string | null | undefined {
  const readNumber = createTextReader(country)
  let findCell: ((line: string) => string) | null = null
  let isFirst = true
  return (line) => {
    const text = isFirst ? line.replace(BYTE_ORDER_MARK, '') : line
    const isHeader = isFirst && column !== null
    isFirst = false
    if (isHeader) return void (findCell = createCellReader(text, column))
    if (text.trim() === '') return undefined
    return readNumber(findCell ? findCell(text) : text)
  }
}

function createCellReader(header: string, column: string): (line: string) => string {
  const normalize = (name: string) => name.trim().toLowerCase()
  for (const delimiter of DELIMITERS) {
    const at = splitCells(header, delimiter).findIndex((name) => normalize(name) === normalize(column))
    if (at !== -1) return (line) => splitCells(line, delimiter)[at] ?? ''
  }
  throw badRequest('register_column_missing', { column })
}

function splitCells(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter)
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === delimiter && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  return [...cells, cell]
}

function createTextReader(country: CountryCode | null): (text: string) => string | null {
  const readNational = country === null ? () => null : createNationalReader(country)
  return (text) => {
    const digits = /^\+?\d+$/.test(text) ? text : /^[\s"']*\+?[\d\s"',;.()/\-\xa0]+$/.test(text) ? text.replace(/[^+\d]/g, '') : ''
    if (digits.length < 5 || digits.length > 20) return null
    if (digits.startsWith('+')) return parseE164(digits)
    return digits.startsWith('00') ? parseE164(`+${digits.slice(2)}`) : readNational(digits)
  }
}
