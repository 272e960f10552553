import { z } from 'zod'
import { text } from './common.ts'

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

/** A column of an exported list, with its title in the reader's language. */
const columnOf = <Name extends string>(names: readonly [Name, ...Name[]]) => z.object({ name: z.enum(names), title: text(100, 1) })
const columnsOf = <Name extends string>(names: readonly [Name, ...Name[]]) => z.array(columnOf(names)).min(1).max(names.length)

export const CallColumns = columnsOf(CALL_COLUMNS)
export const LeadColumns = columnsOf(LEAD_COLUMNS)
export interface ListColumn<Name extends string = string> {
  name: Name
  title: string
}
