import type { Tx } from '../../kernel/db/db.ts'
import type { Call, CallDetail } from '../../generated/prisma/client.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { verbatim } from '../../kernel/json/jsonSource.ts'
import * as deliveries from './deliveries.ts'

const readMetadata = statement('webhooks.readMetadata', sql`select metadata from call_details where workspace_id = $workspaceId and call_id = $callId`)

/** Enqueues `call.completed` in the transaction that completes the call, with the metadata as the client sent it (spec: call.completed). */
export async function enqueue(tx: Tx, call: Call & { detail: CallDetail }) {
  const { workspaceId, id } = call
  const detail = await readMetadata.get({ workspaceId, callId: id }, tx)
  const data = { ...toData(call), metadata: verbatim(detail!.metadata) }
  await deliveries.enqueue(tx, { workspaceId, type: 'call.completed', eventId: String(id), data })
}

const toIdText = (id: number | null) => (id === null ? null : String(id))

export const toData = (call: Call & { detail: CallDetail }) => ({
  call_id: String(call.id),
  provider_call_id: call.providerCallId,
  campaign_id: toIdText(call.campaignId),
  lead_id: toIdText(call.leadId),
  direction: call.direction,
  status: call.status,
  outcome: call.outcome,
  duration_seconds: call.durationSeconds ?? 0,
  from_number: call.fromNumber,
  to_number: call.toNumber,
  ended_reason: call.endedReason,
  provider_ended_reason: call.providerEndedReason,
  summary: call.detail.summary,
  structured_data: call.detail.structuredData ?? {},
  success_evaluation: call.detail.successEvaluation,
  analysis: call.detail.analysis ?? {},
  metadata: call.detail.metadata,
})
