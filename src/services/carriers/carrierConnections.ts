import { randomBytes } from 'node:crypto'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { type CarrierName, isCarrier, SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import { carrier } from '../../carriers/registry.ts'
import type { Account } from '../../carriers/carrier.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { badInput, conflict, notFound, unprocessable } from '../../kernel/vocabulary/errors.ts'
import { type CarrierConnection, Prisma } from '../../generated/prisma/client.ts'
import { sha256 } from '../../kernel/crypto/ids.ts'
import { type ConnectInput, type Credentials, CREDENTIALS } from '../../inputs/carriers.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { CONNECT_LOCK } from '../../kernel/db/locks.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { columns, empty, query, sql } from '../../kernel/db/sql.ts'
import { validationItems } from '../../kernel/http/validation.ts'
import * as carrierAccess from './carrierAccess.ts'
import { accountFailed } from './carrierFailures.ts'
import * as notices from '../notices/notices.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

const FIELDS = Object.keys(Prisma.CarrierConnectionScalarFieldEnum)

/** A connection, and how many active numbers hang on it. */
export type ShownConnection = CarrierConnection & { numbers: number }

/** The workspace's connections, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs) =>
  pageById(page, SHORT_PAGE, ({ where, take }) => shown(sql`workspace_id = ${workspaceId} ${where.id ? sql`and id < ${where.id.lt}` : empty}`, take))

/** One of the workspace's connections. */
export async function get({ workspaceId }: Actor, id: number): Promise<ShownConnection> {
  const [found] = await shown(sql`workspace_id = ${workspaceId} and id = ${id}`, 1)
  if (!found) throw notFound('Carrier connection')
  return found
}

const shown = (where: Prisma.Sql, take: number) =>
  query<ShownConnection>(sql`select ${columns(FIELDS)}, (
      select count(*)::int from phone_numbers n where n.workspace_id = c.workspace_id and n.connection_id = c.id and n.is_active
    ) as numbers
    from carrier_connections c where carrier <> ${SIMULATED_CARRIER} and ${where} order by id desc limit ${take}`)

/**
 * Connects an account at a carrier, or replaces the credentials of one that is connected (contract: Connect). The carrier
 * is asked first: nothing is stored that it does not confirm. BAD_REQUEST for a carrier nobody knows and credentials that it
 * refuses, UNPROCESSABLE_ENTITY for such that cannot be any, PROVIDER_ERROR when it does not answer.
 */
export async function connect(actor: Actor, { carrier: named, provider, credentials: given, externalOwnerId }: ConnectInput): Promise<ShownConnection> {
  const name = supported(named ?? provider ?? '')
  const credentials = judged(name, given)
  const account = await carrier(name)
    .verify(credentials)
    .catch((error: unknown) => {
      throw accountFailed(name, error)
    })
  const id = await keep({ workspaceId: actor.workspaceId, carrier: name, externalOwnerId: externalOwnerId ?? '' }, credentials, account)
  return get(actor, id)
}

function supported(name: string): CarrierName {
  if (!isCarrier(name)) throw badInput(`Unsupported provider: ${name}`)
  return name
}

/** The credentials as their carrier has them; null is as good as absent. Throws 422 items, which never hold a value. */
function judged(name: CarrierName, given: ConnectInput['credentials']): Credentials {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  const { data, error } = CREDENTIALS[name].safeParse(present, { reportInput: true })
  if (error) throw unprocessable(validationItems(error.issues, ['body', 'credentials']))
  return data!
}

type Owned = Pick<CarrierConnection, 'workspaceId' | 'carrier' | 'externalOwnerId'>

/**
 * Stores what the carrier has confirmed, and answers the row's id. The inbound address stays as long as the account is the
 * same. The connection's numbers are set up anew, since what they need may have changed with the credentials.
 */
const keep = (owned: Owned, credentials: Credentials, { accountId, smsMissing }: Account) =>
  transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${CONNECT_LOCK}::int, ${owned.workspaceId}::int)`
    const known = await tx.carrierConnection.findUnique({ where: { workspaceId_carrier_externalOwnerId: owned } })
    const token = (known?.accountId === accountId && tokenOf(known)) || newToken()
    const hookHash = sha256(token)
    const heard = known && Buffer.from(known.hookHash).equals(hookHash) ? known.hookSeenAt : null
    const facts = { accountId, smsMissing, ...carrierAccess.seal(owned, { credentials, token }), hookHash, hookSeenAt: heard, verifiedAt: clock.now() }
    const { id } = await tx.carrierConnection.upsert({
      where: { workspaceId_carrier_externalOwnerId: owned },
      create: { ...owned, ...facts },
      update: facts,
    })
    if (known) await setUpNumbers(tx, known)
    await notices.clear(tx, owned.workspaceId, ['carrier_failing'], String(id))
    return id
  })

const newToken = () => randomBytes(32).toString('base64url')

/** The unguessable part of a connection's inbound address; null where its envelope does not open, which connecting again mends. */
function tokenOf(connection: CarrierConnection): string | null {
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

/** Forgets an account. CONFLICT while active numbers hang on it, or are being released; released ones are kept without it. */
export async function disconnect({ workspaceId }: Actor, id: number): Promise<number> {
  return transaction(async (tx) => {
    const [known] = await tx.$queryRaw<{ id: number }[]>`select id from carrier_connections 
      where workspace_id = ${workspaceId} and id = ${id} and carrier <> ${SIMULATED_CARRIER} for update`
    if (!known) throw notFound('Carrier connection')
    const numbers = await tx.phoneNumber.groupBy({ by: ['isActive'], where: { workspaceId, connectionId: id, setup: { not: 'released' } }, _count: true })
    if (numbers.some(({ isActive }) => isActive)) throw conflict('You cannot disconnect this carrier while it has phone numbers. Disconnect its numbers first.')
    if (numbers.length > 0) throw conflict('A number of this carrier is still being disconnected. Try again in a moment.')
    await tx.phoneNumber.updateMany({ where: { workspaceId, connectionId: id }, data: { connectionId: null } })
    const gone = await tx.carrierConnection.delete({ where: { workspaceId_id: { workspaceId, id } } })
    await notices.clear(tx, workspaceId, ['carrier_failing'], String(id))
    // An address that the account's numbers share may be the one that goes.
    for (const other of await carrierAccess.toSameAccount(gone, tx)) await setUpNumbers(tx, other)
    return id
  })
}

/** Where the carrier is to send texts; told only to who may change numbers, since it is half a secret. */
export const inboundUrl = ({ scopes }: Actor, connection: CarrierConnection) => (scopes.has('numbers:write') ? carrierAccess.open(connection).hookUrl() : null)
