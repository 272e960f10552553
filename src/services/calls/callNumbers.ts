import { badInput } from '../../kernel/vocabulary/errors.ts'
import { raw, query, type Sql, sql } from '../../kernel/db/sql.ts'

/** So many numbers at most may end alike, so that their calls are found at once. */
const MAX_DUPLICATES = 20
const WRITTEN = /^\+?[\d\s().\-/]{1,40}$/

/** A number's digits backwards, as the indexes of both ends of calls have them. */
const backwards = (side: 'from_number' | 'to_number') => raw(`reverse(${side}) collate "C"`)
export const SIDES = [backwards('from_number'), backwards('to_number')] as const

/**
 * The numbers of a workspace's calls that are meant, written backwards: one in E.164 is itself, whether or not there are calls; four digits
 * or more are all numbers that end so. BAD_REQUEST for what is neither, and where too many numbers end alike.
 */
export async function meant(workspaceId: number, written: string): Promise<string[]> {
  const digits = written.replace(/\D/g, '')
  if (!WRITTEN.test(written.trim()) || digits.length < 4 || digits.length > 15)
    throw badInput('number: must be a phone number such as +14155550100, or at least its last four digits')
  const end = Array.from(digits).toReversed().join('')
  if (written.trim().startsWith('+')) return [`${end}+`]
  const found = new Set((await Promise.all(SIDES.map((side) => startingWith(workspaceId, side, end)))).flat())
  if (found.size > MAX_DUPLICATES) throw badInput(`number: more than ${MAX_DUPLICATES} phone numbers end with these digits, enter more digits`)
  return [...found]
}

/** One look into the index for each number, however many calls it has. */
async function startingWith(workspaceId: number, side: Sql, start: string): Promise<string[]> {
  const next = (after: Sql) =>
    sql`select ${side} as number from calls where workspace_id = ${workspaceId} and ${after} and ${side} < ${`${start}:`} order by 1 limit 1`
  const rows = await query<{ number: string }>(sql`
    with recursive found as (
      (${next(sql`${side} >= ${start}`)})
      union all
      select following.number from found, lateral (${next(sql`${side} > found.number`)}) as following)
    select number from found limit ${MAX_DUPLICATES + 1}`)
  return rows.map(({ number }) => number)
}
