import type { NumberId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { CarrierError, type OwnedNumber, type SmsMissing } from '../../carriers/carrier.ts'
import { anyWorkspace, transaction, type Tx } from '../../kernel/db/db.ts'
import { conflict, DomainError } from '../../kernel/vocabulary/errors.ts'
import { type CarrierConnection, type PhoneNumber, Prisma } from '../../generated/prisma/client.ts'
import { withMutex } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import { ProviderError } from '../../providers/provider.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { fromCarrierError } from '../carriers/carrierErrors.ts'
import * as alerts from '../alerts/alerts.ts'
import { addJobForRow } from '../../kernel/db/queue.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as numberImports from './numberImports.ts'
import * as numbers from './numbers.ts'
import { fromProviderError } from '../voiceProviders/voiceProviders.ts'

interface SetupOptions {
  /** The carrier's current data about the number. Requested if absent. */
  owned?: OwnedNumber
  /** Continues after final refusals instead of throwing them. */
  isLenient?: boolean
}

/**
 * Sets up a linked number: imports it at the voice providers named in the link and routes its SMS to us. Safe to repeat; runs one at a
 * time per number. Throws refusals and outages as DomainError.
 */
export const finish = (number: PhoneNumber, options: SetupOptions = {}): Promise<PhoneNumber> =>
  withMutex(numberImports.lockNameOf(number), async () => {
    const current = await numbers.get(number, number.id)
    if (!current.isActive) throw conflict('number_disconnected_early')
    const refusals: (Refusal | null)[] = []
    for (const [engine, id] of Object.entries(numberImports.providerIdsOf(current))) if (id === null) refusals.push(await importTo(current, engine, options))
    const smsSetup = await routeSms(current, options)
    return complete(current, smsSetup, refusals.find((refusal) => refusal !== null) ?? smsSetup.refusal)
  })

/**
 * Sets up a number as a job: continues after a process died, or repeats the setup after its account was connected again. Throws temporary
 * failures, so that the job tries again. Final refusals show when the number places a call, or in `sms_missing`.
 */
export async function setUp(numberId: NumberId): Promise<void> {
  const number = await anyWorkspace.phoneNumber.findUnique({ where: { id: numberId } })
  if (!number?.isActive) return
  enterWorkspace(number.workspaceId)
  await finish(number, { isLenient: true })
}

/** A column that enqueues the setup job at `$setUpAt` for each number of a statement. */
export const SET_UP_COLUMN = sql`
  ${addJobForRow('numbers.setUp', { field: 'numberId', key: 'setUp', at: sql`$setUpAt` })} is not null`

/** A final refusal: the provider or carrier, and its message. */
interface Refusal {
  by: string
  error: string
}

async function importTo(number: PhoneNumber, engine: string, { isLenient }: SetupOptions): Promise<Refusal | null> {
  try {
    if ((await numberImports.importNumber(number, engine)) === null) await numberImports.deleteProviderId(number, engine)
    return null
  } catch (error) {
    const isRefused = error instanceof ProviderError ? ['rejected', 'not_found'].includes(error.kind) : error instanceof DomainError && isFinal(error)
    if (!isLenient || !isRefused) throw error instanceof ProviderError ? fromProviderError(engine, error) : error
    log.warn({ numberId: number.id, engine, err: (error as Error).message }, 'a voice provider rejected a number')
    return { by: engine, error: (error as Error).message }
  }
}

const isFinal = ({ code }: DomainError) => code !== 'PROVIDER_ERROR' && code !== 'UNAVAILABLE'

type SmsSetup = Pick<PhoneNumber, 'carrierNumberId'> & { missing: SmsMissing[]; refusal: Refusal | null }

/** Routes the number's SMS to us. Returns what is missing for SMS, and the carrier's ID of the number. */
async function routeSms(number: PhoneNumber, options: SetupOptions): Promise<SmsSetup> {
  const previous = { carrierNumberId: number.carrierNumberId, missing: number.smsMissing as SmsMissing[], refusal: null }
  const connection = number.connectionId === null ? null : await carrierAccess.get(number.workspaceId, number.connectionId)
  if (!connection) return previous
  const { carrier, credentials, hookUrl } = carrierAccess.open(connection)
  try {
    const owned = options.owned ?? (await carrier.findNumber(credentials, number.phoneNumber))
    const missing = listMissing(connection, owned)
    const isRouted = !owned?.sms || (await carrier.routeInbound(credentials, { e164: owned.e164, carrierNumberId: owned.carrierNumberId }, hookUrl()))
    const isForwarded = isRouted || connection.webhookVerifiedAt !== null
    return {
      carrierNumberId: owned?.carrierNumberId ?? previous.carrierNumberId,
      missing: isForwarded ? missing : [...missing, 'inbound_webhook'],
      refusal: null,
    }
  } catch (error) {
    const failure = fromCarrierError(carrier.name, error)
    if (!options.isLenient || !(error instanceof CarrierError) || !isFinal(failure)) throw failure
    log.warn({ numberId: number.id, carrier: carrier.name, err: failure.message }, 'a carrier does not forward the inbound SMS of a number')
    return { ...previous, missing: [...new Set<SmsMissing>([...previous.missing, 'inbound_webhook'])], refusal: { by: carrier.name, error: failure.message } }
  }
}

/** Lists what an account and one of its numbers still need for SMS. Ignores the account's `sms_capable_number`, which this number decides. */
export function listMissing({ smsMissing }: Pick<CarrierConnection, 'smsMissing'>, owned: OwnedNumber | null): SmsMissing[] {
  const accountMissing = (smsMissing as SmsMissing[]).filter((requirement) => requirement !== 'sms_capable_number' && requirement !== 'inbound_webhook')
  return [...new Set([...accountMissing, ...(owned?.smsMissing ?? []), ...(owned?.sms ? [] : (['sms_capable_number'] as const))])]
}

/** Whether the number can send SMS. Only `inbound_webhook` may be missing, which a person sets at the carrier. */
export const isReady = (missing: readonly SmsMissing[]) => missing.every((requirement) => requirement === 'inbound_webhook')

const settle = statement(
  'numbers.settle',
  sql`
    with settled as (
      update phone_numbers set setup = 'linked', sms_ready = $smsReady, carrier_number_id = $carrierNumberId?, sms_missing = $smsMissing
      where workspace_id = $workspaceId and id = $id and is_active returning *)
    select ${selectList(numbers.FIELDS)}, graphile_worker.remove_job('setUp:' || id) is null as is_job_gone from settled`,
)

const complete = ({ workspaceId, id, smsReady, phoneNumber }: PhoneNumber, { carrierNumberId, missing }: SmsSetup, refusal: Refusal | null) =>
  transaction(async (tx): Promise<PhoneNumber> => {
    const isNowReady = isReady(missing)
    const updated = await settle.get({ workspaceId, id, smsReady: isNowReady, carrierNumberId, smsMissing: missing }, tx)
    if (!updated) throw conflict('number_disconnected_early')
    const facts = { phone_number: phoneNumber, ...(refusal ? { rejected_by: refusal.by, error: refusal.error } : { missing }) }
    if (refusal || (smsReady && !isNowReady)) await alerts.raise(tx, workspaceId, 'number_setup_failed', facts, String(id))
    else if (isNowReady || (await isRefusalRaised(tx, workspaceId, id))) await alerts.clear(tx, workspaceId, ['number_setup_failed'], String(id))
    return updated as PhoneNumber
  })

/** Whether the open alert is about a refusal, which is resolved now. An alert about lost SMS is resolved only once SMS work again. */
const isRefusalRaised = async (tx: Tx, workspaceId: WorkspaceId, id: NumberId) =>
  (await tx.alert.count({
    where: { workspaceId, type: 'number_setup_failed', subject: String(id), clearedAt: null, data: { path: ['rejected_by'], not: Prisma.AnyNull } },
  })) > 0
