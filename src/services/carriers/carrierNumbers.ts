import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { OwnedNumber } from '../../carriers/carrier.ts'
import { db } from '../../kernel/db/db.ts'
import { unprocessable } from '../../kernel/vocabulary/errors.ts'
import { seal, unseal } from '../../kernel/crypto/seal.ts'
import * as carrierAccess from './carrierAccess.ts'
import * as carrierConnections from './carrierConnections.ts'
import { accountFailed } from './carrierFailures.ts'

/**
 * The numbers that a connected account has at the carrier, a page at a time, each with the workspace's own number that it
 * is linked as. UNPROCESSABLE_ENTITY for an `after` that was not answered as `next`.
 */
export async function list(actor: Actor, connectionId: number, after?: string | null) {
  const { workspaceId } = actor
  const connection = await carrierConnections.get(actor, connectionId)
  const place = `carrier_numbers:${workspaceId}:${connectionId}`
  const cursor = after == null ? null : opened(after, place)
  const { carrier, credentials } = carrierAccess.open(connection)
  const { numbers, next } = await carrier.listNumbers(credentials, cursor).catch((error: unknown) => {
    throw accountFailed(connection.carrier, error)
  })
  return { numbers: await withLinks(workspaceId, numbers), next: next === null ? null : Buffer.from(seal(next, place)).toString('base64url') }
}

/** A carrier's cursor may be an address there: none is followed that we did not hand out. */
function opened(after: string, place: string): string {
  try {
    return unseal(Buffer.from(after, 'base64url'), place)
  } catch {
    throw unprocessable([{ loc: ['query', 'after'], msg: 'value is not a valid cursor', type: 'value_error.cursor' }])
  }
}

async function withLinks(workspaceId: number, numbers: OwnedNumber[]) {
  const phoneNumber = { in: numbers.map(({ e164 }) => e164) }
  const linked = await db.phoneNumber.findMany({ where: { workspaceId, isActive: true, phoneNumber }, select: { id: true, phoneNumber: true } })
  const ids = new Map(linked.map((number) => [number.phoneNumber, number.id]))
  return numbers.map((number) => ({ ...number, numberId: ids.get(number.e164) ?? null }))
}
