import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { isCarrier } from '../../kernel/vocabulary/carrierNames.ts'
import type { OwnedNumber } from '../../carriers/carrier.ts'
import { clock, inMs } from '../../kernel/lib/clock.ts'
import { anyWorkspace, isDuplicate, transaction } from '../../kernel/db/db.ts'
import { AlreadyDone, badInput, conflict, DomainError, unprocessable } from '../../kernel/vocabulary/errors.ts'
import type { CarrierConnection, PhoneNumber } from '../../generated/prisma/client.ts'
import type { LinkInput } from '../../inputs/numbers.ts'
import { countryOf, e164 } from '../../kernel/lib/phones.ts'
import { assigned, columns, query, sql, told } from '../../kernel/db/sql.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { carrierFailed } from '../carriers/carrierFailures.ts'
import * as idempotency from '../shared/idempotency.ts'
import * as numberReleases from './numberReleases.ts'
import * as numberSetup from './numberSetup.ts'
import * as numbers from './numbers.ts'
import * as trunks from './trunks.ts'

/** Longer than a request takes to set a number up; then the job goes on with what a dead process left. */
const JOB_AFTER_MS = 90_000

/**
 * Links a number of the workspace's own (spec: POST /phone-numbers/link; contract: Phone number). Once the carrier has said that
 * the account owns it, the number is committed with the request's key; then the voice provider and the carrier are told. If
 * that fails, everything is undone, the key is free again, and the caller hears why; if the process dies, a job goes on with it,
 * or a repetition of the request. BAD_REQUEST for a number, carrier or account that will not do, CONFLICT for a number that is
 * linked, in any workspace, unless that was done on a SIP trunk by another one: an account that owns the number outweighs it; PROVIDER_ERROR when the carrier or the voice provider could not be asked.
 */
export async function link(actor: Actor, input: LinkInput): Promise<PhoneNumber> {
  if (actor.claim?.effect !== undefined) return linkedBefore(actor, actor.claim.effect as number)
  const phoneNumber = e164(input.phoneNumber)
  if (!phoneNumber) throw badInput('Invalid phone number')
  const connection = await accountOf(actor, input)
  const holder = await anyWorkspace.phoneNumber.findFirst({ where: { phoneNumber, isActive: true } })
  if (holder && !isOutweighed(holder, actor, connection)) throw taken()
  const owned = connection && (await ownedNumber(connection, phoneNumber))
  const number = await commit(actor, input, { phoneNumber, connection, owned, holder })
  return numberSetup.finish(number, owned ? { owned } : {}).catch(async (error: unknown) => {
    await transaction(async (tx) => {
      await numberReleases.giveUp(tx, number)
      await idempotency.free(tx, actor, number.id)
    })
    void numberReleases.tell(number.id)
    throw error
  })
}

/** Whether another workspace's link, on a SIP trunk and so without any proof, ends when an account that owns the number is linked. */
const isOutweighed = (holder: PhoneNumber, { workspaceId }: Actor, connection: CarrierConnection | null) =>
  connection !== null && holder.carrier === 'sip' && holder.workspaceId !== workspaceId

/** The account that the number is to be found in; null for a number on a SIP trunk. */
async function accountOf({ workspaceId }: Actor, { carrier, sip, externalOwnerId }: LinkInput): Promise<CarrierConnection | null> {
  if (carrier === 'sip') {
    if (!sip) throw unprocessable([{ loc: ['body', 'sip'], msg: 'field required', type: 'value_error.missing' }])
    return null
  }
  if (!isCarrier(carrier)) throw badInput(`Unsupported provider: ${carrier}`)
  const connection = await carrierAccess.find(workspaceId, carrier, externalOwnerId)
  if (!connection) throw unconnected({ carrier, externalOwnerId })
  return connection
}

