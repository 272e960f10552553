import { type CarrierName, SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import type { Carrier } from '../../carriers/carrier.ts'
import { carrier } from '../../carriers/registry.ts'
import { anyWorkspace, db, type Tx } from '../../kernel/db/db.ts'
import { unprocessable } from '../../kernel/vocabulary/errors.ts'
import { type Envelope, openEnvelope, sealEnvelope } from '../../kernel/crypto/envelope.ts'
import { type CarrierConnection, Prisma } from '../../generated/prisma/client.ts'
import { sha256 } from '../../kernel/crypto/ids.ts'
import type { Credentials } from '../../inputs/carriers.ts'
import { settings } from '../../kernel/config/settings.ts'

export const FIELDS = Object.keys(Prisma.CarrierConnectionScalarFieldEnum)

/** What a connection's envelope holds. */
export interface Secrets {
  credentials: Credentials
  /** The unguessable part of the inbound address: 32 bytes in base64url. */
  token: string
}

/** A connection that can be used. */
export interface Access extends Secrets {
  carrier: Carrier
  /** Where the carrier sends texts, or, with a message's reference, what becomes of that message. */
  hookUrl(ref?: string): string
}

type Owned = Pick<CarrierConnection, 'workspaceId' | 'carrier' | 'externalOwnerId'>

/** Opens a connection's envelope. What it answers must neither be stored, nor logged, nor told. */
export function open(connection: Owned & Pick<CarrierConnection, 'sealed' | 'keyId'>): Access {
  if (connection.carrier === SIMULATED_CARRIER && !settings.simulatedCarriers)
    throw unprocessable('A simulated number cannot send real SMS messages. Connect a number of your own with POST /phone-numbers/link.')
  const secrets = JSON.parse(openEnvelope(connection, placeOf(connection))) as Secrets
  return {
    ...secrets,
    carrier: carrier(spokenBy(connection)),
    hookUrl: (ref) => `${settings.publicUrl}/inbound/${spokenBy(connection)}/${secrets.token}${ref === undefined ? '' : `/${ref}`}`,
  }
}

/** Whose protocol the carrier speaks: the simulator's own numbers are at a simulated Twilio. */
export const spokenBy = ({ carrier: name }: Pick<CarrierConnection, 'carrier'>) => (name === SIMULATED_CARRIER ? 'twilio' : name)

/** Puts a connection's secrets into an envelope that opens only as that workspace's, carrier's and owner's. */
export const seal = (owned: Owned, secrets: Secrets): Envelope => sealEnvelope(JSON.stringify(secrets), placeOf(owned))

/** What binds a connection's envelope to its row. */
export const placeOf = ({ workspaceId, carrier: name, externalOwnerId }: Owned) => `carrier_connections:${workspaceId}:${name}:${externalOwnerId}`

/** The workspace's connection to a carrier, its own or that of one of its end customers. */
export const find = (workspaceId: number, name: CarrierName, externalOwnerId: string | null | undefined) =>
  db.carrierConnection.findUnique({
    where: { workspaceId_carrier_externalOwnerId: { workspaceId, carrier: name, externalOwnerId: externalOwnerId ?? '' } },
  })

export const get = (workspaceId: number, id: number) => db.carrierConnection.findUnique({ where: { workspaceId_id: { workspaceId, id } } })

/**
 * The workspace's connections to one and the same account, that one included: several of its end customers may share an account.
 * Where a carrier keeps one inbound address for many numbers, texts to all of them come to the address of any of these.
 */
export const toSameAccount = ({ workspaceId, carrier: name, accountId }: CarrierConnection, tx: Pick<Tx, 'carrierConnection'> = db) =>
  tx.carrierConnection.findMany({ where: { workspaceId, carrier: name, accountId }, orderBy: { id: 'asc' } })

/** Whose inbound address that is; null for one that was never given out. */
export async function byToken(name: string, token: string): Promise<CarrierConnection | null> {
  const connection = await anyWorkspace.carrierConnection.findUnique({ where: { hookHash: sha256(token) } })
  return connection && spokenBy(connection) === name ? connection : null
}
