import type { Campaign } from '../../../generated/prisma/client.ts'
import { ANSWER_COLUMN, FIELD_COLUMN } from '../../../inputs/customColumns.ts'
import type { ListColumn } from '../../../inputs/listExports.ts'
import { isObject } from '../../../kernel/json/isObject.ts'
import { memberOf } from '../../../kernel/json/jsonMembers.ts'
import { verbatim } from '../../../kernel/json/jsonSource.ts'
import { columnsOf, RESULT_FIELDS } from '../../calls/results/resultColumns.ts'
import type { ReportRow } from '../reportRows.ts'

/** Returns the columns of a file. In a campaign, each of its questions has a column instead of one for all answers, unless it is chosen elsewhere. */
export function expandAnswers(columns: readonly ListColumn[], campaign: Parameters<typeof columnsOf>[0] | null): readonly ListColumn[] {
  if (!campaign) return columns
  const chosen = new Set(columns.map(({ name }) => name))
  const questions = columnsOf(campaign).filter(({ name }) => !Object.hasOwn(RESULT_FIELDS, name) && !chosen.has(ANSWER_COLUMN + name))
  return columns.flatMap((column) =>
    column.name === 'answers' ? questions.map(({ name, label }) => ({ name: ANSWER_COLUMN + name, title: label })) : [column],
  )
}

/** Returns the cells of the answers: one for each question, and all in one text. */
export function toAnswerCells(structuredData: unknown, columns: readonly ListColumn[]): ReportRow {
  return isObject(structuredData) ? { ...toCells(ANSWER_COLUMN, structuredData, columns), answers: toText(structuredData) } : {}
}

/** Returns the cells of a lead's custom fields. */
export const toFieldCells = (data: unknown, columns: readonly ListColumn[]): ReportRow => (isObject(data) ? toCells(FIELD_COLUMN, data, columns) : {})

function toCells(prefix: string, values: Record<string, unknown>, columns: readonly ListColumn[]): ReportRow {
  const names = columns.flatMap(({ name }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(values, name) ? [[prefix + name, verbatim(memberOf(values, name))]] : [])))
}

const toText = (answers: Record<string, unknown>) =>
  Object.entries(answers)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ')

/** Returns the header row and the cells of a row, for the file formats with columns. Values with a word are written as that word. */
export function layoutOf(columns: readonly ListColumn[]) {
  const labels = columns.map(({ words }) => new Map<unknown, string>(words?.map(({ value, label }) => [value, label])))
  return {
    header: columns.map(({ title }) => title),
    cellsOf: (row: ReportRow) => columns.map(({ name }, index) => labels[index]!.get(row[name]) ?? row[name]),
  }
}

export type Questions = Pick<Campaign, 'extractionSchema' | 'analysisConfig' | 'displayColumns'>
