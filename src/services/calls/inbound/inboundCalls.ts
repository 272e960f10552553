import { clock } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, isDuplicate, transaction } from '../../../kernel/db/db.ts'
import type { EndedReason } from '../../../kernel/vocabulary/endedReasons.ts'
import type { Call, CallDetail, Prisma } from '../../../generated/prisma/client.ts'
import { verbatim } from '../../../kernel/json/jsonSource.ts'
import { insertColumnsOf, insertValuesOf, selectList, sql } from '../../../kernel/db/sqlText.ts'
import { statement, toRow } from '../../../kernel/db/statement.ts'
import { close } from '../progress/callClosing.ts'
import { FIELDS } from '../calls.ts'
import * as wallet from '../../billing/wallet.ts'

export type InboundCall = Omit<Prisma.CallUncheckedCreateInput, 'detail' | 'hold'> & { inboundKey: string }
export type InboundDetail = Omit<Prisma.CallDetailUncheckedCreateInput, 'workspaceId' | 'callId' | 'call'>

/** Finds the call of an earlier request with the same key. */
export const find = (provider: string, inboundKey: string): Promise<(Call & { detail: CallDetail | null }) | null> =>
  anyWorkspace.call.findFirst({ where: { provider, inboundKey }, include: { detail: true } })

const commitAnsweredCall = statement(
  'calls.commitAnswered',
  sql`
    with new_row as (select nextval('calls_id_seq')::int as id),
    created as (
      insert into calls (id, ${insertColumnsOf('calls', 'call', 'id')}) select new_row.id, ${insertValuesOf('calls', 'call', 'id')} from new_row
      on conflict do nothing returning *),
    created_detail as (insert into call_details (call_id, ${insertColumnsOf('call_details', 'detail', 'call_id')}) select id, ${insertValuesOf('call_details', 'detail', 'call_id')} from created),
    ${wallet.HOLD_FOR_CALL}
    select ${selectList(FIELDS)} from created`,
)

/**
 * Commits an answered call with its hold in one statement, so that both exist or neither. Returns null if the same request was already
 * answered. Throws INSUFFICIENT_FUNDS.
 */
export async function commitAnswered(call: InboundCall, detail: InboundDetail, hold: bigint): Promise<Call | null> {
  const { workspaceId } = call
  const created = await commitAnsweredCall
    .get({ workspaceId, hold, call: toRow(call), detail: toRow({ ...detail, workspaceId }) })
    .catch(async (error: unknown) => {
      throw await wallet.toFundsError(error, workspaceId, hold)
    })
  return created ?? null
}

/** Commits a missed call, already ended, with its `call.completed` event. Returns null if the call exists. */
export async function commitMissed(call: InboundCall, detail: InboundDetail, reason: EndedReason): Promise<Call | null> {
  const { workspaceId } = call
  const endFields = {
    placement: 'refused',
    status: 'failed',
    outcome: 'failed',
    endedReason: reason,
    endedAt: clock.now(),
    durationSeconds: 0,
    ...(call.recorded && { recorded: false, recordingReason: 'disabled_on_call' }),
  }
  try {
    return await transaction(async (tx) => {
      const created = await tx.call.create({ data: { ...call, ...endFields } })
      await tx.callDetail.create({ data: { ...detail, metadata: verbatim(detail.metadata) as Prisma.InputJsonObject, workspaceId, callId: created.id } })
      await close(tx, workspaceId, created.id)
      return created
    })
  } catch (error) {
    if (isDuplicate(error)) return null
    throw error
  }
}
