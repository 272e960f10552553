import { randomBytes } from 'node:crypto'
import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import { clock } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { builtInAccount } from '../../kernel/crypto/builtInAccount.ts'
import { sha256 } from '../../kernel/crypto/ids.ts'
import * as carrierAccess from './carrierAccess.ts'

/**
 * Creates a workspace's connection to the simulator's own carrier account, so that its simulated number can send SMS. It has its own
 * inbound URL and is hidden from the workspace's connections. Returns the row's ID.
 */
export async function create(tx: Tx, workspaceId: WorkspaceId): Promise<number> {
  const { accountSid, authToken } = builtInAccount()
  const key = { workspaceId, carrier: SIMULATED_CARRIER, externalOwnerId: '' }
  const token = randomBytes(32).toString('base64url')
  const secrets = { credentials: { account_sid: accountSid, auth_token: authToken }, token }
  const { id } = await tx.carrierConnection.create({
    data: { ...key, accountId: accountSid, ...carrierAccess.seal(key, secrets), webhookHash: sha256(token), smsMissing: [], verifiedAt: clock.now() },
  })
  return id
}
