import { clock } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { join, raw, sql } from '../../kernel/db/sql.ts'
import * as auditTrail from '../audit/auditTrail.ts'
import type { Person } from '../dataSubjects/people.ts'
import { counting, idsOf, type Step } from './erasing.ts'
import { columnsOf, type Place, PLACES, stretchOf } from '../dataSubjects/phonePlaces.ts'
import { ERASED, without, withoutIn } from '../dataSubjects/phoneTraces.ts'

/** How far the search is, kept with the erasure so that another process goes on there. */
interface Reached {
  table: string
  after: number
}

const nameOf = ({ workspaceId, id }: Person) => sql`workspace_id = ${workspaceId} and id = ${id}`

/** Looks through the next rows for the number and takes it out of them; the rows are about others and stay. */
const mentions: Step = async (person) => {
  const reached = await reachedBy(person)
  const place = reached ? PLACES.find(({ table }) => table === reached.table) : PLACES[0]
  if (!place) return false
  const { last } = await stretch(person, place, reached?.after ?? 0)
  const next = last === null ? PLACES[PLACES.indexOf(place) + 1] : place
  await keep(person, { table: next?.table ?? '', after: last ?? 0 })
  return next !== undefined
}

async function stretch(person: Person, place: Place, after: number): Promise<{ last: number | null }> {
  let last: number | null = null
  await counting(person, 'mentions', async (tx) => {
    const [found] = await tx.$queryRaw<{ last: number | null; ids: number[] }[]>(stretchOf(place, person, after))
    last = found!.last
    if (place.table === 'audit_entries') await auditTrail.mask(tx, person, found!.ids)
    else for (const id of found!.ids) await mask(tx, person, place, id)
    return found!.ids.length
  })
  return { last }
}

async function mask(tx: Tx, { workspaceId, traces }: Person, place: Place, id: number) {
  const { table, key = 'id', text = [], json = [], jsonText = [] } = place
  const where = sql`workspace_id = ${workspaceId} and ${raw(key)} = ${id}`
  const chosen = columnsOf(place).map((name) => `${name}::text`)
  const [row] = await tx.$queryRaw<Record<string, string | null>[]>(sql`select ${raw(chosen.join(', '))} from ${raw(table)} where ${where} for update`)
  if (!row) return
  // What does not name the number stays as it was written.
  const names = (column: string) => new RegExp(traces.pattern).test(row[column] ?? '')
  const masked = (name: string) => JSON.stringify(without(JSON.parse(row[name]!), traces))
  const set = [
    ...text.filter(names).map((name) => sql`${raw(name)} = ${withoutIn(row[name]!, traces)}`),
    ...json.filter(names).map((name) => sql`${raw(name)} = ${masked(name)}::json`),
    ...jsonText.filter(names).map((name) => sql`${raw(name)} = ${masked(name)}`),
  ]
  if (set.length > 0) await tx.$executeRaw(sql`update ${raw(table)} set ${join(set)} where ${where}`)
}

async function reachedBy(person: Person): Promise<Reached | null> {
  const found = await transaction((tx) =>
    tx.$queryRaw<{ reached: Reached | null }[]>(sql`select counts->'reached' as reached from erasures where ${nameOf(person)}`),
  )
  return found[0]?.reached ?? null
}

const keep = (person: Person, reached: Reached) =>
  transaction((tx) =>
    tx.$executeRaw(sql`update erasures set counts = counts || jsonb_build_object('reached', ${JSON.stringify(reached)}::jsonb) where ${nameOf(person)}`),
  )

/** Uploaded files that name the number are dropped whole; one that waits to be imported is not imported any more, one that is being imported goes afterwards. */
const files: Step = async (person) => {
  await counting(person, 'files', (tx) =>
    tx.$executeRaw(sql`
      update lead_imports set content = null,
        status = case when status = 'uploaded' then 'failed' else status end, error = case when status = 'uploaded' then 'Its file was erased' else error end
      where workspace_id = ${person.workspaceId} and status <> 'running' and content ~ ${person.traces.pattern}`),
  )
  return false
}

/** What leads were before an import, kept answers, proposals to start, and what vendors told. */
const others: Step = async (person) => {
  const { workspaceId, traces } = person
  await counting(person, 'mentions', async (tx) => {
    const of = (column: string) => sql`${raw(column)} ~ ${traces.pattern}`
    const counts = [
      await tx.$executeRaw(sql`delete from lead_import_changes where workspace_id = ${workspaceId} and ${of('before::text')}`),
      await tx.$executeRaw(sql`delete from campaign_proposals where workspace_id = ${workspaceId} and ${of('summary::text')}`),
      await tx.$executeRaw(sql`delete from idempotency_keys where workspace_id = ${workspaceId} and (${of('key')} or ${of('path')})`),
      await tx.$executeRaw(
        sql`update idempotency_keys set body = regexp_replace(body, ${traces.pattern}, ${ERASED}, 'g') where workspace_id = ${workspaceId} and ${of('body')}`,
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
      sql`update graphile_worker._private_jobs set last_error = regexp_replace(last_error, ${traces.pattern}, ${ERASED}, 'g') where ${of('last_error')}`,
    )
    return counts.reduce((sum, count) => sum + count, events.length)
  })
  return false
}

export const STEPS: readonly Step[] = [mentions, files, others]
