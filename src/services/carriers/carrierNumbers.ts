import type { CarrierConnectionId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { OwnedNumber } from '../../carriers/carrier.ts'
import { db } from '../../kernel/db/db.ts'
import { invalidFields } from '../../kernel/vocabulary/errors.ts'
import { encryptSecret, decryptSecret } from '../../kernel/crypto/encryption.ts'
import * as carrierAccess from './carrierAccess.ts'
import * as carrierConnections from './carrierConnections.ts'
import { fromAccountError } from './carrierErrors.ts'

/**
 * Lists the numbers of a connected account at the carrier, a page at a time, each with the ID of the workspace's number if it is
 * linked. Throws UNPROCESSABLE_ENTITY for an `after` that is not an earlier `next`.
 */
export async function list(actor: Actor, connectionId: CarrierConnectionId, after?: string | null) {
  const { workspaceId } = actor
  const connection = await carrierConnections.get(actor, connectionId)
  const aad = `carrier_numbers:${workspaceId}:${connectionId}`
  const cursor = after == null ? null : decryptCursor(after, aad)
  const { carrier, credentials } = carrierAccess.open(connection)
  const { numbers, next } = await carrier.listNumbers(credentials, cursor).catch((error: unknown) => {
    throw fromAccountError(connection.carrier, error)
  })
  return { numbers: await addLinks(workspaceId, numbers), next: next === null ? null : Buffer.from(encryptSecret(next, aad)).toString('base64url') }
}

/** Decrypts a cursor. A carrier's cursor may be a URL, so only cursors that we issued are followed. */
function decryptCursor(after: string, aad: string): string {
  try {
    return decryptSecret(Buffer.from(after, 'base64url'), aad)
  } catch {
    throw invalidFields([{ loc: ['query', 'after'], msg: 'value is not a valid cursor', type: 'value_error.cursor' }])
  }
}

async function addLinks(workspaceId: WorkspaceId, numbers: OwnedNumber[]) {
  const phoneNumber = { in: numbers.map(({ e164 }) => e164) }
  const linkedNumbers = await db.phoneNumber.findMany({ where: { workspaceId, isActive: true, phoneNumber }, select: { id: true, phoneNumber: true } })
  const ids = new Map(linkedNumbers.map((number) => [number.phoneNumber, number.id]))
  return numbers.map((number) => ({ ...number, numberId: ids.get(number.e164) ?? null }))
}
