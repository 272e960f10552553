import type { CarrierConnectionId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { type CarrierName, SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import type { Carrier } from '../../carriers/carrier.ts'
import { getCarrier } from '../../carriers/registry.ts'
import { anyWorkspace, db, type Tx } from '../../kernel/db/db.ts'
import { unprocessable } from '../../kernel/vocabulary/errors.ts'
import { decryptSecret, encryptForRow, joinKeyId } from '../../kernel/crypto/encryption.ts'
import { type CarrierConnection, Prisma } from '../../generated/prisma/client.ts'
import { sha256 } from '../../kernel/crypto/ids.ts'
import type { Credentials } from '../../inputs/carriers.ts'
import { settings } from '../../kernel/config/settings.ts'

export const FIELDS = Object.keys(Prisma.CarrierConnectionScalarFieldEnum)

/** The encrypted content of a connection. */
export interface Secrets {
  credentials: Credentials
  /** The secret part of the inbound URL: 32 bytes in base64url. */
  token: string
}

/** A decrypted connection. */
export interface Access extends Secrets {
  carrier: Carrier
  /** The URL for inbound SMS or, with a message's reference, for its delivery receipts. */
  hookUrl(ref?: string): string
}

type ConnectionKey = Pick<CarrierConnection, 'workspaceId' | 'carrier' | 'externalOwnerId'>

/** Decrypts a connection. The result must not be stored, logged or returned to clients. */
export function open(connection: ConnectionKey & Pick<CarrierConnection, 'sealed' | 'keyId'>): Access {
  if (connection.carrier === SIMULATED_CARRIER && !settings.simulatedCarriers) throw unprocessable('simulated_number_cannot_send')
  const secrets = JSON.parse(decryptSecret(joinKeyId(connection), aadOf(connection))) as Secrets
  return {
    ...secrets,
    carrier: getCarrier(protocolOf(connection)),
    hookUrl: (ref) => `${settings.publicUrl}/inbound/${protocolOf(connection)}/${secrets.token}${ref === undefined ? '' : `/${ref}`}`,
  }
}

/** Returns the carrier whose protocol applies. The simulator's own numbers use Twilio's. */
export const protocolOf = ({ carrier: name }: Pick<CarrierConnection, 'carrier'>) => (name === SIMULATED_CARRIER ? 'twilio' : name)

/** Encrypts a connection's secrets for the columns of its row, bound to its workspace, carrier and owner. */
export const seal = (owned: ConnectionKey, secrets: Secrets) => encryptForRow(JSON.stringify(secrets), aadOf(owned))

/** The additional authenticated data that binds a connection's secrets to its row. */
export const aadOf = ({ workspaceId, carrier: name, externalOwnerId }: ConnectionKey) => `carrier_connections:${workspaceId}:${name}:${externalOwnerId}`

/** Finds the workspace's connection to a carrier: its own, or that of one of its end customers. */
export const find = (workspaceId: WorkspaceId, name: CarrierName, externalOwnerId: string | null | undefined) =>
  db.carrierConnection.findUnique({
    where: { workspaceId_carrier_externalOwnerId: { workspaceId, carrier: name, externalOwnerId: externalOwnerId ?? '' } },
  })

export const get = (workspaceId: WorkspaceId, id: CarrierConnectionId) => db.carrierConnection.findUnique({ where: { workspaceId_id: { workspaceId, id } } })

/**
 * Lists the workspace's connections to the same account, including the given one: several end customers may share an account. If a
 * carrier has one inbound URL for many numbers, their SMS may arrive at the URL of any of these connections.
 */
export const listSameAccount = ({ workspaceId, carrier: name, accountId }: CarrierConnection, tx: Pick<Tx, 'carrierConnection'> = db) =>
  tx.carrierConnection.findMany({ where: { workspaceId, carrier: name, accountId }, orderBy: { id: 'asc' } })

/** Finds the connection of an inbound URL's token. Returns null for an unknown token. */
export async function findByToken(name: string, token: string): Promise<CarrierConnection | null> {
  const connection = await anyWorkspace.carrierConnection.findUnique({ where: { webhookHash: sha256(token) } })
  return connection && protocolOf(connection) === name ? connection : null
}
