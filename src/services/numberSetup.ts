import { CarrierError, type OwnedNumber, type SmsMissing } from '../carriers/carrier.ts'
import { anyWorkspace } from '../db.ts'
import { conflict, DomainError } from '../errors.ts'
import type { CarrierConnection, PhoneNumber } from '../generated/prisma/client.ts'
import { alone } from '../liveness.ts'
import { log } from '../log.ts'
import { ProviderError } from '../providers/provider.ts'
import { enqueueing } from '../jobs/queue.ts'
import { columns, query, sql, told } from '../sql.ts'
import * as carrierAccess from './carrierAccess.ts'
import { carrierFailed } from './carrierFailures.ts'
import * as numberImports from './numberImports.ts'
import * as numbers from './numbers.ts'
import { providerFailed } from './voice.ts'

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
    if (!found.isActive) throw conflict('The number was released while it was being linked')
    for (const [engine, id] of Object.entries(numberImports.idsOf(found))) if (id === null) await bring(found, engine, how)
    return settle(found, await routed(found, how))
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

async function bring(number: PhoneNumber, engine: string, { isLenient }: How): Promise<void> {
  try {
    if ((await numberImports.bring(number, engine)) === null) await numberImports.forget(number, engine)
  } catch (error) {
    const isRefused = error instanceof ProviderError ? ['rejected', 'not_found'].includes(error.kind) : error instanceof DomainError && isFinal(error)
    if (!isLenient || !isRefused) throw error instanceof ProviderError ? providerFailed(engine, error) : error
    log.warn({ numberId: number.id, engine, err: (error as Error).message }, 'a voice provider does not take a number')
  }
}

const isFinal = ({ code }: DomainError) => code !== 'PROVIDER_FAILED' && code !== 'BUSY'

type Texting = Pick<PhoneNumber, 'carrierNumberId'> & { missing: SmsMissing[] }

/** Has texts to the number come to us; answers what is missing for texts, and what the carrier calls the number. */
async function routed(number: PhoneNumber, how: How): Promise<Texting> {
  const known = { carrierNumberId: number.carrierNumberId, missing: number.smsMissing as SmsMissing[] }
  const connection = number.connectionId === null ? null : await carrierAccess.get(number.workspaceId, number.connectionId)
  if (!connection) return known
  const { carrier, credentials, hookUrl } = carrierAccess.open(connection)
  try {
    const owned = how.owned ?? (await carrier.findNumber(credentials, number.phoneNumber))
    const missing = missingOf(connection, owned)
    const isRouted = !owned?.sms || (await carrier.routeInbound(credentials, { e164: owned.e164, carrierNumberId: owned.carrierNumberId }, hookUrl()))
    const isTold = isRouted || connection.hookSeenAt !== null
    return { carrierNumberId: owned?.carrierNumberId ?? known.carrierNumberId, missing: isTold ? missing : [...missing, 'inbound_webhook'] }
  } catch (error) {
    const failure = carrierFailed(carrier.name, error)
    if (!how.isLenient || !(error instanceof CarrierError) || !isFinal(failure)) throw failure
    log.warn({ numberId: number.id, carrier: carrier.name, err: failure.message }, 'a carrier does not bring the texts of a number to us')
    return { ...known, missing: [...new Set<SmsMissing>([...known.missing, 'inbound_webhook'])] }
  }
}

/** What an account and one of its numbers still need for texts. An account without such numbers that has one now is no such account. */
export function missingOf({ smsMissing }: Pick<CarrierConnection, 'smsMissing'>, owned: OwnedNumber | null): SmsMissing[] {
  const ofAccount = (smsMissing as SmsMissing[]).filter((word) => word !== 'sms_capable_number' && word !== 'inbound_webhook')
  return [...new Set([...ofAccount, ...(owned?.smsMissing ?? []), ...(owned?.sms ? [] : (['sms_capable_number'] as const))])]
}

/** Texts can be sent where only a person has to say at the carrier where those that come in go. */
export const isReady = (missing: readonly SmsMissing[]) => missing.every((word) => word === 'inbound_webhook')

async function settle({ workspaceId, id }: PhoneNumber, { carrierNumberId, missing }: Texting): Promise<PhoneNumber> {
  const [settled] = await query<PhoneNumber>(sql`
    with settled as (update phone_numbers set setup = 'linked', sms_ready = ${isReady(missing)}, carrier_number_id = ${carrierNumberId}::text, sms_missing = ${missing}::text[]
      where workspace_id = ${workspaceId} and id = ${id} and is_active and ${told()} returning *)
    select ${columns(numbers.FIELDS)}, graphile_worker.remove_job('setUp:' || id) is null as "isJobGone" from settled`)
  if (!settled) throw conflict('The number was released while it was being linked')
  return settled
}
