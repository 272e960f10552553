import { clock } from '../../kernel/lib/clock.ts'
import { anyWorkspace, transaction, type Tx } from '../../kernel/db/db.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import * as auditTrail from '../audit/auditTrail.ts'
import * as callErasing from './callErasing.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as messageErasing from './messageErasing.ts'
import { callsOf, conversationsOf, leadsOf, type Person } from '../dataSubjects/people.ts'
import * as reportErasing from '../reports/reportErasing.ts'

/** Erases the next batch of one kind; returns whether there may be more. */
export type Step = (person: Person) => Promise<boolean>

const BATCH_SIZE = 100

/** Erases one batch and updates its count in one transaction; concurrent workers take turns. */
export const countErased = (person: Person, kind: string, work: (tx: Tx) => Promise<number>): Promise<number> =>
  transaction(async (tx) => {
    const [open] = await tx.$queryRaw<
      object[]
    >`select 1 from erasures where workspace_id = ${person.workspaceId} and id = ${person.id} and status <> 'done' for update`
    const count = open ? await work(tx) : 0
    if (count > 0)
      await tx.$executeRaw`
        update erasures set counts = counts || jsonb_build_object(${kind}::text, coalesce((counts->>${kind})::int, 0) + ${count}::int)
        where workspace_id = ${person.workspaceId} and id = ${person.id}`
    return count
  })

export const idsOf = async (tx: Tx, statement: Sql) => (await tx.$queryRaw<{ id: number }[]>(statement)).map(({ id }) => id)

/** Erases leads first, so that none is called during the erasure. A lead in a call is deleted after the call. */
const eraseLeads: Step = async (person) => {
  const { workspaceId } = person
  const count = await countErased(person, 'leads', async (tx) => {
    // Every change of a campaign's leads locks the campaign.
    const campaigns = await idsOf(tx, sql`select distinct campaign_id as id from leads where id in ${leadsOf(person)} order by 1`)
    await tx.$queryRaw(sql`select id from campaigns where workspace_id = ${workspaceId} and id = any(${campaigns}::int[]) order by id for no key update`)
    const ids = await idsOf(
      tx,
      sql`select id from leads l where l.id in ${leadsOf(person)} and status <> 'calling'
        and not exists (select from calls c where c.workspace_id = l.workspace_id and c.lead_id = l.id and c.finished_at is null and c.to_number = l.phone_number)
        order by id limit ${BATCH_SIZE} for update`,
    )
    const condition = sql`workspace_id = ${workspaceId} and lead_id = any(${ids}::int[])`
    await tx.$executeRaw(sql`delete from lead_import_changes where ${condition}`)
    await tx.$executeRaw(sql`delete from lead_decisions where ${condition}`)
    await tx.$executeRaw(sql`update calls set lead_id = null where ${condition}`)
    await tx.$executeRaw(sql`delete from leads where workspace_id = ${workspaceId} and id = any(${ids}::int[])`)
    await tx.$executeRaw(
      sql`update campaigns set dial_at = ${clock.now()}::timestamptz where workspace_id = ${workspaceId} and id = any(${campaigns}::int[]) and status = 'running'`,
    )
    for (const id of campaigns) campaignEvents.announce(tx, { workspaceId, id })
    return ids.length
  })
  return count === BATCH_SIZE
}

const eraseCalls: Step = async (person) => {
  const count = await countErased(person, 'calls', async (tx) => {
    const ids = await idsOf(
      tx,
      sql`select c.id from calls c where ${callsOf(person)} and c.finished_at is not null order by c.id limit ${BATCH_SIZE} for update`,
    )
    await callErasing.eraseCalls(tx, person.workspaceId, ids, 'request')
    return ids.length
  })
  return count === BATCH_SIZE
}

const eraseMessages: Step = async (person) => {
  const count = await countErased(person, 'messages', async (tx) => {
    const ids = await idsOf(
      tx,
      sql`select m.id from messages m where m.workspace_id = ${person.workspaceId} and m.conversation_id in ${conversationsOf(person)} and ${messageErasing.IS_SETTLED}
        order by m.id limit ${BATCH_SIZE} for update`,
    )
    await messageErasing.eraseMessages(tx, person.workspaceId, ids, 'request')
    return ids.length
  })
  return count === BATCH_SIZE
}

const eraseConversations: Step = async (person) => {
  await transaction(async (tx) =>
    messageErasing.deleteEmptyConversations(tx, person.workspaceId, await idsOf(tx, sql`select id from conversations where id in ${conversationsOf(person)}`)),
  )
  return false
}

export const STEPS: readonly Step[] = [eraseLeads, eraseCalls, eraseMessages, eraseConversations]

/** Whether calls, messages, imports or unprocessed events with the number still exist. */
export const hasActiveData = async (person: Person, tx: Pick<Tx, '$queryRaw'> = anyWorkspace): Promise<boolean> => {
  const { workspaceId, traces } = person
  const [row] = await tx.$queryRaw<{ isActive: boolean }[]>(sql`
    select exists (select from calls c where ${callsOf(person)}) or exists (select from conversations where id in ${conversationsOf(person)})
      or exists (select from leads where id in ${leadsOf(person)})
      or exists (select from lead_imports where workspace_id = ${workspaceId} and status = 'running' and content ~ ${traces.pattern})
      or exists (select from carrier_events where workspace_id = ${workspaceId} and processed_at is null and received_at > ${clock.now()}::timestamptz - interval '1 hour'
        and event::text ~ ${traces.pattern}) as "isActive"`)
  return row!.isActive
}

/** Allowance for long transactions: audit log entries are searched from this long before the erasure. */
const AUDIT_MARGIN_MS = 3_600_000

/** Deletes the DNC entry, or only its reason if the entry is retained, and removes the number from the audit log. Safe to repeat. */
export const clearDncEntry = (person: Person): Promise<number> =>
  transaction(async (tx) => {
    const { workspaceId, phoneNumber, retainsDncEntry } = person
    if (retainsDncEntry) await tx.dncEntry.updateMany({ where: { workspaceId, phoneNumber }, data: { reason: null } })
    else await tx.dncEntry.deleteMany({ where: { workspaceId, phoneNumber } })
    return eraseInAuditLog(tx, person)
  })

/**
 * Completes the erasure and deletes the number from it. Returns false if new data with the number has appeared; the caller then starts over.
 * Runs in a transaction after all others, so it knows all reports that have read the deleted data.
 */
export const finish = (person: Person): Promise<boolean> =>
  transaction(async (tx) => {
    const { workspaceId, id } = person
    const isOver = !(await hasActiveData(person, tx))
    await tx.$executeRaw`update erasures set counts = counts - 'reached' where workspace_id = ${workspaceId} and id = ${id}`
    if (!isOver) return false
    await reportErasing.erase(tx, person)
    await tx.erasure.updateMany({ where: { workspaceId, id }, data: { status: 'done', phoneNumber: null, finishedAt: clock.now() } })
    // Last, since all earlier changes have entries in the audit log.
    await eraseInAuditLog(tx, person)
    return true
  })

const eraseInAuditLog = (tx: Tx, person: Person) => auditTrail.erase(tx, person, new Date(person.createdAt.getTime() - AUDIT_MARGIN_MS))
