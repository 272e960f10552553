import { CarrierError, type OwnedNumber, type SmsMissing } from '../../carriers/carrier.ts'
import { anyWorkspace, transaction, type Tx } from '../../kernel/db/db.ts'
import { conflict, DomainError } from '../../kernel/vocabulary/errors.ts'
import { type CarrierConnection, type PhoneNumber, Prisma } from '../../generated/prisma/client.ts'
import { alone } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import { ProviderError } from '../../providers/provider.ts'
import { enqueueing } from '../../kernel/db/queue.ts'
import { columns, sql } from '../../kernel/db/sql.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { carrierFailed } from '../carriers/carrierFailures.ts'
import * as notices from '../notices/notices.ts'
import * as numberImports from './numberImports.ts'
import * as numbers from './numbers.ts'
import { providerFailed } from '../voiceProviders/voiceProviders.ts'

interface How {
  /** What the carrier has just said of the number; it is asked where that is absent. */
  owned?: OwnedNumber
  /** Passes over what was refused for good instead of failing with it. */
  isLenient?: boolean
}

/**
 * Tells voice providers and the carrier what a linked number needs: those are to know it that were named when it was linked, and
 * texts to it are to come to us. Safe to repeat; one at a time for each number. A refusal or an outage is thrown in the domain's words.
 */
export const finish = (number: PhoneNumber, how: How = {}): Promise<PhoneNumber> =>
  alone(numberImports.lockOf(number), async () => {
    const found = await numbers.get(number, number.id)
    if (!found.isActive) throw conflict('The number was disconnected before it was fully connected.')
    const refusals: (Refusal | null)[] = []
    for (const [engine, id] of Object.entries(numberImports.idsOf(found))) if (id === null) refusals.push(await bring(found, engine, how))
    const texting = await routed(found, how)
    return settle(found, texting, refusals.find((refusal) => refusal !== null) ?? texting.refusal)
  })

/**
 * The same as a job: goes on with what a dead process began, and anew where a number's account was connected again. What
 * passes is tried later; what is refused for good shows when the number is called from, or in `sms_missing`.
 */
export async function setUp(numberId: number): Promise<void> {
  const number = await anyWorkspace.phoneNumber.findUnique({ where: { id: numberId } })
  if (number?.isActive) await finish(number, { isLenient: true })
}

/** A column of a statement over numbers: the job for each. */
export const settingUp = (at: Date) => enqueueing('numbers.setUp', { field: 'numberId', id: sql`id`, key: sql`'setUp:' || id`, at })

/** Who refused for good what a number needs, and in which words. */
interface Refusal {
  by: string
  error: string
}

async function bring(number: PhoneNumber, engine: string, { isLenient }: How): Promise<Refusal | null> {
  try {
    if ((await numberImports.bring(number, engine)) === null) await numberImports.forget(number, engine)
    return null
  } catch (error) {
    const isRefused = error instanceof ProviderError ? ['rejected', 'not_found'].includes(error.kind) : error instanceof DomainError && isFinal(error)
    if (!isLenient || !isRefused) throw error instanceof ProviderError ? providerFailed(engine, error) : error
    log.warn({ numberId: number.id, engine, err: (error as Error).message }, 'a voice provider rejected a number')
    return { by: engine, error: (error as Error).message }
  }
}

const isFinal = ({ code }: DomainError) => code !== 'PROVIDER_ERROR' && code !== 'UNAVAILABLE'

type Texting = Pick<PhoneNumber, 'carrierNumberId'> & { missing: SmsMissing[]; refusal: Refusal | null }

/** Has texts to the number come to us; answers what is missing for texts, and what the carrier calls the number. */
async function routed(number: PhoneNumber, how: How): Promise<Texting> {
  const known = { carrierNumberId: number.carrierNumberId, missing: number.smsMissing as SmsMissing[], refusal: null }
  const connection = number.connectionId === null ? null : await carrierAccess.get(number.workspaceId, number.connectionId)
  if (!connection) return known
  const { carrier, credentials, hookUrl } = carrierAccess.open(connection)
  try {
    const owned = how.owned ?? (await carrier.findNumber(credentials, number.phoneNumber))
    const missing = missingOf(connection, owned)
    const isRouted = !owned?.sms || (await carrier.routeInbound(credentials, { e164: owned.e164, carrierNumberId: owned.carrierNumberId }, hookUrl()))
    const isTold = isRouted || connection.hookSeenAt !== null
    return { carrierNumberId: owned?.carrierNumberId ?? known.carrierNumberId, missing: isTold ? missing : [...missing, 'inbound_webhook'], refusal: null }
  } catch (error) {
    const failure = carrierFailed(carrier.name, error)
    if (!how.isLenient || !(error instanceof CarrierError) || !isFinal(failure)) throw failure
    log.warn({ numberId: number.id, carrier: carrier.name, err: failure.message }, 'a carrier does not forward the inbound SMS of a number')
    return { ...known, missing: [...new Set<SmsMissing>([...known.missing, 'inbound_webhook'])], refusal: { by: carrier.name, error: failure.message } }
  }
}

/** What an account and one of its numbers still need for texts. An account without such numbers that has one now is no such account. */
export function missingOf({ smsMissing }: Pick<CarrierConnection, 'smsMissing'>, owned: OwnedNumber | null): SmsMissing[] {
  const ofAccount = (smsMissing as SmsMissing[]).filter((word) => word !== 'sms_capable_number' && word !== 'inbound_webhook')
  return [...new Set([...ofAccount, ...(owned?.smsMissing ?? []), ...(owned?.sms ? [] : (['sms_capable_number'] as const))])]
}

/** Texts can be sent where only a person has to say at the carrier where those that come in go. */
export const isReady = (missing: readonly SmsMissing[]) => missing.every((word) => word === 'inbound_webhook')

const settle = ({ workspaceId, id, smsReady, phoneNumber }: PhoneNumber, { carrierNumberId, missing }: Texting, refusal: Refusal | null) =>
  transaction(async (tx): Promise<PhoneNumber> => {
    const isNowReady = isReady(missing)
    const [settled] = await tx.$queryRaw<PhoneNumber[]>(sql`
      with settled as (update phone_numbers set setup = 'linked', sms_ready = ${isNowReady}, carrier_number_id = ${carrierNumberId}::text, sms_missing = ${missing}::text[]
        where workspace_id = ${workspaceId} and id = ${id} and is_active returning *)
      select ${columns(numbers.FIELDS)}, graphile_worker.remove_job('setUp:' || id) is null as "isJobGone" from settled`)
    if (!settled) throw conflict('The number was disconnected before it was fully connected.')
    const facts = { phone_number: phoneNumber, ...(refusal ? { refused_by: refusal.by, error: refusal.error } : { missing }) }
    if (refusal || (smsReady && !isNowReady)) await notices.raise(tx, workspaceId, 'number_setup_failed', facts, String(id))
    else if (isNowReady || (await isRefusalTold(tx, workspaceId, id))) await notices.clear(tx, workspaceId, ['number_setup_failed'], String(id))
    return settled
  })

/** Whether it was told that somebody refused the number, which is over; that texts were lost is over only once they are back. */
const isRefusalTold = async (tx: Tx, workspaceId: number, id: number) =>
  (await tx.notice.count({
    where: { workspaceId, kind: 'number_setup_failed', subject: String(id), clearedAt: null, data: { path: ['refused_by'], not: Prisma.AnyNull } },
  })) > 0
