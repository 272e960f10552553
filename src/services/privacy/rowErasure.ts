import type { CallId, MessageId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { countryOf } from '../../kernel/lib/phones.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as callErasure from '../calls/callErasure.ts'
import * as deliveryErasure from '../webhooks/deliveryErasure.ts'
import * as holdErasure from '../billing/holdErasure.ts'
import * as leadErasure from '../leads/leadErasure.ts'
import * as messageErasure from '../messages/messageErasure.ts'
import { CALL_FACTS } from '../compliance/proof/callFacts.ts'
import * as optOutErasure from '../compliance/optOuts/optOutErasure.ts'
import * as slotErasure from '../voiceProviders/slotErasure.ts'

/** Reason of an erasure: the retention period ended, or a request. */
export type ErasureReason = 'retention' | 'request'

const archiveCalls = statement(
  'erasedCalls.add',
  sql`
    insert into erased_calls (id, workspace_id, agent_id, campaign_id, number_id, country, direction, provider, status, outcome, duration_seconds,
      cost_micros, cost_lines, created_at, ended_at, finished_at, reason, proof)
    select c.id, c.workspace_id, c.agent_id, c.campaign_id, c.number_id, c.country, c.direction, c.provider, c.status, c.outcome, c.duration_seconds,
      c.cost_micros, coalesce(d.cost_lines, '[]'), c.created_at, c.ended_at, c.finished_at, $reason, ${CALL_FACTS}
    from calls c left join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id
    where c.workspace_id = $workspaceId and c.id = any($ids) and c.finished_at is not null
    on conflict do nothing`,
)

/**
 * Deletes finished calls and all dependent rows. Facts and amounts, which contain no personal data, and what proves that the call was lawful move to `erased_calls`; the ledger,
 * monthly usage, campaign totals and statistics were counted when the calls ended and stay. Jobs in the same transaction delete the data at
 * the voice providers. The caller has locked the rows.
 */
export async function eraseCalls(tx: Tx, workspaceId: WorkspaceId, callIds: readonly CallId[], reason: ErasureReason): Promise<void> {
  if (callIds.length === 0) return
  await archiveCalls.run({ workspaceId, ids: [...callIds], reason }, tx)
  await deliveryErasure.erase(tx, workspaceId, 'call.completed', callIds)
  await leadErasure.detachCalls(tx, workspaceId, callIds)
  await slotErasure.detachCalls(tx, callIds)
  await optOutErasure.detachCalls(tx, workspaceId, callIds)
  await holdErasure.erase(tx, workspaceId, callIds)
  await callErasure.erase(tx, workspaceId, callIds)
}

/** Blanks the content of finished calls and the data submitted with them, also in webhook deliveries. The calls stay. The caller has locked them. */
export async function blankCalls(tx: Tx, workspaceId: WorkspaceId, callIds: readonly CallId[]): Promise<void> {
  if (callIds.length === 0) return
  await callErasure.blank(tx, workspaceId, callIds)
  await deliveryErasure.blankCalls(tx, workspaceId, callIds)
  await optOutErasure.blankCalls(tx, workspaceId, callIds)
}

const listNumbers = statement(
  'erasedMessages.listNumbers',
  sql`select id, direction, from_number, to_number from messages where workspace_id = $workspaceId and id = any($ids)`,
)

const archiveMessages = statement(
  'erasedMessages.add',
  sql`
    insert into erased_messages (id, workspace_id, number_id, country, direction, status, segments, cost_micros, created_at, reason)
    select m.id, m.workspace_id, m.number_id, origin.country, m.direction, m.status, m.segments, m.cost_micros, m.created_at, $reason
    from messages m join jsonb_to_recordset($countries) as origin (id int, country text) on origin.id = m.id
    where m.workspace_id = $workspaceId and m.id = any($ids)
    on conflict do nothing`,
)

/**
 * Deletes settled messages with all dependent rows, and conversations that become empty. Facts and amounts, which contain no personal data,
 * move to `erased_messages`. The caller has locked the rows.
 */
export async function eraseMessages(tx: Tx, workspaceId: WorkspaceId, messageIds: readonly MessageId[], reason: ErasureReason): Promise<void> {
  if (messageIds.length === 0) return
  const messages = await listNumbers.all({ workspaceId, ids: [...messageIds] }, tx)
  const countries = messages.map(({ id, direction, fromNumber, toNumber }) => ({ id, country: countryOf(direction === 'inbound' ? fromNumber : toNumber) }))
  await archiveMessages.run({ workspaceId, reason, ids: [...messageIds], countries: JSON.stringify(countries) }, tx)
  await deliveryErasure.erase(tx, workspaceId, 'sms.received', messageIds)
  await messageErasure.erase(tx, workspaceId, messageIds)
}
