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

const isErasure = ({ workspaceId, id }: Person) => sql`workspace_id = ${workspaceId} and id = ${id}`

/** Searches the next rows and removes the number from them; the rows are about others and stay. */
const mentions: Step = async (person) => {
  const reached = await readProgress(person)
  const place = reached ? SEARCHED_TABLES.find(({ table }) => table === reached.table) : SEARCHED_TABLES[0]
  if (!place) return false
  const { last } = await searchNextBatch(person, place, reached?.after ?? 0)
  const next = last === null ? SEARCHED_TABLES[SEARCHED_TABLES.indexOf(place) + 1] : place
  await saveProgress(person, { table: next?.table ?? '', after: last ?? 0 })
  return next !== undefined
}

async function searchNextBatch(person: Person, place: SearchedTable, after: number): Promise<{ last: number | null }> {
  let last: number | null = null
  await countErased(person, 'mentions', async (tx) => {
    const [found] = await tx.$queryRaw<{ last: number | null; ids: number[] }[]>(searchBatch(place, person, after))
    last = found!.last
    if (place.table === 'audit_entries') await auditTrail.redactEntries(tx, person, found!.ids)
    else for (const id of found!.ids) await mask(tx, person, place, id)
    return found!.ids.length
  })
  return { last }
}

async function mask(tx: Tx, { workspaceId, traces }: Person, place: SearchedTable, id: number) {
  const { table, key = 'id', text = [], json = [], jsonText = [] } = place
  const where = sql`workspace_id = ${workspaceId} and ${raw(key)} = ${id}`
  const chosen = columnsOf(place).map((name) => `${name}::text`)
  const [row] = await tx.$queryRaw<Record<string, string | null>[]>(sql`select ${raw(chosen.join(', '))} from ${raw(table)} where ${where} for update`)
  if (!row) return
  // Columns without the number stay unchanged.
  const hasNumber = (column: string) => new RegExp(traces.pattern).test(row[column] ?? '')
  const masked = (name: string) => JSON.stringify(redactPhone(JSON.parse(row[name]!), traces))
  const set = [
    ...text.filter(hasNumber).map((name) => sql`${raw(name)} = ${redactPhoneInText(row[name]!, traces)}`),
    ...json.filter(hasNumber).map((name) => sql`${raw(name)} = ${masked(name)}::json`),
    ...jsonText.filter(hasNumber).map((name) => sql`${raw(name)} = ${masked(name)}`),
  ]
  if (set.length > 0) await tx.$executeRaw(sql`update ${raw(table)} set ${join(set)} where ${where}`)
}

async function readProgress(person: Person): Promise<SearchProgress | null> {
  const found = await transaction((tx) =>
    tx.$queryRaw<{ reached: SearchProgress | null }[]>(sql`select counts->'reached' as reached from erasures where ${isErasure(person)}`),
  )
  return found[0]?.reached ?? null
}

const saveProgress = (person: Person, reached: SearchProgress) =>
  transaction((tx) =>
    tx.$executeRaw(sql`update erasures set counts = counts || jsonb_build_object('reached', ${JSON.stringify(reached)}::jsonb) where ${isErasure(person)}`),
  )

/** Deletes uploaded files that mention the number. A pending import fails; the file of a running import is deleted afterwards. */
const files: Step = async (person) => {
  await countErased(person, 'files', (tx) =>
    tx.$executeRaw(sql`
      update lead_imports set content = null,
        status = case when status = 'uploaded' then 'failed' else status end, error = case when status = 'uploaded' then 'Its file was erased' else error end
      where workspace_id = ${person.workspaceId} and status <> 'running' and content ~ ${person.traces.pattern}`),
  )
  return false
}

/** Earlier lead data of imports, stored responses, launch proposals and vendor events. */
const others: Step = async (person) => {
  const { workspaceId, traces } = person
  await countErased(person, 'mentions', async (tx) => {
    const of = (column: string) => sql`${raw(column)} ~ ${traces.pattern}`
    const counts = [
      await tx.$executeRaw(sql`delete from lead_import_changes where workspace_id = ${workspaceId} and ${of('before::text')}`),
      await tx.$executeRaw(sql`delete from campaign_proposals where workspace_id = ${workspaceId} and ${of('summary::text')}`),
      await tx.$executeRaw(sql`delete from idempotency_keys where workspace_id = ${workspaceId} and (${of('key')} or ${of('path')})`),
      await tx.$executeRaw(
        sql`update idempotency_keys set body = regexp_replace(body, ${traces.pattern}, ${ERASED_PLACEHOLDER}, 'g') where workspace_id = ${workspaceId} and ${of('body')}`,
      ),
      await tx.$executeRaw(sql`update carrier_events set event = '{}' where workspace_id = ${workspaceId} and
        (processed_at is not null or received_at < ${clock.now()}::timestamptz - interval '1 hour') and ${of('event::text')}`),
    ]
    // Told of calls with others: what they tell is in these calls.
    const events = await idsOf(
      tx,
      sql`select e.id from provider_events e join calls c on c.id = e.call_id where c.workspace_id = ${workspaceId} and e.processed_at is not null and ${of('e.body::text')}`,
    )
    await tx.$executeRaw(sql`update provider_events set body = '{}' where id = any(${events}::bigint[])`)
    await tx.$executeRaw(
      sql`update graphile_worker._private_jobs set last_error = regexp_replace(last_error, ${traces.pattern}, ${ERASED_PLACEHOLDER}, 'g') where ${of('last_error')}`,
    )
    return counts.reduce((sum, count) => sum + count, events.length)
  })
  return false
}

export const STEPS: readonly Step[] = [mentions, files, others]
