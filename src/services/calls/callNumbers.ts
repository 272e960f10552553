import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { badRequest } from '../../kernel/vocabulary/errors.ts'
import { sql, type SqlText } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

/** Maximum number of phone numbers that may share the given last digits, so that the search stays fast. */
export const MAX_DUPLICATES = 20
const PHONE_NUMBER_INPUT = /^\+?[\d\s().\-/]{1,40}$/

/** The reversed numbers, as their indexes have them. */
export const REVERSED_FROM_NUMBER = sql`reverse(from_number) collate "C"`
export const REVERSED_TO_NUMBER = sql`reverse(to_number) collate "C"`

/** The numbers from `$prefix` up to `$end`. Takes one index lookup per number, however many calls the number has. */
function numbersInRange(side: SqlText): SqlText {
  const next = (after: SqlText) => sql`select ${side} as number from calls where workspace_id = $workspaceId and ${after} and ${side} < $end order by 1 limit 1`
  return sql`
    with recursive matching as (
      (${next(sql`${side} >= $prefix`)})
      union all
      select following.number from matching, lateral (${next(sql`${side} > matching.number`)}) as following)
    select number as "number!" from matching limit ${MAX_DUPLICATES + 1}`
}

const listFromNumbers = statement('calls.listFromNumbers', numbersInRange(REVERSED_FROM_NUMBER))
const listToNumbers = statement('calls.listToNumbers', numbersInRange(REVERSED_TO_NUMBER))

/**
 * Finds the numbers of a workspace's calls that match the input, reversed. A number in E.164 matches itself, with or without calls; four or
 * more digits match all numbers that end with them. Throws BAD_REQUEST for other input, and if too many numbers match.
 */
export async function findReversedNumbers(workspaceId: WorkspaceId, input: string): Promise<string[]> {
  const digits = input.replace(/\D/g, '')
  if (!PHONE_NUMBER_INPUT.test(input.trim()) || digits.length < 4 || digits.length > 15) throw badRequest('number_too_short')
  const reversed = Array.from(digits).toReversed().join('')
  if (input.trim().startsWith('+')) return [`${reversed}+`]
  const range = { workspaceId, prefix: reversed, end: `${reversed}:` }
  const rows = await Promise.all([listFromNumbers.all(range), listToNumbers.all(range)])
  const numbers = new Set(rows.flat().map(({ number }) => number))
  if (numbers.size > MAX_DUPLICATES) throw badRequest('too_many_numbers', { limit: MAX_DUPLICATES })
  return [...numbers]
}
