import { randomBytes } from 'node:crypto'
import type { CarrierConnectionId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { type CarrierName, isCarrier, SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import { getCarrier } from '../../carriers/registry.ts'
import type { Account } from '../../carriers/carrier.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { badRequest, invalidFields, notFound } from '../../kernel/vocabulary/errors.ts'
import { type CarrierConnection, Prisma } from '../../generated/prisma/client.ts'
import { sha256 } from '../../kernel/crypto/ids.ts'
import { type ConnectInput, type Credentials, CREDENTIALS } from '../../inputs/carriers.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { CONNECT_LOCK, lockForWorkspace } from '../../kernel/db/locks.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { ifGiven, selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { validationItems } from '../../kernel/http/validation.ts'
import * as carrierAccess from './carrierAccess.ts'
import { fromAccountError } from './carrierErrors.ts'
import * as alerts from '../alerts/alerts.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

const FIELDS = Object.keys(Prisma.CarrierConnectionScalarFieldEnum)

/** A connection with its number of active phone numbers. */
export type PublicConnection = CarrierConnection & { numbers: number }

const listWithNumbers = statement(
  'carriers.listConnections',
  sql`
    select ${selectList(FIELDS)}, (
      select count(*)::int from phone_numbers n where n.workspace_id = c.workspace_id and n.connection_id = c.id and n.is_active
    ) as numbers
    from carrier_connections c where carrier <> $simulated and workspace_id = $workspaceId
      ${ifGiven('id', sql`and id = $id`)} ${ifGiven('beforeId', sql`and id < $beforeId`)}
    order by id desc limit $take`,
)

const listPublic = async (filter: { workspaceId: WorkspaceId; id?: CarrierConnectionId; beforeId?: number; take: number }) =>
  (await listWithNumbers.all({ ...filter, simulated: SIMULATED_CARRIER })) as PublicConnection[]

/** Lists the workspace's connections, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs) =>
  pageById(page, SHORT_PAGE, ({ where, take }) => listPublic({ workspaceId, beforeId: where.id?.lt, take }))

/** Returns one of the workspace's connections. */
export async function get({ workspaceId }: Actor, id: CarrierConnectionId): Promise<PublicConnection> {
  const [connection] = await listPublic({ workspaceId, id, take: 1 })
  if (!connection) throw notFound('Carrier connection')
  return connection
}

/**
 * Connects a carrier account, or replaces the credentials of a connected one (contract: Connect). Verifies the credentials with the
 * carrier before it stores them. Throws BAD_REQUEST for an unknown carrier or rejected credentials, UNPROCESSABLE_ENTITY for
 * malformed credentials, PROVIDER_ERROR if the carrier does not respond.
 */
export async function connect(actor: Actor, { carrier, provider, credentials: input, externalOwnerId }: ConnectInput): Promise<PublicConnection> {
  const name = requireSupported(carrier ?? provider ?? '')
  const credentials = parseCredentials(name, input)
  const account = await getCarrier(name)
    .verify(credentials)
    .catch((error: unknown) => {
      throw fromAccountError(name, error)
    })
  const id = await store({ workspaceId: actor.workspaceId, carrier: name, externalOwnerId: externalOwnerId ?? '' }, credentials, account)
  return get(actor, id)
}

function requireSupported(name: string): CarrierName {
  if (!isCarrier(name)) throw badRequest('unsupported_carrier', { name })
  return name
}

/** Parses credentials by the carrier's schema; `null` counts as absent. Throws 422 items, which never contain a value. */
function parseCredentials(name: CarrierName, input: ConnectInput['credentials']): Credentials {
  const present = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
  const { data, error } = CREDENTIALS[name].safeParse(present, { reportInput: true })
  if (error) throw invalidFields(validationItems(error.issues, ['body', 'credentials']))
  return data!
}

type ConnectionKey = Pick<CarrierConnection, 'workspaceId' | 'carrier' | 'externalOwnerId'>

/**
 * Stores verified credentials and returns the row's ID. The inbound URL stays as long as the account is the same. Sets up the
 * connection's numbers again, because new credentials may change what they need.
 */
const store = (key: ConnectionKey, credentials: Credentials, { accountId, smsMissing }: Account) =>
  transaction(async (tx) => {
    await lockForWorkspace(tx, CONNECT_LOCK, key.workspaceId)
    const existing = await tx.carrierConnection.findUnique({ where: { workspaceId_carrier_externalOwnerId: key } })
    const token = (existing?.accountId === accountId && readToken(existing)) || createToken()
    const webhookHash = sha256(token)
    const webhookVerifiedAt = existing && Buffer.from(existing.webhookHash).equals(webhookHash) ? existing.webhookVerifiedAt : null
    const values = { accountId, smsMissing, ...carrierAccess.seal(key, { credentials, token }), webhookHash, webhookVerifiedAt, verifiedAt: clock.now() }
    const { id } = await tx.carrierConnection.upsert({
      where: { workspaceId_carrier_externalOwnerId: key },
      create: { ...key, ...values },
      update: values,
    })
    if (existing) await setUpNumbers(tx, existing)
    await alerts.clear(tx, key.workspaceId, ['carrier_failing'], String(id))
    return id
  })

const createToken = () => randomBytes(32).toString('base64url')

/** Reads the secret part of a connection's inbound URL. Returns null if decryption fails; connecting again fixes that. */
function readToken(connection: CarrierConnection): string | null {
  try {
    return carrierAccess.open(connection).token
  } catch {
    return null
  }
}

async function setUpNumbers(tx: Tx, { workspaceId, id }: CarrierConnection) {
  const numbers = await tx.phoneNumber.findMany({ where: { workspaceId, connectionId: id, isActive: true }, select: { id: true } })
  for (const number of numbers) await enqueue(tx, 'numbers.setUp', { numberId: number.id }, { key: `setUp:${number.id}` })
}

const lockConnection = statement(
  'carriers.lockConnection',
  sql`select id from carrier_connections where workspace_id = $workspaceId and id = $id and carrier <> $simulated for update`,
)

/** Locks a connection until the transaction ends. Throws NOT_FOUND. */
export async function lock(tx: Tx, { workspaceId }: Actor, id: CarrierConnectionId): Promise<void> {
  if (!(await lockConnection.get({ workspaceId, id, simulated: SIMULATED_CARRIER }, tx))) throw notFound('Carrier connection')
}

/** Deletes a locked connection that no number has, in the caller's transaction. Sets up the numbers of the account's other connections again. */
export async function remove(tx: Tx, { workspaceId }: Actor, id: CarrierConnectionId): Promise<void> {
  const deleted = await tx.carrierConnection.delete({ where: { workspaceId_id: { workspaceId, id } } })
  await alerts.clear(tx, workspaceId, ['carrier_failing'], String(id))
  // The account's numbers may share the URL of the deleted connection.
  for (const other of await carrierAccess.listSameAccount(deleted, tx)) await setUpNumbers(tx, other)
}

/** Returns the inbound URL for SMS, only to actors with `numbers:write`, because it contains a secret. */
export const inboundUrlOf = ({ scopes }: Actor, connection: CarrierConnection) =>
  scopes.has('numbers:write') ? carrierAccess.open(connection).hookUrl() : null

const setVerified = statement(
  'carriers.verifyWebhook',
  sql`update carrier_connections set webhook_verified_at = $now where workspace_id = $workspaceId and id = $id`,
)

/** Records the first verified request from the carrier, in the caller's transaction. */
export const verifyWebhook = (tx: Tx, { workspaceId, id }: CarrierConnection) => setVerified.run({ workspaceId, id, now: clock.now() }, tx)
