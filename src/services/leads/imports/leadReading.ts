import type { ColumnMapping, LeadReading } from '../../../inputs/leadImports.ts'
import { answerTo, partsOf, type Who } from '../../shared/fileReading.ts'
import type { File, LeadFileQuestion, Reading, Survey } from './leadFileRows.ts'
import type { Judged } from './leadRows.ts'

/** What a file of leads holds, with its first rows as they read. Errors of `fileReading`, as of all of these. */
export const survey = async (who: Who, file: File, reading: Reading, shown = 0) =>
  (await answerTo(who, { task: 'survey', file, reading, shown } satisfies LeadFileQuestion)) as Survey

/** All rows of a file of leads, each judged by itself and by those before it. The same file and reading give the same. */
export async function judge(who: Who, file: File, reading: LeadReading): Promise<Judged> {
  const judged: Judged = { drafts: [], errors: [] }
  for await (const part of partsOf(who, { task: 'judge', file, reading } satisfies LeadFileQuestion) as AsyncGenerator<Judged>) {
    judged.drafts.push(...part.drafts)
    judged.errors.push(...part.errors)
  }
  return judged
}

/** The columns of a file of leads, and the cells of these rows as text. */
export async function cells(who: Who, file: File, indexes: readonly number[]): Promise<{ columns: string[]; rows: string[][] }> {
  const lines: string[][] = []
  for await (const part of partsOf(who, { task: 'cells', file, indexes } satisfies LeadFileQuestion) as AsyncGenerator<string[][]>) lines.push(...part)
  return { columns: lines[0]!, rows: lines.slice(1) }
}

/** Rows of a file of leads that name the number which the pattern finds. */
export async function mentions(who: Who, file: File, mapping: Partial<ColumnMapping> | undefined, pattern: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  const question = { task: 'mentions', file, mapping, pattern } satisfies LeadFileQuestion
  for await (const part of partsOf(who, question) as AsyncGenerator<Record<string, unknown>[]>) rows.push(...part)
  return rows
}
