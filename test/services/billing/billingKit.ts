import { anyWorkspace, pool, transaction } from '../../../src/kernel/db/db.ts'
import { close } from '../../../src/services/calls/progress/callClosing.ts'
import { holdAmount } from '../../../src/services/billing/pricing.ts'
import * as wallet from '../../../src/services/billing/wallet.ts'
import { compileSql, sql } from '../../../src/kernel/db/sqlText.ts'
import { makeCall } from '../../kit/fixtures/rows.ts'

export interface Talk {
  seconds: number
  to?: string
  endedAt?: Date
}

/** Reserves funds for an existing call, as the statement that places one does. With a grant, also counts for it. */
export async function holdFunds(workspaceId: number, callId: number, hold: bigint, grantId: number | null = null) {
  const params = { callId, workspaceId, hold, appGrantId: grantId }
  const { text, values } = compileSql(sql`with created as (select $callId::int as id), ${wallet.HOLD_FOR_CALL} select 1`, params)
  await pool.query(text, values(params)).catch(async (error: unknown) => {
    throw await wallet.toFundsError(error, workspaceId, hold)
  })
}

/** Creates an ended call with its reservation, and returns a function that closes it. */
export async function createEndedCall(workspaceId: number, { seconds, to = '+12125550100', endedAt = new Date() }: Talk) {
  const { id } = await makeCall(workspaceId)
  await anyWorkspace.call.update({ where: { id }, data: { status: 'completed', toNumber: to, durationSeconds: seconds, endedAt } })
  await holdFunds(workspaceId, id, holdAmount(to))
  return { id, close: () => transaction((tx) => close(tx, workspaceId, id)) }
}

/** Reads the cost of a closed call and its cost lines, in micro-units. */
export async function readBill(callId: number) {
  const { costMicros, detail } = await anyWorkspace.call.findUniqueOrThrow({ where: { id: callId }, include: { detail: true } })
  return { cost: costMicros!, lines: detail!.costLines as { kind: string; description: string; seconds: number | null; unit_price: string; amount: string }[] }
}

/** Whether a second reservation of a call failed: by its key, or by a deadlock with the settlement of the call, in which either can fail. */
export function isSecondHoldError(error: unknown): boolean {
  const { code, meta } = error as { code?: string; meta?: { driverAdapterError?: { cause?: { originalCode?: string } } } }
  return ['23505', '40P01'].includes(meta?.driverAdapterError?.cause?.originalCode ?? code ?? '')
}
