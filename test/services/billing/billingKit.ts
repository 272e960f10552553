import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import { close } from '../../../src/services/calls/progress/callProgress.ts'
import { holdAmount } from '../../../src/services/billing/pricing.ts'
import * as wallet from '../../../src/services/billing/wallet.ts'
import { query, sql } from '../../../src/kernel/db/sql.ts'
import { makeCall } from '../../kit/rows.ts'

export interface Talk {
  seconds: number
  to?: string
  endedAt?: Date
}

/** Sets money aside for a call that stands already, as the statement that places one does; on a grant's account if one is named. */
export const hold = (workspaceId: number, callId: number, amount: bigint, grantId: number | null = null) =>
  query(sql`with placed as (select ${callId}::int as id), ${wallet.holdStatement(workspaceId, amount, grantId)} select 1`).catch(async (error: unknown) => {
    throw await wallet.toFundsError(error, workspaceId, amount)
  })

/** A call that has ended, its money still set aside; answers how to close it. */
export async function ended(workspaceId: number, { seconds, to = '+12125550100', endedAt = new Date() }: Talk) {
  const { id } = await makeCall(workspaceId)
  await anyWorkspace.call.update({ where: { id }, data: { status: 'completed', toNumber: to, durationSeconds: seconds, endedAt } })
  await hold(workspaceId, id, holdAmount(to))
  return { id, close: () => transaction((tx) => close(tx, workspaceId, id)) }
}

/** What a closed call cost, and why, in micro-units. */
export async function bill(callId: number) {
  const { costMicros, detail } = await anyWorkspace.call.findUniqueOrThrow({ where: { id: callId }, include: { detail: true } })
  return { cost: costMicros!, lines: detail!.costLines as { kind: string; description: string; seconds: number | null; unit_price: string; amount: string }[] }
}

/** A second hold on one call breaks its key, or is broken off where it meets the call's settlement; with whom the deadlock ends is chance. */
export function isOfSecondHold(error: unknown): boolean {
  const { code, meta } = error as { code?: string; meta?: { driverAdapterError?: { cause?: { originalCode?: string } } } }
  return ['23505', '40P01'].includes(meta?.driverAdapterError?.cause?.originalCode ?? code ?? '')
}
