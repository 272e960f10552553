import { clock } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { mentionsNumber } from '../../kernel/db/phoneMentions.ts'
import * as auditTrail from '../audit/auditTrail.ts'
import * as callErasure from '../calls/callErasure.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as campaignWakes from '../campaigns/campaignWakes.ts'
import * as consentErasure from '../compliance/consentErasure.ts'
import * as dncErasure from '../compliance/dncErasure.ts'
import * as leadErasure from '../leads/leadErasure.ts'
import * as messageErasure from '../messages/messageErasure.ts'
import * as rowErasure from './rowErasure.ts'
import { CONVERSATIONS_OF, IS_CALL_OF, LEADS_OF, type Person, personParams } from '../dataSubjects/people.ts'
import * as reportErasure from '../reports/reportErasure.ts'

/** Erases the next batch of one kind; returns whether there may be more. */
export type Step = (person: Person) => Promise<boolean>

const BATCH_SIZE = 100

const lockOpenErasure = statement(
  'erasures.lockOpen',
  sql`select id from erasures where workspace_id = $workspaceId and id = $id and status <> 'done' for update`,
)

const addCount = statement(
  'erasures.addCount',
  sql`
    update erasures set counts = counts || jsonb_build_object($kind::text, coalesce((counts->>$kind)::int, 0) + $count::int)
    where workspace_id = $workspaceId and id = $id`,
)

/** Erases one batch and updates its count in one transaction; concurrent workers take turns. */
export const countErased = ({ workspaceId, id }: Person, kind: string, work: (tx: Tx) => Promise<number>): Promise<number> =>
  transaction(async (tx) => {
    const isOpen = (await lockOpenErasure.run({ workspaceId, id }, tx)) > 0
    const count = isOpen ? await work(tx) : 0
    if (count > 0) await addCount.run({ workspaceId, id, kind, count }, tx)
    return count
  })

/** Searches for the rows of a person depend on how many there are, so they are planned each time. */
const SEARCH = { isUnprepared: true }

const listCampaigns = statement(
  'erasures.listCampaigns',
  sql`select distinct campaign_id as id from leads where workspace_id = $workspaceId and id in ${LEADS_OF} order by 1`,
  SEARCH,
)

const lockCampaigns = statement(
  'erasures.lockCampaigns',
  sql`select id from campaigns where workspace_id = $workspaceId and id = any($ids) order by id for no key update`,
)

const lockLeads = statement(
  'erasures.lockLeads',
  sql`
    select id from leads l where l.workspace_id = $workspaceId and l.id in ${LEADS_OF} and status <> 'calling'
      and not exists (select from calls c where c.workspace_id = l.workspace_id and c.lead_id = l.id and c.finished_at is null and c.to_number = l.phone_number)
    order by id limit ${BATCH_SIZE} for update`,
  SEARCH,
)

