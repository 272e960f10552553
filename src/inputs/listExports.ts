import { z } from 'zod'
import { text } from './common.ts'
import { isCustomColumn, MAX_CUSTOM_COLUMNS } from './customColumns.ts'

/** The columns of the lists of calls and of leads. */
export const CALL_COLUMNS = [
  'number',
  'name',
  'answers',
  'status',
  'outcome',
  'agent',
  'campaign',
  'duration',
  'cost',
  'placed',
  'workspaceNumber',
  'direction',
  'language',
  'recording',
  'summary',
  'id',
] as const
export type CallColumn = (typeof CALL_COLUMNS)[number]

export const LEAD_COLUMNS = ['name', 'phone', 'answers', 'status', 'attempts', 'waits', 'outcome', 'externalId', 'added', 'id'] as const
export type LeadColumn = (typeof LEAD_COLUMNS)[number]

/** Words of a column's values in the reader's language. */
const Words = z.array(z.object({ value: text(100), label: text(100) })).max(60)

/** A column of an exported list, with its title in the reader's language. */
const columnOf = (names: readonly string[]) =>
  z.object({
    name: text(120, 1).refine((name) => names.includes(name) || isCustomColumn(name), { error: `expected ${names.join(', ')}, data.… or answer.…` }),
    title: text(100, 1),
    words: Words.nullish(),
  })
const columnsOf = (names: readonly string[]) =>
  z
    .array(columnOf(names))
    .min(1)
    .max(names.length + MAX_CUSTOM_COLUMNS)

export const CallColumns = columnsOf(CALL_COLUMNS)
export const LeadColumns = columnsOf(LEAD_COLUMNS)
export interface ListColumn<Name extends string = string> {
  name: Name
  title: string
  words?: readonly { value: string; label: string }[] | null
}
