import type { NumberId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { isCarrier } from '../../kernel/vocabulary/carrierNames.ts'
import type { OwnedNumber } from '../../carriers/carrier.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { anyWorkspace, transaction } from '../../kernel/db/db.ts'
import { badRequest, conflict, DomainError, DuplicateRequestError, invalidFields, providerFailed } from '../../kernel/vocabulary/errors.ts'
import type { CarrierConnection, PhoneNumber } from '../../generated/prisma/client.ts'
import type { LinkInput } from '../../inputs/numbers.ts'
import { countryOf, parseE164 } from '../../kernel/lib/phones.ts'
import { insertColumnsOf, insertValuesOf, selectList, sql } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement, toRow } from '../../kernel/db/statement.ts'
import * as carrierAccess from '../carriers/carrierAccess.ts'
import { fromCarrierError } from '../carriers/carrierErrors.ts'
import * as idempotency from '../shared/idempotency.ts'
import * as numberReleases from './numberReleases.ts'
import * as numberSetup from './numberSetup.ts'
import * as numbers from './numbers.ts'
import * as trunks from './trunks.ts'

/** Longer than a request takes to set up a number. After that the job continues what a dead process left. */
const JOB_DELAY_MS = 90_000

/**
 * Links a number of the workspace (spec: POST /phone-numbers/link; contract: Phone number). Verifies with the carrier that the account
 * owns it, commits the number with the request's idempotency key, then sets it up at the voice provider and the carrier. If that
 * fails, undoes everything and frees the key; if the process dies, a job or a repeated request continues. Throws BAD_REQUEST for an
 * unusable number, carrier or account; CONFLICT for a number linked in any workspace, unless another workspace linked it through a
 * SIP trunk, which an account that owns the number takes over; PROVIDER_ERROR if the carrier or the voice provider fails.
 */
export async function link(actor: Actor, input: LinkInput): Promise<PhoneNumber> {
  if (actor.claim?.effect !== undefined) return finishEarlierLink(actor, actor.claim.effect as number)
  const phoneNumber = parseE164(input.phoneNumber)
  if (!phoneNumber) throw badRequest('invalid_phone_number')
  const connection = await findConnection(actor, input)
  const holder = await anyWorkspace.phoneNumber.findFirst({ where: { phoneNumber, isActive: true } })
  if (holder && !canTakeOver(holder, actor, connection)) throw alreadyConnectedError()
  const owned = connection && (await requireOwnedNumber(connection, phoneNumber))
  const number = await commit(actor, input, { phoneNumber, connection, owned, holder })
  return numberSetup.finish(number, owned ? { owned } : {}).catch(async (error: unknown) => {
    await transaction(async (tx) => {
      await numberReleases.cancelLink(tx, number)
      await idempotency.releaseKey(tx, actor, number.id)
    })
    void numberReleases.tryUndo(number.id)
    throw error
  })
}

/** Whether the link replaces another workspace's link through a SIP trunk, which proves no ownership. */
const canTakeOver = (holder: PhoneNumber, { workspaceId }: Actor, connection: CarrierConnection | null) =>
  connection !== null && holder.carrier === 'sip' && holder.workspaceId !== workspaceId

/** Finds the carrier account of the number. Returns null for a number on a SIP trunk. */
async function findConnection({ workspaceId }: Actor, { carrier, sip, externalOwnerId }: LinkInput): Promise<CarrierConnection | null> {
  if (carrier === 'sip') {
    if (!sip) throw invalidFields([{ loc: ['body', 'sip'], msg: 'field required', type: 'value_error.missing' }])
    return null
  }
  if (!isCarrier(carrier)) throw badRequest('unsupported_carrier', { name: carrier })
  const connection = await carrierAccess.find(workspaceId, carrier, externalOwnerId)
  if (!connection) throw notConnectedError({ carrier, externalOwnerId })
  return connection
}

const notConnectedError = ({ carrier, externalOwnerId }: Pick<LinkInput, 'carrier' | 'externalOwnerId'>) =>
  badRequest('carrier_not_connected', { carrier, owner: externalOwnerId ?? null })

