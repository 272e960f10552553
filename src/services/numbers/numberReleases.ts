import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { CarrierError } from '../../carriers/carrier.ts'
import { inMs } from '../../kernel/lib/clock.ts'
import { anyWorkspace, db, transaction, type Tx } from '../../kernel/db/db.ts'
import { onBehalfOf } from '../../kernel/auditing.ts'
import { conflict, DomainError } from '../../kernel/vocabulary/errors.ts'
import type { PhoneNumber } from '../../generated/prisma/client.ts'
import { enqueue, enqueueing } from '../../kernel/db/queue.ts'
import { alone } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import { ProviderError } from '../../providers/provider.ts'
import { query, sql, type Sql, told } from '../../kernel/db/sql.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { carrierFailed } from '../carriers/carrierFailures.ts'
import { idsOf, lockOf, take } from './numberImports.ts'
import * as notices from '../notices/notices.ts'
import * as numbers from './numbers.ts'

/** How long a request waits for the outside to hear of a release; the job does what is left, after a while. */
const HEARD_WITHIN_MS = 5_000
const JOB_AFTER_MS = 30_000

/**
 * Releases a number (spec: DELETE /phone-numbers/{number_id}): nobody calls from it or answers it any more, and anybody may
 * link it. It stays readable. Voice provider and carrier hear of it here, or by the job that is committed with it. One that is
 * released already stays so.
 */
export async function release(actor: Actor, id: number): Promise<PhoneNumber> {
  const number = await numbers.get(actor, id)
  if (!number.isActive) return number
  await query(retiring(sql`workspace_id = ${actor.workspaceId} and id = ${id} and is_active`))
  await Promise.race([tell(id), sleep(HEARD_WITHIN_MS)])
  return { ...number, isActive: false, inboundEnabled: false }
}

/** The end of a link that failed: nothing of it may be left anywhere. */
export const giveUp = (tx: Pick<Tx, '$queryRaw'>, { workspaceId, id }: PhoneNumber) =>
  tx.$queryRaw(retiring(sql`workspace_id = ${workspaceId} and id = ${id} and is_active and setup = 'linking'`))

/**
 * Ends a link of a number on a SIP trunk, which proved nothing, for a link by the account at a carrier that owns the number: in the transaction
 * of that one. Its workspace has a notice and an entry in its audit log of the system's. CONFLICT when the link is not there any more.
 */
export const outweigh = (tx: Tx, { workspaceId, id, phoneNumber }: Pick<PhoneNumber, 'workspaceId' | 'id' | 'phoneNumber'>): Promise<void> =>
  onBehalfOf({ kind: 'system', operation: 'releaseUnprovenNumber' }, async () => {
    const released = await tx.$queryRaw<unknown[]>(retiring(sql`workspace_id = ${workspaceId} and id = ${id} and is_active and carrier = 'sip'`))
    if (released.length === 0) throw conflict('This number is already connected.')
    await notices.raise(tx, workspaceId, 'number_setup_failed', { phone_number: phoneNumber, claimed_by: 'owner' }, String(id))
  })

const retiring = (which: Sql) => sql`
  with retired as (update phone_numbers set is_active = false, inbound_enabled = false, setup = 'releasing' where ${which} and ${told()} returning id, workspace_id),
  calmed as (${notices.clearing(sql`(select workspace_id from retired)`, ['number_unhealthy', 'number_setup_failed'], sql`(select id::text from retired)`)})
  select ${enqueueing('numbers.undo', { field: 'numberId', id: sql`id`, key: sql`'undo:' || id`, at: inMs(JOB_AFTER_MS) })} as queued from retired`

/** Has the outside hear of a release now; what fails is left to the job. */
export const tell = (numberId: number) =>
  undo(numberId).catch((error: unknown) => log.warn({ numberId, err: (error as Error).message }, 'could not finish disconnecting a number yet, will try again'))

/**
 * Takes a released number back from voice providers and carrier, and leaves alone what somebody has who has linked it since.
 * Safe to repeat; throws what passes, so that it is tried again.
 */
export async function undo(numberId: number): Promise<void> {
  const released = await anyWorkspace.phoneNumber.findUnique({ where: { id: numberId } })
  if (released?.setup !== 'releasing') return
  await alone(lockOf(released), async () => {
    const number = await numbers.get(released, numberId)
    if (number.setup !== 'releasing') return
    const heir = await anyWorkspace.phoneNumber.findFirst({ where: { phoneNumber: number.phoneNumber, isActive: true } })
    for (const engine of Object.keys(idsOf(number))) if (!heir || !idsOf(heir)[engine]) await passingOver(number, engine, () => take(number, engine))
    if (number.connectionId !== null && heir?.connectionId !== number.connectionId) await passingOver(number, number.carrier, () => unroute(number))
    await query(sql`
      with released as (update phone_numbers set setup = 'released' where workspace_id = ${number.workspaceId} and id = ${numberId} returning id)
      select graphile_worker.remove_job('undo:' || id) is null as "isJobGone" from released`)
  })
}

/**
 * Takes our address away from the number, unless it is one that numbers share and another of the account's needs it. A number
 * that was linked while that was done may have lost the address just after it got it, so it is set up once more.
 */
async function unroute({ workspaceId, connectionId, phoneNumber, carrierNumberId }: PhoneNumber): Promise<void> {
  const connection = await carrierAccess.get(workspaceId, connectionId!)
  if (!connection) return
  const connections = await carrierAccess.toSameAccount(connection)
  const linked = () => db.phoneNumber.findMany({ where: { workspaceId, connectionId: { in: connections.map(({ id }) => id) }, isActive: true } })
  const others = (await linked()).map((other) => other.phoneNumber)
  const { carrier, credentials } = carrierAccess.open(connection)
  const number = { e164: phoneNumber, carrierNumberId: carrierNumberId! }
  for (const each of connections) await carrier.unrouteInbound(credentials, number, carrierAccess.open(each).hookUrl(), others)
  for (const { id, phoneNumber: other } of await linked())
    if (!others.includes(other)) await enqueue(db, 'numbers.setUp', { numberId: id }, { key: `setUpAgain:${id}` })
}

/** What is refused for good cannot be undone any more, as at an account that was closed; the rest goes on without it, and people are told. */
async function passingOver({ workspaceId, id, carrier, phoneNumber }: PhoneNumber, by: string, work: () => Promise<void>): Promise<void> {
  await work().catch(async (error: unknown) => {
    if (!isFinal(error, carrier)) throw error
    const { message } = error as Error
    log.warn({ numberId: id, err: message }, 'could not remove a disconnected number from its carrier or voice provider')
    const facts = { phone_number: phoneNumber, not_taken_back_by: by, error: message }
    await transaction((tx) => notices.raise(tx, workspaceId, 'number_setup_failed', facts, String(id)))
  })
}

function isFinal(error: unknown, carrier: string): boolean {
  if (error instanceof ProviderError) return error.kind === 'rejected'
  if (error instanceof CarrierError) return carrierFailed(carrier, error).code !== 'PROVIDER_ERROR'
  return error instanceof DomainError && error.code !== 'UNAVAILABLE' && error.code !== 'PROVIDER_ERROR'
}
