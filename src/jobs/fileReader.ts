import { serveQuestions } from '../kernel/threads/threadWork.ts'
import * as documentIndex from '../services/documentation/documentIndex.ts'
import * as knowledgeFiles from '../services/knowledge/knowledgeFiles.ts'
import * as leadFileRows from '../services/leads/imports/leadFileRows.ts'

type Question = knowledgeFiles.KnowledgeFileQuestion | documentIndex.DocumentQuestion | leadFileRows.LeadFileQuestion

// Runs in the threads of `services/shared/fileReading.ts`.
serveQuestions((message) => {
  const question = message as Question
  if (question.task === 'validateRows') return leadFileRows.validateRows(question.file, question.reading)
  if (question.task === 'readCells') return leadFileRows.readCells(question.file, question.indexes)
  if (question.task === 'searchRows') return leadFileRows.searchRows(question.file, question.mapping, question.pattern)
  if (question.task === 'document') return single(() => documentIndex.extractWords(question.page))
  return single(() =>
    question.task === 'survey' ? leadFileRows.survey(question.file, question.reading, question.previewRows) : knowledgeFiles.read(question.file),
  )
})

function* single(work: () => unknown) {
  yield work()
}