async function requireOwnedNumber(connection: CarrierConnection, phoneNumber: string): Promise<OwnedNumber> {
  const { carrier, credentials } = carrierAccess.open(connection)
  const owned = await carrier.findNumber(credentials, phoneNumber).catch((error: unknown) => {
    throw fromCarrierError(carrier.name, error)
  })
  if (!owned) throw badRequest('number_not_owned', { carrier: carrier.name })
  return owned
}

interface LinkContext {
  phoneNumber: string
  connection: CarrierConnection | null
  owned: OwnedNumber | null
  /** The unproven link of another workspace that this one replaces. */
  holder: PhoneNumber | null
}

const commitNumber = statement(
  'numbers.commit',
  sql`
    with new_row as (select nextval('phone_numbers_id_seq')::int as id),
    ${idempotency.CLAIM},
    created as (
      insert into phone_numbers (id, sms_missing, ${insertColumnsOf('phone_numbers', 'number', 'id', 'sms_missing')})
      select new_row.id, $smsMissing, ${insertValuesOf('phone_numbers', 'number', 'id', 'sms_missing')} from new_row, claim where ${AUDIT_ACTOR} returning *)
    select ${selectList(numbers.FIELDS)}, ${numberSetup.SET_UP_COLUMN} as queued from created`,
)

/** Commits the number with the idempotency key and the job in one statement, and in one transaction with the end of a replaced link. Encrypts trunk credentials. */
async function commit(actor: Actor, input: LinkInput, { phoneNumber, connection, owned, holder }: LinkContext): Promise<PhoneNumber> {
  const { workspaceId } = actor
  const missing = connection ? numberSetup.listMissing(connection, owned) : (['sms_capable_number'] as const)
  const number = toRow({
    workspaceId,
    phoneNumber,
    country: countryOf(phoneNumber) ?? undefined,
    carrier: input.carrier,
    label: input.label ?? undefined,
    externalOwnerId: input.externalOwnerId ?? undefined,
    connectionId: connection?.id,
    carrierNumberId: owned?.carrierNumberId,
    ...(input.sip && trunks.encryptTrunk({ workspaceId, phoneNumber }, input.sip)),
    providerNumbers: { [input.voiceEngine ?? 'retell']: null },
    smsReady: numberSetup.isReady(missing),
    setup: 'linking',
    createdAt: clock.now(),
  })
  const params = { workspaceId, number, smsMissing: [...missing], setUpAt: fromNow(JOB_DELAY_MS), ...idempotency.claimParams(actor) }
  const run = () =>
    holder === null
      ? commitNumber.get(params)
      : transaction(async (tx) => {
          await numberReleases.takeOver(tx, holder)
          return commitNumber.get(params, tx)
        })
  const created = await run().catch((error: unknown) => {
    const { constraint } = error as { constraint?: string }
    if (constraint === 'phone_numbers_active_phone_number_key') throw alreadyConnectedError()
    throw constraint === 'phone_numbers_workspace_id_connection_id_fkey' ? notConnectedError(input) : error
  })
  if (!created) throw new DuplicateRequestError()
  return created as PhoneNumber
}

const alreadyConnectedError = () => conflict('number_already_connected')

/**
 * Returns the number that an earlier request with the same idempotency key linked. Finishes the setup if that request died. Frees the
 * key if its link failed.
 */
async function finishEarlierLink(actor: Actor, id: NumberId): Promise<PhoneNumber> {
  const number = await numbers.get(actor, id)
  if (number.isActive && number.setup === 'linked') return number
  const completed = number.isActive ? await numberSetup.finish(number).catch(ignoreReleased) : null
  if (completed) return completed
  await transaction((tx) => idempotency.releaseKey(tx, actor, id))
  throw providerFailed('number_not_connected')
}

function ignoreReleased(error: unknown): null {
  if (error instanceof DomainError && error.code === 'CONFLICT') return null
  throw error
}
