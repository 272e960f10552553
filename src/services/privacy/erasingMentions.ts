import { clock } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { join, raw, sql } from '../../kernel/db/sql.ts'
import * as auditTrail from '../audit/auditTrail.ts'
import type { Person } from '../dataSubjects/people.ts'
import { countErased, idsOf, type Step } from './erasing.ts'
import { columnsOf, type SearchedTable, SEARCHED_TABLES, searchBatch } from '../dataSubjects/searchedTables.ts'
import { ERASED_PLACEHOLDER, redactPhone, redactPhoneInText } from '../dataSubjects/phonePatterns.ts'

/** Progress of the search, stored with the erasure so that another process can continue. */
interface SearchProgress {
  table: string
  after: number
}

const erasureCondition = ({ workspaceId, id }: Person) => sql`workspace_id = ${workspaceId} and id = ${id}`

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
    const [batch] = await tx.$queryRaw<{ last: number | null; ids: number[] }[]>(searchBatch(searchedTable, person, after))
    last = batch!.last
    if (searchedTable.table === 'audit_entries') await auditTrail.redactEntries(tx, person, batch!.ids)
    else for (const id of batch!.ids) await redactRow(tx, person, searchedTable, id)
    return batch!.ids.length
  })
  return { last }
}

async function redactRow(tx: Tx, { workspaceId, traces }: Person, searchedTable: SearchedTable, id: number) {
  const { table, key = 'id', text = [], json = [], jsonText = [] } = searchedTable
  const where = sql`workspace_id = ${workspaceId} and ${raw(key)} = ${id}`
  const selected = columnsOf(searchedTable).map((name) => `${name}::text`)
  const [row] = await tx.$queryRaw<Record<string, string | null>[]>(sql`select ${raw(selected.join(', '))} from ${raw(table)} where ${where} for update`)
  if (!row) return
  // Columns without the number stay unchanged.
  const hasNumber = (column: string) => new RegExp(traces.pattern).test(row[column] ?? '')
  const redact = (name: string) => JSON.stringify(redactPhone(JSON.parse(row[name]!), traces))
  const assignments = [
    ...text.filter(hasNumber).map((name) => sql`${raw(name)} = ${redactPhoneInText(row[name]!, traces)}`),
    ...json.filter(hasNumber).map((name) => sql`${raw(name)} = ${redact(name)}::json`),
    ...jsonText.filter(hasNumber).map((name) => sql`${raw(name)} = ${redact(name)}`),
  ]
  if (assignments.length > 0) await tx.$executeRaw(sql`update ${raw(table)} set ${join(assignments)} where ${where}`)
}

async function readProgress(person: Person): Promise<SearchProgress | null> {
  const rows = await transaction((tx) =>
    tx.$queryRaw<{ reached: SearchProgress | null }[]>(sql`select counts->'reached' as reached from erasures where ${erasureCondition(person)}`),
  )
  return rows[0]?.reached ?? null
}

const saveProgress = (person: Person, progress: SearchProgress) =>
  transaction((tx) =>
    tx.$executeRaw(
      sql`update erasures set counts = counts || jsonb_build_object('reached', ${JSON.stringify(progress)}::jsonb) where ${erasureCondition(person)}`,
    ),
  )

/** Deletes uploaded files that mention the number. A pending import fails; the file of a running import is deleted afterwards. */
const deleteFiles: Step = async (person) => {
  await countErased(person, 'files', (tx) =>
    tx.$executeRaw(sql`
      update lead_imports set content = null,
        status = case when status = 'uploaded' then 'failed' else status end, error = case when status = 'uploaded' then 'Its file was erased' else error end
      where workspace_id = ${person.workspaceId} and status <> 'running' and content ~ ${person.traces.pattern}`),
  )
  return false
}

/** Erases the number from earlier lead data of imports, stored responses, launch proposals and vendor events. */
const eraseOtherTables: Step = async (person) => {
  const { workspaceId, traces } = person
  await countErased(person, 'mentions', async (tx) => {
    const contains = (column: string) => sql`${raw(column)} ~ ${traces.pattern}`
    const counts = [
      await tx.$executeRaw(sql`delete from lead_import_changes where workspace_id = ${workspaceId} and ${contains('before::text')}`),
      await tx.$executeRaw(sql`delete from campaign_proposals where workspace_id = ${workspaceId} and ${contains('summary::text')}`),
      await tx.$executeRaw(sql`delete from idempotency_keys where workspace_id = ${workspaceId} and (${contains('key')} or ${contains('path')})`),
      await tx.$executeRaw(
        sql`update idempotency_keys set body = regexp_replace(body, ${traces.pattern}, ${ERASED_PLACEHOLDER}, 'g') where workspace_id = ${workspaceId} and ${contains('body')}`,
      ),
      await tx.$executeRaw(sql`update carrier_events set event = '{}' where workspace_id = ${workspaceId} and
        (processed_at is not null or received_at < ${clock.now()}::timestamptz - interval '1 hour') and ${contains('event::text')}`),
    ]
    // Events about calls with other contacts, which mention the number. Their content is already in those calls.
    const events = await idsOf(
      tx,
      sql`select e.id from provider_events e join calls c on c.id = e.call_id where c.workspace_id = ${workspaceId} and e.processed_at is not null and ${contains('e.body::text')}`,
    )
    await tx.$executeRaw(sql`update provider_events set body = '{}' where id = any(${events}::bigint[])`)
    await tx.$executeRaw(
      sql`update graphile_worker._private_jobs set last_error = regexp_replace(last_error, ${traces.pattern}, ${ERASED_PLACEHOLDER}, 'g') where ${contains('last_error')}`,
    )
    return counts.reduce((sum, count) => sum + count, events.length)
  })
  return false
}

export const STEPS: readonly Step[] = [searchMentions, deleteFiles, eraseOtherTables]
