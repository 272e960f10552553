import { transaction, type Tx } from '../../kernel/db/db.ts'
import { redactJobErrors } from '../../kernel/db/queue.ts'
import { assignmentsOf, fieldOf, rawSql, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as auditTrail from '../audit/auditTrail.ts'
import type { CallId } from '../../kernel/vocabulary/ids.ts'
import * as callErasure from '../calls/callErasure.ts'
import * as callWords from '../calls/callWords.ts'
import * as idempotencyErasure from '../shared/idempotencyErasure.ts'
import * as importErasure from '../leads/imports/importErasure.ts'
import * as messageErasure from '../messages/messageErasure.ts'
import * as proposalErasure from '../dialer/proposalErasure.ts'
import { type Person, personParams } from '../dataSubjects/people.ts'
import { countErased, type Step } from './personErasure.ts'
import { fromJson } from '../shared/jsonColumns.ts'
import { byTable, searchedColumnsOf, SEARCH_NEXT, type SearchedTable, SEARCHED_TABLES } from '../dataSubjects/searchedTables.ts'
import { ERASED_PLACEHOLDER, redactPhone, redactPhoneInText } from '../dataSubjects/phonePatterns.ts'

/** Progress of the search, stored with the erasure so that another process can continue. */
interface SearchProgress {
  table: string
  after: number
}

/** Searches the next rows and removes the number from them. The rows stay, because they are about other contacts. */
const searchMentions: Step = async (person) => {
  const progress = await readProgress(person)
  const searchedTable = progress ? SEARCHED_TABLES.find(({ table }) => table === progress.table) : SEARCHED_TABLES[0]
  if (!searchedTable) return false
  const { last } = await searchNextBatch(person, searchedTable, progress?.after ?? 0)
  const next = last === null ? SEARCHED_TABLES[SEARCHED_TABLES.indexOf(searchedTable) + 1] : searchedTable
  await saveProgress(person, { table: next?.table ?? '', after: last ?? 0 })
  return next !== undefined
}

async function searchNextBatch(person: Person, searchedTable: SearchedTable, after: number): Promise<{ last: number | null }> {
  let last: number | null = null
  await countErased(person, 'mentions', async (tx) => {
    const batch = await SEARCH_NEXT[searchedTable.table].get({ ...personParams(person), after }, tx)
    last = batch!.last
    if (searchedTable.table === 'audit_entries') await auditTrail.redactEntries(tx, person, batch!.ids)
    else for (const id of batch!.ids) await redactRow(tx, person, searchedTable, id)
    if (searchedTable.table === 'call_details') await callWords.write(person.workspaceId, batch!.ids as CallId[], tx)
    return batch!.ids.length
  })
  return { last }
}

const rowOf = ({ key = 'id' }: SearchedTable) => sql`where workspace_id = $workspaceId and ${rawSql(key)} = $id`

/** Statements that read the searched columns of a row as text, and lock it. */
const LOCK_ROW = byTable((place) => {
  const columns = searchedColumnsOf(place).map((name) => `${name}::text`)
  return statement(`erasures.lock.${place.table}`, sql`select ${rawSql(columns.join(', '))} from ${rawSql(place.table)} ${rowOf(place)} for update`)
})

const CHANGE_ROW = byTable((place) =>
  statement(`erasures.change.${place.table}`, sql`update ${rawSql(place.table)} set ${assignmentsOf(place.table)} ${rowOf(place)}`),
)

async function redactRow(tx: Tx, { workspaceId, traces }: Person, { table, text = [], json = [], jsonText = [] }: SearchedTable, id: number) {
  const row = (await LOCK_ROW[table].get({ workspaceId, id }, tx)) as Record<string, string | null> | undefined
  if (!row) return
  // Columns without the number stay unchanged.
  const hasNumber = (field: string) => new RegExp(traces.pattern).test(row[field] ?? '')
  const redact = (field: string) => JSON.stringify(redactPhone(JSON.parse(row[field]!), traces))
  const texts = text.map(fieldOf).filter(hasNumber)
  const documents = [...json, ...jsonText].map(fieldOf).filter(hasNumber)
  const changes: object = Object.fromEntries([
    ...texts.map((field) => [field, redactPhoneInText(row[field]!, traces)]),
    ...documents.map((field) => [field, redact(field)]),
  ])
  if (texts.length + documents.length > 0) await CHANGE_ROW[table].run({ workspaceId, id, changes }, tx)
}

const getProgress = statement('erasures.getProgress', sql`select counts->'reached' as reached from erasures where workspace_id = $workspaceId and id = $id`)

async function readProgress({ workspaceId, id }: Person): Promise<SearchProgress | null> {
  const row = await transaction((tx) => getProgress.get({ workspaceId, id }, tx))
  return fromJson(row?.reached ?? null)
}

const setProgress = statement(
  'erasures.setProgress',
  sql`update erasures set counts = counts || jsonb_build_object('reached', $progress::jsonb) where workspace_id = $workspaceId and id = $id`,
)

const saveProgress = ({ workspaceId, id }: Person, progress: SearchProgress) =>
  transaction((tx) => setProgress.run({ workspaceId, id, progress: JSON.stringify(progress) }, tx))

/** Deletes uploaded files that mention the number. A pending import fails; the file of a running import is deleted afterwards. */
const deleteFiles: Step = async (person) => {
  await countErased(person, 'files', (tx) => importErasure.eraseMentioningFiles(tx, mentionOf(person)))
  return false
}

const ERASE_MENTIONS = [importErasure.eraseMentions, proposalErasure.eraseMentions, idempotencyErasure.eraseMentions, messageErasure.blankMentions]

/** Erases the number from earlier lead data of imports, stored responses, launch proposals, vendor events and the errors of jobs. */
const eraseOtherTables: Step = async (person) => {
  await countErased(person, 'mentions', async (tx) => {
    let count = 0
    for (const erase of ERASE_MENTIONS) count += await erase(tx, mentionOf(person))
    await redactJobErrors(tx, mentionOf(person))
    return count
  })
  return false
}

const PROVIDER_EVENTS = 'provider_events'

/** Erases the number from provider events, which are kept for days, by the calls of the workspace that have any. */
const blankProviderEvents: Step = async (person) => {
  const progress = await readProgress(person)
  const after = progress?.table === PROVIDER_EVENTS ? progress.after : 0
  let last: CallId | null = null
  await countErased(person, 'mentions', async (tx) => {
    const blanked = await callErasure.blankMentions(tx, { ...mentionOf(person), after })
    last = blanked.last
    return blanked.count
  })
  await saveProgress(person, { table: PROVIDER_EVENTS, after: last ?? after })
  return last !== null
}

/** The parameters of the statements that erase mentions of the number. */
const mentionOf = ({ workspaceId, traces: { pattern, keys } }: Person) => ({ workspaceId, pattern, keys, placeholder: ERASED_PLACEHOLDER })

export const STEPS: readonly Step[] = [searchMentions, deleteFiles, eraseOtherTables, blankProviderEvents]
