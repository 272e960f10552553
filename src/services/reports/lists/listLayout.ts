import type { Campaign } from '../../../generated/prisma/client.ts'
import type { ListColumn } from '../../../inputs/listExports.ts'
import { isObject } from '../../../kernel/json/isObject.ts'
import { memberOf } from '../../../kernel/json/jsonMembers.ts'
import { verbatim } from '../../../kernel/json/jsonSource.ts'
import { columnsOf, RESULT_FIELDS } from '../../calls/results/resultColumns.ts'
import type { ReportRow } from '../reportRows.ts'

/** Prefix of the names of answers, which could be those of other columns. */
const ANSWER = 'answer.'

/** Returns the columns of a file. In a campaign, each of its questions has a column instead of one for all answers. */
export function expandAnswers(columns: readonly ListColumn[], campaign: Parameters<typeof columnsOf>[0] | null): readonly ListColumn[] {
  if (!campaign) return columns
  const questions = columnsOf(campaign).filter(({ name }) => !Object.hasOwn(RESULT_FIELDS, name))
  return columns.flatMap((column) => (column.name === 'answers' ? questions.map(({ name, label }) => ({ name: ANSWER + name, title: label })) : [column]))
}

/** Returns the cells of the answers: one for each question, and all in one text. */
export function toAnswerCells(structuredData: unknown, columns: readonly ListColumn[]): ReportRow {
  if (!isObject(structuredData)) return {}
  const names = columns.flatMap(({ name }) => (name.startsWith(ANSWER) ? [name.slice(ANSWER.length)] : []))
  const cells = names.flatMap((name) => (Object.hasOwn(structuredData, name) ? [[ANSWER + name, verbatim(memberOf(structuredData, name))]] : []))
  return { ...Object.fromEntries(cells), answers: toText(structuredData) }
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
