import { clock } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, isDuplicate, transaction } from '../../../kernel/db/db.ts'
import type { EndedReason } from '../../../kernel/vocabulary/endedReasons.ts'
import type { Call, CallDetail, Prisma } from '../../../generated/prisma/client.ts'
import { verbatim } from '../../../kernel/json/jsonSource.ts'
import { assigned, columns, query, sql } from '../../../kernel/db/sql.ts'
import { close } from '../progress/callProgress.ts'
import { FIELDS } from '../calls.ts'
import * as wallet from '../../billing/wallet.ts'

export type InboundCall = Omit<Prisma.CallUncheckedCreateInput, 'detail' | 'hold'> & { inboundKey: string }
export type InboundDetail = Omit<Prisma.CallDetailUncheckedCreateInput, 'workspaceId' | 'callId' | 'call'>

/** The call that a provider's request was answered with before, when it was. */
export const find = (provider: string, inboundKey: string): Promise<(Call & { detail: CallDetail | null }) | null> =>
  anyWorkspace.call.findUnique({ where: { provider_inboundKey: { provider, inboundKey } }, include: { detail: true } })

/**
 * Commits a call that is answered, with its hold, in one statement: after it the call exists, whatever happens; without
 * it nothing does. Null when the same request was answered a moment before; INSUFFICIENT_FUNDS.
 */
export async function answer(call: InboundCall, detail: InboundDetail, hold: bigint): Promise<Call | null> {
  const { workspaceId } = call
  const row = assigned(call)
  const more = assigned({ ...detail, workspaceId })
  const [made] = await query<Call>(sql`
    with made as (select nextval('calls_id_seq')::int as id),
    placed as (insert into calls (id, ${row.into}) select made.id, ${row.values} from made on conflict do nothing returning *),
    detailed as (insert into call_details (call_id, ${more.into}) select id, ${more.values} from placed),
    ${wallet.holding(workspaceId, hold)}
    select ${columns(FIELDS)} from placed`).catch(async (error: unknown) => {
    throw await wallet.missingFunds(error, workspaceId, hold)
  })
  return made ?? null
}

/** Commits a call that nobody answers, over from the beginning, with its `call.completed`. Null when it is known already. */
export async function miss(call: InboundCall, detail: InboundDetail, reason: EndedReason): Promise<Call | null> {
  const { workspaceId } = call
  const over = {
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
      const made = await tx.call.create({ data: { ...call, ...over } })
      await tx.callDetail.create({ data: { ...detail, metadata: verbatim(detail.metadata) as Prisma.InputJsonObject, workspaceId, callId: made.id } })
      await close(tx, workspaceId, made.id)
      return made
    })
  } catch (error) {
    if (isDuplicate(error)) return null
    throw error
  }
}
