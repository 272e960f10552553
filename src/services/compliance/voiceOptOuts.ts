import type { Connection } from '../../kernel/db/db.ts'
import type { Call } from '../../generated/prisma/client.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { DO_NOT_CALL } from '../../providers/analysis.ts'
import * as dnc from './dnc.ts'

/** Whether one of these outcomes, as the provider or as the campaign names them, is an opt-out. */
export const isOptOut = (...outcomes: readonly (string | null | undefined)[]) => outcomes.includes(DO_NOT_CALL)

/**
 * Adds the contact of a call to the DNC list after an opt-out: the called number, or the caller of an inbound call unless withheld. Runs in
 * the transaction of the caller, so that no later dial misses it; safe to repeat.
 */
export async function addToDnc(tx: Connection, { workspaceId, id, direction, fromNumber, toNumber }: Call): Promise<void> {
  const phoneNumber = parseE164(direction === 'inbound' ? fromNumber : toNumber)
  if (phoneNumber === null) return
  await dnc.addIfMissing(tx, { workspaceId, phoneNumber, reason: `Asked not to be called again, on call ${id}`, source: 'voice_opt_out' })
}
