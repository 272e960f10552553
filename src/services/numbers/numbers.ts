import type { CarrierConnectionId, NumberId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import { db } from '../../kernel/db/db.ts'
import { badRequest, notFound, unprocessable } from '../../kernel/vocabulary/errors.ts'
import { type PhoneNumber, Prisma } from '../../generated/prisma/client.ts'
import type { NumberInput } from '../../inputs/numbers.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { isSimulated } from '../../kernel/config/simulation.ts'
import { settings } from '../../kernel/config/settings.ts'
import { equalIfGiven, ifGiven, selectList, sql, type SqlText } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { type FindPage, findNewest, newestOf, pageById, type PageArgs } from '../shared/paging.ts'

export const FIELDS = Object.keys(Prisma.PhoneNumberScalarFieldEnum)

const listNumbers = statement('numbers.list', newestOf('phone_numbers', sql`and is_active = $isActive`))

/** Lists the workspace's numbers, newest first; active ones by default (spec: GET /phone-numbers). */
export const list = ({ workspaceId }: Actor, page: PageArgs, isActive: boolean | null | undefined, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, findNewest(listNumbers, { workspaceId, isActive: isActive ?? true, fields }) as FindPage<PhoneNumber>)

const getNumber = statement('numbers.get', sql`select ${selectList(FIELDS)} from phone_numbers where workspace_id = $workspaceId and id = $id`)

/** Returns one of the workspace's numbers, even after its release. */
export async function get({ workspaceId }: Pick<Actor, 'workspaceId'>, id: NumberId): Promise<PhoneNumber> {
  const number = await getNumber.get({ workspaceId, id })
  if (!number) throw notFound('Phone number')
  return number as PhoneNumber
}

/** Changes a number's label. Throws BAD_REQUEST for an empty change, NOT_FOUND for a released number. */
export async function update(actor: Actor, id: NumberId, { label }: NumberInput): Promise<PhoneNumber> {
  if (label === undefined) throw badRequest('no_changes')
  const { workspaceId } = actor
  const [number] = await db.phoneNumber.updateManyAndReturn({ where: { workspaceId, id, isActive: true }, data: { label: label?.trim() || null } })
  if (!number) throw notFound('Phone number')
  return number
}

interface NumberChoice {
  id?: number | null
  phoneNumber?: string | null
}

/** Finds the number for a call on that engine: the chosen one, or the workspace's first active one (contract: §4). */
export async function findCallNumber(workspaceId: WorkspaceId, choice: NumberChoice, engine: string): Promise<PhoneNumber> {
  const lastCarrier = isSimulatedLast(engine) ? SIMULATED_CARRIER : null
  const number = await findNumber.get({ workspaceId, ...conditionOf(choice), lastCarrier })
  if (!number) throw missingError(choice, 'no_number_to_call')
  return number as PhoneNumber
}

/**
 * Finds the number for an SMS: the chosen one, or the workspace's first one that can send SMS. Throws BAD_REQUEST, with what is
 * missing, for a number that cannot (contract: SMS).
 */
export async function findSmsNumber(workspaceId: WorkspaceId, choice: NumberChoice): Promise<PhoneNumber & { connectionId: CarrierConnectionId }> {
  const lastCarrier = settings.simulatedCarriers ? null : SIMULATED_CARRIER
  const found = await findNumberForSms.get({ workspaceId, ...conditionOf(choice), lastCarrier })
  if (!found) throw missingError(choice, 'no_number_to_send')
  const { connectionId, ...number } = found as PhoneNumber
  if (number.smsReady && connectionId !== null) return { ...number, connectionId }
  throw badRequest('number_cannot_send', { phone_number: number.phoneNumber, missing: number.smsMissing.length > 0 ? number.smsMissing : null })
}

/** The chosen number: by its ID, or else by its phone number. Throws BAD_REQUEST for an invalid phone number. */
function conditionOf({ id, phoneNumber }: NumberChoice): NumberChoice {
  if (phoneNumber != null && !parseE164(phoneNumber)) throw badRequest('invalid_phone_number')
  return id != null ? { id } : { phoneNumber }
}

const missingError = ({ id, phoneNumber }: NumberChoice, purpose: 'no_number_to_call' | 'no_number_to_send') =>
  id != null || phoneNumber != null ? notFound('Phone number') : unprocessable(purpose)

/** Whether calls on that engine use simulated numbers last if none is chosen: a real engine cannot call from them. */
export const isSimulatedLast = (engine: string | null | undefined) => engine != null && !isSimulated(engine)

/** The chosen active number, or the workspace's first one in an order. Numbers of `$lastCarrier`, if given, come last. */
const firstNumber = (order: SqlText) => sql`
  select ${selectList(FIELDS)} from phone_numbers
  where workspace_id = $workspaceId and is_active ${equalIfGiven(['id', 'phone_number'])}
  order by ${ifGiven('lastCarrier', sql`carrier = $lastCarrier,`)} ${order} limit 1`

const findNumber = statement('numbers.findFirst', firstNumber(sql`id`))
/** For SMS: numbers that are ready come first. */
const findNumberForSms = statement('numbers.findFirstForSms', firstNumber(sql`sms_ready desc, id`))

/** Finds the workspace's first active number. */
export async function findFirst(workspaceId: WorkspaceId): Promise<PhoneNumber | null> {
  return ((await findNumber.get({ workspaceId })) as PhoneNumber | undefined) ?? null
}
