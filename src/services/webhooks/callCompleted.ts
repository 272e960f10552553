import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Connection } from '../../kernel/db/db.ts'
import type { Call, CallDetail } from '../../generated/prisma/client.ts'
import { verbatim } from '../../kernel/json/jsonSource.ts'
import * as deliveries from './deliveries.ts'

/** Enqueues `call.completed` in the transaction that completes the calls, with the metadata as the client sent it (spec: call.completed). */
export async function enqueue(tx: Connection, workspaceId: WorkspaceId, calls: readonly CompletedCall[]) {
  const events = calls.map((call) => ({ eventId: String(call.id), data: { ...toData(call), metadata: verbatim(call.metadata) }, trace: call.trace }))
  await deliveries.enqueueAll(tx, { workspaceId, type: 'call.completed', events })
}

/** A closed call with the parts of its details that the event shows. */
export type CompletedCall = Call & Pick<CallDetail, 'summary' | 'structuredData' | 'successEvaluation' | 'analysis' | 'metadata'>

const toIdText = (id: number | null) => (id === null ? null : String(id))

export const toData = (call: CompletedCall) => ({
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
  summary: call.summary,
  structured_data: call.structuredData ?? {},
  success_evaluation: call.successEvaluation,
  analysis: call.analysis ?? {},
  metadata: call.metadata,
})