/** Erases leads first, so that none is called during the erasure. A lead in a call is deleted after the call. */
const eraseLeads: Step = async (person) => {
  const { workspaceId } = person
  const count = await countErased(person, 'leads', async (tx) => {
    // Every change of a campaign's leads locks the campaign.
    const campaigns = idsOf(await listCampaigns.all(personParams(person), tx))
    await lockCampaigns.run({ workspaceId, ids: campaigns }, tx)
    const ids = idsOf(await lockLeads.all(personParams(person), tx))
    await callErasure.detachLeads(tx, workspaceId, ids)
    await leadErasure.erase(tx, workspaceId, ids)
    await campaignWakes.wake(tx, workspaceId, campaigns)
    for (const id of campaigns) campaignEvents.announce(tx, { workspaceId, id })
    return ids.length
  })
  return count === BATCH_SIZE
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

const lockCalls = statement(
  'erasures.lockCalls',
  sql`select c.id from calls c where ${IS_CALL_OF} and c.finished_at is not null order by c.id limit ${BATCH_SIZE} for update`,
  SEARCH,
)

const eraseCalls: Step = async (person) => {
  const count = await countErased(person, 'calls', async (tx) => {
    const ids = idsOf(await lockCalls.all(personParams(person), tx))
    await rowErasure.eraseCalls(tx, person.workspaceId, ids, 'request')
    return ids.length
  })
  return count === BATCH_SIZE
}

const lockMessages = statement(
  'erasures.lockMessages',
  sql`
    select m.id from messages m where m.workspace_id = $workspaceId and m.conversation_id in ${CONVERSATIONS_OF} and ${messageErasure.IS_SETTLED}
    order by m.id limit ${BATCH_SIZE} for update`,
  SEARCH,
)

const eraseMessages: Step = async (person) => {
  const count = await countErased(person, 'messages', async (tx) => {
    const ids = idsOf(await lockMessages.all(personParams(person), tx))
    await rowErasure.eraseMessages(tx, person.workspaceId, ids, 'request')
    return ids.length
  })
  return count === BATCH_SIZE
}

const listConversations = statement(
  'erasures.listConversations',
  sql`select id from conversations where workspace_id = $workspaceId and id in ${CONVERSATIONS_OF}`,
  SEARCH,
)

const eraseConversations: Step = async (person) => {
  await transaction(async (tx) => {
    const ids = idsOf(await listConversations.all(personParams(person), tx))
    await messageErasure.eraseEmptyConversations(tx, person.workspaceId, ids)
  })
  return false
}

const eraseConsents: Step = async (person) => {
  await countErased(person, 'consents', (tx) => consentErasure.erase(tx, person))
  return false
}

export const STEPS: readonly Step[] = [eraseLeads, eraseCalls, eraseMessages, eraseConversations, eraseConsents]

const findActiveData = statement(
  'erasures.findActiveData',
  sql`
    select exists (select from calls c where ${IS_CALL_OF}) or exists (select from conversations where workspace_id = $workspaceId and id in ${CONVERSATIONS_OF})
      or exists (select from leads where workspace_id = $workspaceId and id in ${LEADS_OF})
      or exists (select from consents where workspace_id = $workspaceId and phone_number = $phoneNumber)
      or exists (select from lead_imports where workspace_id = $workspaceId and status = 'running' and content ~ $pattern)
      or exists (select from carrier_events where workspace_id = $workspaceId and processed_at is null and received_at > $now::timestamptz - interval '1 hour'
        and ${mentionsNumber(sql`event::text`)}) as is_active`,
  SEARCH,
)

/** Whether calls, messages, leads, consents, imports or unprocessed events with the number still exist. */
export const hasActiveData = async (person: Person, tx?: Tx): Promise<boolean> =>
  (await findActiveData.get({ ...personParams(person), now: clock.now() }, tx))!.isActive

/** Allowance for long transactions: audit log entries are searched from this long before the erasure. */
const AUDIT_MARGIN_MS = 3_600_000

/** Deletes the DNC entry, or only its reason if the entry is retained, and removes the number from the audit log. Safe to repeat. */
export const clearDncEntry = (person: Person): Promise<number> =>
  transaction(async (tx) => {
    await dncErasure.erase(tx, person)
    return eraseInAuditLog(tx, person)
  })

const clearProgress = statement('erasures.clearProgress', sql`update erasures set counts = counts - 'reached' where workspace_id = $workspaceId and id = $id`)

/**
 * Completes the erasure and deletes the number from it. Returns false if new data with the number has appeared; the caller then starts over.
 * Runs in a transaction after all others, so it knows all reports that have read the deleted data.
 */
export const finish = (person: Person): Promise<boolean> =>
  transaction(async (tx) => {
    const { workspaceId, id } = person
    const isOver = !(await hasActiveData(person, tx))
    await clearProgress.run({ workspaceId, id }, tx)
    if (!isOver) return false
    await reportErasure.erase(tx, person)
    await tx.erasure.updateMany({ where: { workspaceId, id }, data: { status: 'done', phoneNumber: null, finishedAt: clock.now() } })
    // Last, since all earlier changes have entries in the audit log.
    await eraseInAuditLog(tx, person)
    return true
  })

const eraseInAuditLog = (tx: Tx, person: Person) => auditTrail.erase(tx, person, new Date(person.createdAt.getTime() - AUDIT_MARGIN_MS))
