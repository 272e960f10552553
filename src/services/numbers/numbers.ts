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
import { columns, empty, query, type Sql, sql } from '../../kernel/db/sql.ts'
import { findNewest, pageById, type PageArgs } from '../shared/paging.ts'

export const FIELDS = Object.keys(Prisma.PhoneNumberScalarFieldEnum)

/** Lists the workspace's numbers, newest first; active ones by default (spec: GET /phone-numbers). */
export const list = ({ workspaceId }: Actor, page: PageArgs, isActive: boolean | null | undefined, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, findNewest<PhoneNumber>('phone_numbers', fields, { workspaceId, isActive: isActive ?? true }))

/** Returns one of the workspace's numbers, even after its release. */
export async function get({ workspaceId }: Pick<Actor, 'workspaceId'>, id: NumberId): Promise<PhoneNumber> {
  const [number] = await query<PhoneNumber>(sql`select ${columns(FIELDS)} from phone_numbers where workspace_id = ${workspaceId} and id = ${id}`)
  if (!number) throw notFound('Phone number')
  return number
}

/** Changes a number's label. Throws BAD_REQUEST for an empty change, NOT_FOUND for a released number. */
export async function update(actor: Actor, id: NumberId, { label }: NumberInput): Promise<PhoneNumber> {
  if (label === undefined) throw badRequest('No fields to update')
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
export const findCallNumber = (workspaceId: WorkspaceId, choice: NumberChoice, engine: string): Promise<PhoneNumber> =>
  findOutgoing(workspaceId, choice, 'call', buildDefaultOrder(engine))

/**
 * Finds the number for an SMS: the chosen one, or the workspace's first one that can send SMS. Throws BAD_REQUEST, with what is
 * missing, for a number that cannot (contract: SMS).
 */
export async function findSmsNumber(workspaceId: WorkspaceId, choice: NumberChoice): Promise<PhoneNumber & { connectionId: CarrierConnectionId }> {
  const { connectionId, ...number } = await findOutgoing(workspaceId, choice, 'send SMS', buildSmsOrder())
  if (number.smsReady && connectionId !== null) return { ...number, connectionId }
  const missing = number.smsMissing.length > 0 ? `missing ${number.smsMissing.join(', ')}` : 'its carrier account is not connected'
  throw badRequest(`The number ${number.phoneNumber} cannot send SMS: ${missing}.`)
}

async function findOutgoing(workspaceId: WorkspaceId, choice: NumberChoice, purpose: 'call' | 'send SMS', order: Sql): Promise<PhoneNumber> {
  if (choice.phoneNumber != null && !parseE164(choice.phoneNumber)) throw badRequest('Invalid phone number')
  const condition = choice.id != null ? { id: choice.id } : choice.phoneNumber != null ? { phoneNumber: choice.phoneNumber } : undefined
  const number = await findFirst(workspaceId, condition, order)
  if (number) return number
  throw condition ? notFound('Phone number') : unprocessable(`The workspace has no phone number to ${purpose} from. Connect one with POST /phone-numbers/link.`)
}

/** The order in which numbers are used for calls on that engine if none is chosen: simulated numbers last on a real engine. */
export const buildDefaultOrder = (engine: string | null | undefined): Sql =>
  engine == null || isSimulated(engine) ? sql`id` : sql`carrier = ${SIMULATED_CARRIER}, id`

/** The same for SMS: numbers that are ready first, simulated numbers last if carriers are real. */
const buildSmsOrder = (): Sql => (settings.simulatedCarriers ? sql`sms_ready desc, id` : sql`carrier = ${SIMULATED_CARRIER}, sms_ready desc, id`)

/** Finds the chosen active number, or the workspace's first one in that order. */
export async function findFirst(
  workspaceId: WorkspaceId,
  { id, phoneNumber }: { id?: number; phoneNumber?: string } = {},
  order: Sql = sql`id`,
): Promise<PhoneNumber | null> {
  const condition = id !== undefined ? sql`and id = ${id}` : phoneNumber !== undefined ? sql`and phone_number = ${phoneNumber}` : empty
  const [number] = await query<PhoneNumber>(sql`
    select ${columns(FIELDS)} from phone_numbers where workspace_id = ${workspaceId} and is_active ${condition}
    order by ${order} limit 1`)
  return number ?? null
}
