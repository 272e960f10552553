import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import { settings } from '../../kernel/config/settings.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import * as simulatedConnections from '../carriers/simulatedConnections.ts'

/** Creates a workspace's simulated number for calls and SMS, without a label, since its carrier says what it is. Numbers are unique over all workspaces; skips those that are already linked. */
export async function create(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  const hasSms = settings.simulatedCarriers
  const connectionId = hasSms ? await simulatedConnections.create(tx, workspaceId) : null
  const number = { workspaceId, country: 'US', carrier: SIMULATED_CARRIER, connectionId, smsReady: hasSms }
  for (let index = workspaceId; ; index += NUMBERS_PER_EXCHANGE) {
    const data = [{ ...number, phoneNumber: toSimulatedNumber(index) }]
    const [created] = await tx.phoneNumber.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } })
    if (!created) continue
    if (hasSms) await enqueue(tx, 'numbers.setUp', { numberId: created.id }, { key: `setUp:${created.id}` })
    return
  }
}

const AREA_CODES = [212, 415, 310, 305, 202, 617, 312, 206, 512, 404]
const NUMBERS_PER_EXCHANGE = 10_000

/** Returns the nth simulated US number: all numbers of one area code's 555 exchange, then the next area code, then exchange 556. */
function toSimulatedNumber(index: number): string {
  const block = Math.floor(index / NUMBERS_PER_EXCHANGE)
  const exchange = 555 + Math.floor(block / AREA_CODES.length)
  return `+1${AREA_CODES[block % AREA_CODES.length]}${exchange}${String(index % NUMBERS_PER_EXCHANGE).padStart(4, '0')}`
}
