import { setTimeout as sleep } from 'node:timers/promises'
import type { NumberId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { CarrierError } from '../../carriers/carrier.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { anyWorkspace, db, transaction, type Tx } from '../../kernel/db/db.ts'
import { withAuditContext } from '../../kernel/auditContext.ts'
import { conflict, DomainError } from '../../kernel/vocabulary/errors.ts'
import type { PhoneNumber } from '../../generated/prisma/client.ts'
import { addJobForRow, enqueue } from '../../kernel/db/queue.ts'
import { withMutex } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import { ProviderError } from '../../providers/provider.ts'
import { NOTHING, sql, type SqlText } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../kernel/db/statement.ts'
import { enterWorkspace, inWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { fromCarrierError } from '../carriers/carrierErrors.ts'
import { providerIdsOf, lockNameOf, removeFromProvider } from './numberImports.ts'
import * as alerts from '../alerts/alerts.ts'
import * as numbers from './numbers.ts'

/** How long a request waits until providers and carrier are updated. The job does the rest. */
const UNDO_TIMEOUT_MS = 5_000
const JOB_DELAY_MS = 30_000

/** Retires the number `$id` if it meets the condition, clears its alerts, and enqueues the job that undoes its setup. */
const retire = (condition: SqlText) => sql`
  with retired as (
    update phone_numbers set is_active = false, inbound_enabled = false, setup = 'releasing'
    where workspace_id = $workspaceId and id = $id and is_active ${condition} and ${AUDIT_ACTOR} returning id, workspace_id),
  cleared_alerts as (
    ${alerts.clearAlerts(['number_unhealthy', 'number_setup_failed'], sql`(select workspace_id from retired)`, sql`(select id::text from retired)`)})
  select ${addJobForRow('numbers.undo', { field: 'numberId', key: 'undo', at: sql`$undoAt` })} is not null as queued
  from retired`

const retireNumber = statement('numbers.retire', retire(NOTHING))
const retireLinking = statement('numbers.retireLinking', retire(sql`and setup = 'linking'`))
const retireUnproven = statement('numbers.retireUnproven', retire(sql`and carrier = 'sip'`))

const retireParams = ({ workspaceId, id }: Pick<PhoneNumber, 'workspaceId' | 'id'>) => ({ workspaceId, id, now: clock.now(), undoAt: fromNow(JOB_DELAY_MS) })

/**
 * Releases a number (spec: DELETE /phone-numbers/{number_id}): it no longer places or takes calls, and any workspace may link it. It
 * stays readable. Updates the voice provider and the carrier now, or by the job committed with it. Safe to repeat.
 */
export async function release(actor: Actor, id: NumberId): Promise<PhoneNumber> {
  const number = await numbers.get(actor, id)
  if (!number.isActive) return number
  await retireNumber.run(retireParams(number))
  await Promise.race([tryUndo(id), sleep(UNDO_TIMEOUT_MS)])
  return { ...number, isActive: false, inboundEnabled: false }
}

/** Releases a number whose link failed, so that nothing of it is left anywhere. */
export const cancelLink = (tx: Tx, number: PhoneNumber) => retireLinking.run(retireParams(number), tx)

/**
 * Ends another workspace's link through a SIP trunk, which proves no ownership, in the transaction of a link by the account that owns
 * the number. Raises an alert and adds an audit log entry by the system in that workspace. Throws CONFLICT if the link is gone.
 */
export const takeOver = (tx: Tx, { workspaceId, id, phoneNumber }: Pick<PhoneNumber, 'workspaceId' | 'id' | 'phoneNumber'>): Promise<void> =>
  inWorkspace(workspaceId, () =>
    withAuditContext({ kind: 'system', operation: 'releaseUnprovenNumber' }, async () => {
      const released = await retireUnproven.run(retireParams({ workspaceId, id }), tx)
      if (released === 0) throw conflict('number_already_connected')
      await alerts.raise(tx, workspaceId, 'number_setup_failed', { phone_number: phoneNumber, claimed_by: 'owner' }, String(id))
    }),
  )

/** Tries to update providers and carrier now. Leaves failures to the job. */
export const tryUndo = (numberId: NumberId) =>
  undo(numberId).catch((error: unknown) => log.warn({ numberId, err: (error as Error).message }, 'could not finish disconnecting a number yet, will try again'))

const markReleased = statement(
  'numbers.markReleased',
  sql`
    with released as (update phone_numbers set setup = 'released' where workspace_id = $workspaceId and id = $id returning id)
    select graphile_worker.remove_job('undo:' || id) is null as is_job_gone from released`,
)

/**
 * Removes a released number from voice providers and carrier, except where a newer link of the number uses them. Safe to repeat.
 * Throws temporary failures, so that the job tries again.
 */
export async function undo(numberId: NumberId): Promise<void> {
  const released = await anyWorkspace.phoneNumber.findUnique({ where: { id: numberId } })
  if (released?.setup !== 'releasing') return
  enterWorkspace(released.workspaceId)
  await withMutex(lockNameOf(released), async () => {
    const number = await numbers.get(released, numberId)
    if (number.setup !== 'releasing') return
    const heir = await anyWorkspace.phoneNumber.findFirst({ where: { phoneNumber: number.phoneNumber, isActive: true } })
    for (const engine of Object.keys(providerIdsOf(number)))
      if (!heir || !providerIdsOf(heir)[engine]) await reportIfFinal(number, engine, () => removeFromProvider(number, engine))
    if (number.connectionId !== null && heir?.connectionId !== number.connectionId) await reportIfFinal(number, number.carrier, () => unroute(number))
    await markReleased.run({ workspaceId: number.workspaceId, id: numberId })
  })
}

/**
 * Removes our webhook URL from the number, unless numbers share it and another number of the account needs it. A number linked in the
 * meantime may have lost the URL just after it got it, so it is set up again.
 */
async function unroute({ workspaceId, connectionId, phoneNumber, carrierNumberId }: PhoneNumber): Promise<void> {
  const connection = await carrierAccess.get(workspaceId, connectionId!)
  if (!connection) return
  const connections = await carrierAccess.listSameAccount(connection)
  const listLinked = () => db.phoneNumber.findMany({ where: { workspaceId, connectionId: { in: connections.map(({ id }) => id) }, isActive: true } })
  const others = (await listLinked()).map((other) => other.phoneNumber)
  const { carrier, credentials } = carrierAccess.open(connection)
  const number = { e164: phoneNumber, carrierNumberId: carrierNumberId! }
  for (const each of connections) await carrier.unrouteInbound(credentials, number, carrierAccess.open(each).hookUrl(), others)
  for (const { id, phoneNumber: other } of await listLinked())
    if (!others.includes(other)) await enqueue(db, 'numbers.setUp', { numberId: id }, { key: `setUpAgain:${id}` })
}

/** Runs the work. Reports a final refusal, such as from a closed account, as an alert and continues; throws temporary failures. */
async function reportIfFinal({ workspaceId, id, carrier, phoneNumber }: PhoneNumber, by: string, work: () => Promise<void>): Promise<void> {
  await work().catch(async (error: unknown) => {
    if (!isFinal(error, carrier)) throw error
    const { message } = error as Error
    log.warn({ numberId: id, err: message }, 'could not remove a disconnected number from its carrier or voice provider')
    const facts = { phone_number: phoneNumber, not_removed_by: by, error: message }
    await transaction((tx) => alerts.raise(tx, workspaceId, 'number_setup_failed', facts, String(id)))
  })
}

function isFinal(error: unknown, carrier: string): boolean {
  if (error instanceof ProviderError) return error.kind === 'rejected'
  if (error instanceof CarrierError) return fromCarrierError(carrier, error).code !== 'PROVIDER_ERROR'
  return error instanceof DomainError && error.code !== 'UNAVAILABLE' && error.code !== 'PROVIDER_ERROR'
}
