import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import { questionsOf } from '../../extraction/analysisConfig.ts'
import { type Column, columnsOf, fieldsOf, OWN, rowOf } from './resultColumns.ts'
import type { Result } from './resultColumns.ts'
import { read, type ResultFilter } from './results.ts'

/** Read at once: results are heavy, since they hold what was said. */
const BATCH = 100

/** A result as an export has it: every field by its public name, and under `columns` its cells by the names of the columns. */
type ExportedResult = Record<string, unknown> & { columns: Record<string, unknown> }

export interface ResultExport {
  /** Read in batches while they are taken: however many there are, few are in memory. */
  rows: AsyncGenerator<ExportedResult>
  /** The names of a line's cells: the fields, then the columns. */
  header: string[]
  cellsOf: (row: Record<string, unknown>) => unknown[]
}

/** All results of a campaign, newest first; what finishes meanwhile may be missing. NOT_FOUND. */
export async function open(actor: Actor, campaignId: number, filter: ResultFilter = {}): Promise<ResultExport> {
  const campaign = await campaigns.get(actor, campaignId)
  const columns = columnsOf(campaign)
  return { rows: readAll(actor, campaignId, filter, columns), ...shapeOf(campaign, columns) }
}

/** The names of a line's cells, and how a result becomes them. */
export function shapeOf(campaign: Parameters<typeof questionsOf>[0], columns: readonly Column[]): Omit<ResultExport, 'rows'> {
  const fields = Object.keys(OWN)
  // A field that is shown as a column is there already, unless a question of that name makes it another thing.
  const asked = (questionsOf(campaign)?.properties ?? {}) as object
  const beside = columns.map(({ name }) => name).filter((name) => !fields.includes(name) || Object.hasOwn(asked, name))
  return {
    header: [...fields, ...beside.map((name) => (fields.includes(name) ? `structured_data.${name}` : name))],
    cellsOf: (row) => [...fields.map((name) => row[name]), ...beside.map((name) => (row as ExportedResult).columns[name])],
  }
}

async function* readAll(actor: Actor, campaignId: number, filter: ResultFilter, columns: readonly Column[]): AsyncGenerator<ExportedResult> {
  for (let before: number | undefined, more = true; more;) {
    const results = await read(actor, campaignId, filter, { before, take: BATCH })
    yield* results.map((result) => exported(result, columns))
    more = results.length === BATCH
    before = results.at(-1)?.id
  }
}

/** A result with its columns beside its fields. */
export const exported = (result: Result, columns: readonly Column[]): ExportedResult => ({
  ...fieldsOf(result),
  columns: rowOf(columns, result),
})