const unconnected = ({ carrier, externalOwnerId }: Pick<LinkInput, 'carrier' | 'externalOwnerId'>) =>
  badInput(`No ${carrier} account${externalOwnerId ? ` of ${externalOwnerId}` : ''} is connected. Connect it first with POST /integrations/connect.`)

async function ownedNumber(connection: CarrierConnection, phoneNumber: string): Promise<OwnedNumber> {
  const { carrier, credentials } = carrierAccess.open(connection)
  const owned = await carrier.findNumber(credentials, phoneNumber).catch((error: unknown) => {
    throw carrierFailed(carrier.name, error)
  })
  if (!owned) throw badInput(`The connected ${carrier.name} account does not own this number.`)
  return owned
}

interface Found {
  phoneNumber: string
  connection: CarrierConnection | null
  owned: OwnedNumber | null
  /** The unproven link of another workspace that this one ends. */
  holder: PhoneNumber | null
}

/** The number with the key and the job, in one statement; with the end of the link that it outweighs, in one transaction. Its trunk's credentials are in an envelope. */
async function commit(actor: Actor, input: LinkInput, { phoneNumber, connection, owned, holder }: Found): Promise<PhoneNumber> {
  const { workspaceId } = actor
  const missing = connection ? numberSetup.missingOf(connection, owned) : (['sms_capable_number'] as const)
  const trunk = input.sip ? trunks.sealed({ workspaceId, phoneNumber }, input.sip) : null
  const row = assigned({
    workspaceId,
    phoneNumber,
    country: countryOf(phoneNumber) ?? undefined,
    carrier: input.carrier,
    label: input.label ?? undefined,
    externalOwnerId: input.externalOwnerId ?? undefined,
    connectionId: connection?.id,
    carrierNumberId: owned?.carrierNumberId,
    ...(trunk && { trunk: sql`${trunk.trunk}::bytea`, trunkKeyId: trunk.trunkKeyId }),
    providerNumbers: { [input.voiceEngine ?? 'retell']: null },
    smsReady: numberSetup.isReady(missing),
    smsMissing: sql`${missing}::text[]`,
    setup: 'linking',
    createdAt: clock.now(),
  })
  const statement = sql`
    with made as (select nextval('phone_numbers_id_seq')::int as id), ${idempotency.claiming(actor)},
    linked as (insert into phone_numbers (id, ${row.into}) select made.id, ${row.values} from made, claim where ${told()} returning *)
    select ${columns(numbers.FIELDS)}, ${numberSetup.settingUp(inMs(JOB_AFTER_MS))} as queued from linked`
  const run = (): Promise<PhoneNumber[]> =>
    holder === null
      ? query<PhoneNumber>(statement)
      : transaction(async (tx) => {
          await numberReleases.outweigh(tx, holder)
          return tx.$queryRaw<PhoneNumber[]>(statement)
        })
  const [number] = await run().catch((error: unknown) => {
    const { constraint } = error as { constraint?: string }
    if (constraint === 'phone_numbers_active_phone_number_key' || isDuplicate(error)) throw taken()
    throw constraint === 'phone_numbers_workspace_id_connection_id_fkey' ? unconnected(input) : error
  })
  if (!number) throw new AlreadyDone()
  return number
}

const taken = () => conflict('This number is already connected.')

/**
 * The number that an earlier request with the same key linked; what that one has not done yet, as it died, is done now. One
 * whose link failed is no answer to keep: the key is freed.
 */
async function linkedBefore(actor: Actor, id: number): Promise<PhoneNumber> {
  const number = await numbers.get(actor, id)
  if (number.isActive && number.setup === 'linked') return number
  const finished = number.isActive ? await numberSetup.finish(number).catch(onlyIfReleased) : null
  if (finished) return finished
  await transaction((tx) => idempotency.free(tx, actor, id))
  throw new DomainError('PROVIDER_ERROR', 'The number was not connected. Try again.')
}

function onlyIfReleased(error: unknown): null {
  if (error instanceof DomainError && error.code === 'CONFLICT') return null
  throw error
}
