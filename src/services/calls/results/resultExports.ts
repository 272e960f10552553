import type { CampaignId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import { mergedSchemaOf } from '../../extraction/analysisConfig.ts'
import { type Column, columnsOf, FIELDS_AFTER, FIELDS_BEFORE, fieldsOf, rowOf } from './resultColumns.ts'
import type { Result } from './resultColumns.ts'
import { readPage, type ResultFilter } from './results.ts'

/** Results read at once. They are large, since they include transcripts. */
const BATCH_SIZE = 100

/** An exported result: the public fields, and the cell values under `columns`. */
type ExportedResult = Record<string, unknown> & { columns: Record<string, unknown> }

export interface ResultExport {
  /** Read in batches on demand, so that memory use stays small. */
  rows: AsyncGenerator<ExportedResult>
  /** The header row: the campaign's columns among the fields. */
  header: string[]
  cellsOf: (row: Record<string, unknown>) => unknown[]
}

/** Exports all results of a campaign, newest first. Calls that finish meanwhile may be missing. Throws NOT_FOUND. */
export async function open(actor: Actor, campaignId: CampaignId, filter: ResultFilter = {}): Promise<ResultExport> {
  const campaign = await campaigns.get(actor, campaignId)
  const columns = columnsOf(campaign)
  return { rows: readAll(actor, campaignId, filter, columns), ...layoutOf(campaign, columns) }
}

/** Returns the header row, and a function that converts a result to its cells. */
export function layoutOf(campaign: Parameters<typeof mergedSchemaOf>[0], columns: readonly Column[]): Omit<ResultExport, 'rows'> {
  const fields = [...FIELDS_BEFORE, ...FIELDS_AFTER]
  // A display column that is a field is already included, unless a question has the same name.
  const questions = (mergedSchemaOf(campaign)?.properties ?? {}) as object
  const extraColumns = columns.map(({ name }) => name).filter((name) => !fields.includes(name) || Object.hasOwn(questions, name))
  return {
    header: [...FIELDS_BEFORE, ...extraColumns.map((name) => (fields.includes(name) ? `structured_data.${name}` : name)), ...FIELDS_AFTER],
    cellsOf: (row) => [
      ...FIELDS_BEFORE.map((name) => row[name]),
      ...extraColumns.map((name) => (row as ExportedResult).columns[name]),
      ...FIELDS_AFTER.map((name) => row[name]),
    ],
  }
}

async function* readAll(actor: Actor, campaignId: CampaignId, filter: ResultFilter, columns: readonly Column[]): AsyncGenerator<ExportedResult> {
  for (let before: number | undefined, more = true; more;) {
    const results = await readPage(actor, campaignId, filter, { before, take: BATCH_SIZE })
    yield* results.map((result) => toExportedResult(result, columns))
    more = results.length === BATCH_SIZE
    before = results.at(-1)?.id
  }
}

/** Adds the column values to a result's fields. */
export const toExportedResult = (result: Result, columns: readonly Column[]): ExportedResult => ({
  ...fieldsOf(result),
  columns: rowOf(columns, result),
})
