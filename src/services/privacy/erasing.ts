import { clock } from '../../kernel/lib/clock.ts'
import { anyWorkspace, transaction, type Tx } from '../../kernel/db/db.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import * as auditTrail from '../audit/auditTrail.ts'
import * as callErasing from './callErasing.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as messageErasing from './messageErasing.ts'
import { itsCalls, itsConversations, itsLeads, type Person } from '../dataSubjects/people.ts'
import * as reportErasing from '../reports/reportErasing.ts'

/** Erases the next part of one kind; answers whether there may be more. */
export type Step = (person: Person) => Promise<boolean>

const BATCH = 100

/** One batch and its count in one transaction, one after the other where an erasure is worked on twice. */
export const counting = (person: Person, kind: string, work: (tx: Tx) => Promise<number>): Promise<number> =>
  transaction(async (tx) => {
    const [open] = await tx.$queryRaw<
      object[]
    >`select 1 from erasures where workspace_id = ${person.workspaceId} and id = ${person.id} and state <> 'done' for update`
    const count = open ? await work(tx) : 0
    if (count > 0)
      await tx.$executeRaw`
        update erasures set counts = counts || jsonb_build_object(${kind}::text, coalesce((counts->>${kind})::int, 0) + ${count}::int)
        where workspace_id = ${person.workspaceId} and id = ${person.id}`
    return count
  })

export const idsOf = async (tx: Tx, statement: Sql) => (await tx.$queryRaw<{ id: number }[]>(statement)).map(({ id }) => id)

/** Leads first, so that nobody is called in the midst of it. One that is being called goes when the call has ended. */
const leads: Step = async (person) => {
  const { workspaceId } = person
  const count = await counting(person, 'leads', async (tx) => {
    // The campaigns are held, as by everybody who changes which leads there are.
    const campaigns = await idsOf(tx, sql`select distinct campaign_id as id from leads where id in ${itsLeads(person)} order by 1`)
    await tx.$queryRaw(sql`select id from campaigns where workspace_id = ${workspaceId} and id = any(${campaigns}::int[]) order by id for no key update`)
    const ids = await idsOf(
      tx,
      sql`select id from leads l where l.id in ${itsLeads(person)} and status <> 'calling'
        and not exists (select from calls c where c.workspace_id = l.workspace_id and c.lead_id = l.id and c.finished_at is null and c.to_number = l.phone_number)
        order by id limit ${BATCH} for update`,
    )
    const of = sql`workspace_id = ${workspaceId} and lead_id = any(${ids}::int[])`
    await tx.$executeRaw(sql`delete from lead_import_changes where ${of}`)
    await tx.$executeRaw(sql`delete from lead_decisions where ${of}`)
    await tx.$executeRaw(sql`update calls set lead_id = null where ${of}`)
    await tx.$executeRaw(sql`delete from leads where workspace_id = ${workspaceId} and id = any(${ids}::int[])`)
    await tx.$executeRaw(sql`update campaigns set dial_at = now() where workspace_id = ${workspaceId} and id = any(${campaigns}::int[]) and status = 'running'`)
    for (const id of campaigns) campaignEvents.announce(tx, { workspaceId, id })
    return ids.length
  })
  return count === BATCH
}

const calls: Step = async (person) => {
  const count = await counting(person, 'calls', async (tx) => {
    const ids = await idsOf(tx, sql`select c.id from calls c where ${itsCalls(person)} and c.finished_at is not null order by c.id limit ${BATCH} for update`)
    await callErasing.erase(tx, person.workspaceId, ids, 'request')
    return ids.length
  })
  return count === BATCH
}

const messages: Step = async (person) => {
  const count = await counting(person, 'messages', async (tx) => {
    const ids = await idsOf(
      tx,
      sql`select m.id from messages m where m.workspace_id = ${person.workspaceId} and m.conversation_id in ${itsConversations(person)} and ${messageErasing.SETTLED}
        order by m.id limit ${BATCH} for update`,
    )
    await messageErasing.erase(tx, person.workspaceId, ids, 'request')
    return ids.length
  })
  return count === BATCH
}

const conversations: Step = async (person) => {
  await transaction(async (tx) =>
    messageErasing.closeEmpty(tx, person.workspaceId, await idsOf(tx, sql`select id from conversations where id in ${itsConversations(person)}`)),
  )
  return false
}

export const STEPS: readonly Step[] = [leads, calls, messages, conversations]

/** Whether something with the number is still under way, or is told and not worked on yet. */
export const isUnderWay = async (person: Person, tx: Pick<Tx, '$queryRaw'> = anyWorkspace): Promise<boolean> => {
  const { workspaceId, traces } = person
  const [left] = await tx.$queryRaw<{ some: boolean }[]>(sql`
    select exists (select from calls c where ${itsCalls(person)}) or exists (select from conversations where id in ${itsConversations(person)})
      or exists (select from leads where id in ${itsLeads(person)})
      or exists (select from lead_imports where workspace_id = ${workspaceId} and status = 'running' and content ~ ${traces.pattern})
      or exists (select from carrier_events where workspace_id = ${workspaceId} and processed_at is null and received_at > ${clock.now()}::timestamptz - interval '1 hour'
        and event::text ~ ${traces.pattern}) as some`)
  return left!.some
}

/** Entries of the audit log that came after its rows were looked through are not older than the erasure, but for their transactions' length. */
const MARGIN_MS = 3_600_000

/** The list entry goes, or loses its reason and stays, and the audit log forgets what came of it all. Safe to repeat. */
export const unlist = (person: Person): Promise<number> =>
  transaction(async (tx) => {
    const { workspaceId, phoneNumber, retainsDncEntry } = person
    if (retainsDncEntry) await tx.dncEntry.updateMany({ where: { workspaceId, phoneNumber }, data: { reason: null } })
    else await tx.dncEntry.deleteMany({ where: { workspaceId, phoneNumber } })
    return forgetInAudit(tx, person)
  })

/**
 * Ends the erasure: the number is forgotten here too. Not yet, and false, where something with the number has come up meanwhile: then
 * all is looked through again. It comes in a transaction behind all others, so that it knows of every report that has read what they took away.
 */
export const finish = (person: Person): Promise<boolean> =>
  transaction(async (tx) => {
    const { workspaceId, id } = person
    const isOver = !(await isUnderWay(person, tx))
    await tx.$executeRaw`update erasures set counts = counts - 'reached' where workspace_id = ${workspaceId} and id = ${id}`
    if (!isOver) return false
    await reportErasing.erase(tx, person)
    await tx.erasure.updateMany({ where: { workspaceId, id }, data: { state: 'done', phoneNumber: null, finishedAt: clock.now() } })
    // Last, since all that was changed before has its entry there.
    await forgetInAudit(tx, person)
    return true
  })

const forgetInAudit = (tx: Tx, person: Person) => auditTrail.erase(tx, person, new Date(person.createdAt.getTime() - MARGIN_MS))
