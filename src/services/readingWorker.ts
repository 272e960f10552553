import type { KnowledgeFileInput } from '../inputs/knowledgeBases.ts'
import type { LeadReading, ColumnMapping } from '../inputs/leadImports.ts'
import { serveQuestions } from '../threadWork.ts'
import * as documentIndex from './documentIndex.ts'
import * as knowledgeFiles from './knowledgeFiles.ts'
import * as leadReading from './leadReading.ts'

/** What can be asked of a thread that reads files. */
export type Question =
  | { task: 'knowledgeFile'; file: KnowledgeFileInput }
  | { task: 'document'; page: documentIndex.Page }
  | { task: 'survey'; file: leadReading.File; reading: leadReading.Reading; shown: number }
  | { task: 'judge'; file: leadReading.File; reading: LeadReading }
  | { task: 'cells'; file: leadReading.File; indexes: readonly number[] }
  | { task: 'mentions'; file: leadReading.File; mapping: Partial<ColumnMapping> | undefined; pattern: string }

// Runs as a thread of `reading.ts`.
serveQuestions((message) => {
  const question = message as Question
  if (question.task === 'judge') return leadReading.judge(question.file, question.reading)
  if (question.task === 'cells') return leadReading.cells(question.file, question.indexes)
  if (question.task === 'mentions') return leadReading.mentions(question.file, question.mapping, question.pattern)
  if (question.task === 'document') return one(() => documentIndex.wordsIn(question.page))
  return one(() => (question.task === 'survey' ? leadReading.survey(question.file, question.reading, question.shown) : knowledgeFiles.read(question.file)))
})

function* one(work: () => unknown) {
  yield work()
}
