import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { badRequest } from '../../kernel/vocabulary/errors.ts'
import { raw, query, type Sql, sql } from '../../kernel/db/sql.ts'

/** Maximum number of phone numbers that may share the given last digits, so that the search stays fast. */
const MAX_DUPLICATES = 20
const PHONE_NUMBER_INPUT = /^\+?[\d\s().\-/]{1,40}$/

/** The reversed number, as the indexes on both columns have it. */
const reversedColumn = (side: 'from_number' | 'to_number') => raw(`reverse(${side}) collate "C"`)
export const REVERSED_NUMBER_COLUMNS = [reversedColumn('from_number'), reversedColumn('to_number')] as const

/**
 * Finds the numbers of a workspace's calls that match the input, reversed. A number in E.164 matches itself, with or without calls; four or
 * more digits match all numbers that end with them. Throws BAD_REQUEST for other input, and if too many numbers match.
 */
export async function findReversedNumbers(workspaceId: WorkspaceId, input: string): Promise<string[]> {
  const digits = input.replace(/\D/g, '')
  if (!PHONE_NUMBER_INPUT.test(input.trim()) || digits.length < 4 || digits.length > 15)
    throw badRequest('number: must be a phone number such as +14155550100, or at least its last four digits')
  const reversed = Array.from(digits).toReversed().join('')
  if (input.trim().startsWith('+')) return [`${reversed}+`]
  const numbers = new Set((await Promise.all(REVERSED_NUMBER_COLUMNS.map((side) => listNumbersWithPrefix(workspaceId, side, reversed)))).flat())
  if (numbers.size > MAX_DUPLICATES) throw badRequest(`number: more than ${MAX_DUPLICATES} phone numbers end with these digits, enter more digits`)
  return [...numbers]
}

/** Takes one index lookup per number, however many calls the number has. */
async function listNumbersWithPrefix(workspaceId: WorkspaceId, side: Sql, prefix: string): Promise<string[]> {
  const next = (after: Sql) =>
    sql`select ${side} as number from calls where workspace_id = ${workspaceId} and ${after} and ${side} < ${`${prefix}:`} order by 1 limit 1`
  const rows = await query<{ number: string }>(sql`
    with recursive matching as (
      (${next(sql`${side} >= ${prefix}`)})
      union all
      select following.number from matching, lateral (${next(sql`${side} > matching.number`)}) as following)
    select number from matching limit ${MAX_DUPLICATES + 1}`)
  return rows.map(({ number }) => number)
}
