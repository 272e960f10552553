import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { findRepeatedMembers } from './jsonMembers.ts'

/** The time in which an entry of the server administrator's data is valid. `validTo` is exclusive. */
export interface Validity {
  validFrom: Date
  validTo: Date | null
}

const dateTime = z.iso
  .datetime({ offset: true, error: 'must be a date and time with an offset, such as 2027-01-01T00:00:00Z' })
  .transform((text) => new Date(text))

/** Fields of an entry that define when it is valid. */
export const VALIDITY = { valid_from: dateTime, valid_to: dateTime.nullish().transform((to) => to ?? null) }

/** Whether an entry is valid at a given time. */
export const isValidAt = ({ validFrom, validTo }: Validity, at: Date) => validFrom <= at && (validTo === null || at < validTo)

/** Reports entries that end before they start, and entries that overlap an earlier one with the same key. */
export function checkValidity(entries: readonly (Validity & { key: string })[], report: (index: number, member: string, message: string) => void) {
  for (const [at, entry] of entries.entries()) {
    if (entry.validTo !== null && entry.validTo <= entry.validFrom) report(at, 'valid_to', 'must be after valid_from')
    const before = entries.slice(0, at).findIndex((other) => other.key === entry.key && doOverlap(other, entry))
    if (before >= 0) report(at, 'valid_from', `overlaps entry ${before}${entry.key ? ` (${entry.key})` : ''}, set valid_to of that entry`)
  }
}

const doOverlap = (a: Validity, b: Validity) => (b.validTo === null || a.validFrom < b.validTo) && (a.validTo === null || b.validFrom < a.validTo)

/** Largest file. One with as many entries as a schema takes is smaller. */
const MAX_FILE_BYTES = 4 * 1024 * 1024

function requireSize(path: string): void {
  if (statSync(path).size > MAX_FILE_BYTES) throw new Error(`It must have at most ${MAX_FILE_BYTES} bytes`)
}

/** Reads the JSON file of a setting. Throws one Error that names the file and every invalid path in it. */
export function readDataFile<Output>(setting: string, path: string, schema: z.ZodType<Output>): Output {
  const fail = (problems: string[]): never => {
    throw new Error(`The file ${path} of ${setting} is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
  let text: string
  let content: unknown
  try {
    requireSize(path)
    // Some editors begin a file with a byte order mark.
    text = readFileSync(path, 'utf8').replace(/^\ufeff/, '')
    content = JSON.parse(text)
  } catch (error) {
    return fail([(error as Error).message])
  }
  const repeated = findRepeatedMembers(text)
  if (repeated.length > 0) return fail(repeated.map((member) => `${member}: is there twice. Remove one, because only the last would count`))
  const parsed = schema.safeParse(content)
  if (parsed.success) return parsed.data
  return fail(parsed.error.issues.map(({ path: place, message }) => `${place.join('.') || 'the file'}: ${message}`))
}
