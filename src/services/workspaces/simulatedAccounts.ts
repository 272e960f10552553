import { randomBytes } from 'node:crypto'
import { SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import { clock } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { houseAccount } from '../../kernel/crypto/houseAccount.ts'
import { sha256 } from '../../kernel/crypto/ids.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'

/**
 * A workspace's part of the account to which the simulator's own numbers belong, so that the number it gets can text as well.
 * It has an inbound address of its own, and is not among the connections that the workspace sees. Answers the row's id.
 */
export async function open(tx: Tx, workspaceId: number): Promise<number> {
  const { accountSid, authToken } = houseAccount()
  const owned = { workspaceId, carrier: SIMULATED_CARRIER, externalOwnerId: '' }
  const token = randomBytes(32).toString('base64url')
  const secrets = { credentials: { account_sid: accountSid, auth_token: authToken }, token }
  const { id } = await tx.carrierConnection.create({
    data: { ...owned, accountId: accountSid, ...carrierAccess.seal(owned, secrets), hookHash: sha256(token), smsMissing: [], verifiedAt: clock.now() },
  })
  return id
}
