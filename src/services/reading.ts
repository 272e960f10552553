import type { Actor } from '../actor.ts'
import { badInput } from '../errors.ts'
import type { KnowledgeFileInput } from '../inputs/knowledgeBases.ts'
import type { ColumnMapping, LeadReading } from '../inputs/leadImports.ts'
import { FOR_LARGE_TEXTS, Overtaxed, threadPool } from '../threadPool.ts'
import { type DocumentWords, type Page, wordsIn } from './documentIndex.ts'
import type { File, Reading, Survey } from './leadReading.ts'
import type { Judged } from './leadRows.ts'
import type { Question } from './readingWorker.ts'
import type { ReportRow } from './reportRows.ts'

type Who = Pick<Actor, 'workspaceId'>

/** The largest file there may be takes about two seconds of an idle machine. */
const pool = threadPool({
  callerUrl: import.meta.url,
  module: './readingWorker',
  ...FOR_LARGE_TEXTS,
})

/**
 * Files that people sent are read in threads, in their workspace's turn, with limits of time and memory. Each of these throws
 * BAD_INPUT for a file that cannot be read or takes too much of either, and BUSY when too many of the workspace's wait.
 */
async function* parts({ workspaceId }: Who, question: Question): AsyncGenerator<unknown> {
  try {
    yield* pool.parts({ workspaceId }, question)
  } catch (error) {
    if (error instanceof Overtaxed)
      throw badInput(`The ${question.task === 'document' ? 'document' : 'file'} cannot be read: ${error.message}. Divide it, or make it simpler`)
    throw error
  }
}

async function only(who: Who, question: Question): Promise<unknown> {
  let answer: unknown
  for await (const part of parts(who, question)) answer = part
  return answer
}

/** What a file for a knowledge base says, and its media type. */
export const knowledgeFile = async (who: Who, file: KnowledgeFileInput) =>
  (await only(who, { task: 'knowledgeFile', file: { ...file } })) as { contentType: string; content: string }

/** Characters of a document that is read at once, in a few milliseconds. */
const SHORT_DOCUMENT = 4_096

/** What a document is found by. */
export const document = async (who: Who, page: Page) =>
  page.body.length <= SHORT_DOCUMENT ? wordsIn(page) : ((await only(who, { task: 'document', page: { title: page.title, body: page.body } })) as DocumentWords)

/** What a file of leads holds, with its first rows as they read. */
export const survey = async (who: Who, file: File, reading: Reading, shown = 0) => (await only(who, { task: 'survey', file, reading, shown })) as Survey

/** All rows of a file of leads, each judged by itself and by those before it. The same file and reading give the same. */
export async function judge(who: Who, file: File, reading: LeadReading): Promise<Judged> {
  const judged: Judged = { drafts: [], errors: [] }
  for await (const part of parts(who, { task: 'judge', file, reading }) as AsyncGenerator<Judged>) {
    judged.drafts.push(...part.drafts)
    judged.errors.push(...part.errors)
  }
  return judged
}

/** The columns of a file of leads, and the cells of these rows as text. */
export async function cells(who: Who, file: File, indexes: readonly number[]): Promise<{ columns: string[]; rows: string[][] }> {
  const lines: string[][] = []
  for await (const part of parts(who, { task: 'cells', file, indexes }) as AsyncGenerator<string[][]>) lines.push(...part)
  return { columns: lines[0]!, rows: lines.slice(1) }
}

/** Rows of a file of leads that name the number which the pattern finds. */
export async function mentions(who: Who, file: File, mapping: Partial<ColumnMapping> | undefined, pattern: string): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for await (const part of parts(who, { task: 'mentions', file, mapping, pattern }) as AsyncGenerator<ReportRow[]>) rows.push(...part)
  return rows
}

/** Ends the threads. */
export const close = pool.close
