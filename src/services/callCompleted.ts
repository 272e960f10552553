import type { Tx } from '../db.ts'
import type { Call, CallDetail } from '../generated/prisma/client.ts'
import * as deliveries from './deliveries.ts'

/** Puts `call.completed` on its way in the transaction that completes the call (spec: call.completed). */
export const enqueue = (tx: Tx, call: Call & { detail: CallDetail }) =>
  deliveries.enqueue(tx, { workspaceId: call.workspaceId, type: 'call.completed', eventId: String(call.id), data: dataOf(call) })

const text = (id: number | null) => (id === null ? null : String(id))

export const dataOf = (call: Call & { detail: CallDetail }) => ({
  call_id: String(call.id),
  provider_call_id: call.providerCallId,
  campaign_id: text(call.campaignId),
  lead_id: text(call.leadId),
  direction: call.direction,
  status: call.status,
  outcome: call.outcome,
  duration_seconds: call.durationSeconds ?? 0,
  from_number: call.fromNumber,
  to_number: call.toNumber,
  ended_reason: call.endedReason,
  summary: call.detail.summary,
  structured_data: call.detail.structuredData ?? {},
  success_evaluation: call.detail.successEvaluation,
  analysis: call.detail.analysis ?? {},
  metadata: call.detail.metadata,
})
