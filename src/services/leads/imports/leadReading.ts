import type { ColumnMapping, LeadReading } from '../../../inputs/leadImports.ts'
import { readAnswer, readParts, type WorkspaceRef } from '../../shared/fileReading.ts'
import type { LeadFileContent, LeadFileQuestion, ParseOptions, Survey } from './leadFileRows.ts'
import type { ValidatedRows } from './leadRows.ts'

/** Surveys a file of leads. Throws the errors of `fileReading`, like all functions here. */
export const survey = async (owner: WorkspaceRef, file: LeadFileContent, reading: ParseOptions, previewRows = 0) =>
  (await readAnswer(owner, { task: 'survey', file, reading, previewRows } satisfies LeadFileQuestion)) as Survey

/** Validates all rows of a file, each by itself and against the rows before it. Deterministic for the same file and options. */
export async function validateRows(owner: WorkspaceRef, file: LeadFileContent, reading: LeadReading): Promise<ValidatedRows> {
  const rows: ValidatedRows = { drafts: [], errors: [] }
  for await (const part of readParts(owner, { task: 'validateRows', file, reading } satisfies LeadFileQuestion) as AsyncGenerator<ValidatedRows>) {
    rows.drafts.push(...part.drafts)
    rows.errors.push(...part.errors)
  }
  return rows
}

/** Reads the columns of a file, and the cells of these rows as text. */
export async function readCells(owner: WorkspaceRef, file: LeadFileContent, indexes: readonly number[]): Promise<{ columns: string[]; rows: string[][] }> {
  const lines: string[][] = []
  for await (const part of readParts(owner, { task: 'readCells', file, indexes } satisfies LeadFileQuestion) as AsyncGenerator<string[][]>) lines.push(...part)
  return { columns: lines[0]!, rows: lines.slice(1) }
}

/** Finds the rows of a file that contain the phone number matched by the pattern. */
export async function searchRows(
  owner: WorkspaceRef,
  file: LeadFileContent,
  mapping: Partial<ColumnMapping> | undefined,
  pattern: string,
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  const question = { task: 'searchRows', file, mapping, pattern } satisfies LeadFileQuestion
  for await (const part of readParts(owner, question) as AsyncGenerator<Record<string, unknown>[]>) rows.push(...part)
  return rows
}
