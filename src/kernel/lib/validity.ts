import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** A span of time in which an entry of the server administrator's data holds. `to` is the first moment at which it does not any more. */
export interface Valid {
  validFrom: Date
  validTo: Date | null
}

const moment = z.iso.datetime({ offset: true, error: 'must be a date and time with an offset, such as 2027-01-01T00:00:00Z' }).transform((text) => new Date(text))

/** The members of an entry that say when it holds. */
export const VALIDITY = { valid_from: moment, valid_to: moment.nullish().transform((to) => to ?? null) }

/** Whether an entry holds at that moment. */
export const isValidAt = ({ validFrom, validTo }: Valid, at: Date) => validFrom <= at && (validTo === null || at < validTo)

/** Reports entries that end before they begin, and those that overlap an earlier one of the same key. */
export function checkSpans(entries: readonly (Valid & { key: string })[], report: (index: number, member: string, message: string) => void) {
  for (const [at, entry] of entries.entries()) {
    if (entry.validTo !== null && entry.validTo <= entry.validFrom) report(at, 'valid_to', 'must be after valid_from')
    const before = entries.slice(0, at).findIndex((other) => other.key === entry.key && overlap(other, entry))
    if (before >= 0) report(at, 'valid_from', `overlaps entry ${before}${entry.key ? ` (${entry.key})` : ''}, set valid_to of that entry`)
  }
}

const overlap = (a: Valid, b: Valid) => (b.validTo === null || a.validFrom < b.validTo) && (a.validTo === null || b.validFrom < a.validTo)

/** A JSON file that a setting names, as the schema has it. Throws one Error that names the file and every place in it that is wrong. */
export function readDataFile<Output>(setting: string, path: string, schema: z.ZodType<Output>): Output {
  const fail = (problems: string[]): never => {
    throw new Error(`The file ${path} of ${setting} is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return fail([(error as Error).message])
  }
  const parsed = schema.safeParse(content)
  if (parsed.success) return parsed.data
  return fail(parsed.error.issues.map(({ path: place, message }) => `${place.join('.') || 'the file'}: ${message}`))
}
