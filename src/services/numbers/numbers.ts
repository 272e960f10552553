import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import { db } from '../../kernel/db/db.ts'
import { badInput, notFound, unprocessable } from '../../kernel/vocabulary/errors.ts'
import { type PhoneNumber, Prisma } from '../../generated/prisma/client.ts'
import type { NumberInput } from '../../inputs/numbers.ts'
import { e164 } from '../../kernel/lib/phones.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { isSimulated } from '../../kernel/config/simulation.ts'
import { settings } from '../../kernel/config/settings.ts'
import { columns, empty, query, type Sql, sql } from '../../kernel/db/sql.ts'
import { newest, pageById, type PageArgs } from '../shared/paging.ts'

export const FIELDS = Object.keys(Prisma.PhoneNumberScalarFieldEnum)

/** The workspace's numbers, newest first: active ones unless asked otherwise (spec: GET /phone-numbers). */
export const list = ({ workspaceId }: Actor, page: PageArgs, isActive: boolean | null | undefined, fields: readonly string[] = FIELDS) =>
  pageById(page, SHORT_PAGE, newest<PhoneNumber>('phone_numbers', fields, { workspaceId, isActive: isActive ?? true }))

/** One of the workspace's numbers, also after its release. */
export async function get({ workspaceId }: Pick<Actor, 'workspaceId'>, id: number): Promise<PhoneNumber> {
  const [number] = await query<PhoneNumber>(sql`select ${columns(FIELDS)} from phone_numbers where workspace_id = ${workspaceId} and id = ${id}`)
  if (!number) throw notFound('Phone number')
  return number
}

/** Says what a number is called. BAD_REQUEST for an empty change, NOT_FOUND for one that was released. */
export async function update(actor: Actor, id: number, { label }: NumberInput): Promise<PhoneNumber> {
  if (label === undefined) throw badInput('No fields to update')
  const { workspaceId } = actor
  const [changed] = await db.phoneNumber.updateManyAndReturn({ where: { workspaceId, id, isActive: true }, data: { label: label?.trim() || null } })
  if (!changed) throw notFound('Phone number')
  return changed
}

interface Wanted {
  id?: number | null
  phoneNumber?: string | null
}

/** The number a call on that engine goes out from: the one asked for, or the workspace's first active one (contract: §4). */
export const caller = (workspaceId: number, wanted: Wanted, engine: string): Promise<PhoneNumber> => outgoing(workspaceId, wanted, 'call', defaultOrder(engine))

/**
 * The number a text goes out from: the one asked for, or the workspace's first one that can text. BAD_REQUEST, naming what
 * is missing, for one that cannot (contract: SMS).
 */
export async function texter(workspaceId: number, wanted: Wanted): Promise<PhoneNumber & { connectionId: number }> {
  const { connectionId, ...number } = await outgoing(workspaceId, wanted, 'send SMS', textOrder())
  if (number.smsReady && connectionId !== null) return { ...number, connectionId }
  const missing = number.smsMissing.length > 0 ? `missing ${number.smsMissing.join(', ')}` : 'its carrier account is not connected'
  throw badInput(`The number ${number.phoneNumber} cannot send SMS: ${missing}.`)
}

async function outgoing(workspaceId: number, wanted: Wanted, purpose: 'call' | 'send SMS', order: Sql): Promise<PhoneNumber> {
  if (wanted.phoneNumber != null && !e164(wanted.phoneNumber)) throw badInput('Invalid phone number')
  const chosen = wanted.id != null ? { id: wanted.id } : wanted.phoneNumber != null ? { phoneNumber: wanted.phoneNumber } : undefined
  const number = await first(workspaceId, chosen, order)
  if (number) return number
  throw chosen ? notFound('Phone number') : unprocessable(`The workspace has no phone number to ${purpose} from. Connect one with POST /phone-numbers/link.`)
}

/** In which order numbers are taken for calls on that engine where none is chosen: a simulated one is the last choice for a real engine. */
export const defaultOrder = (engine: string | null | undefined): Sql =>
  engine == null || isSimulated(engine) ? sql`id` : sql`carrier = ${SIMULATED_CARRIER}, id`

/** The same for texts: those that are ready for them first, a simulated one last where carriers are real. */
const textOrder = (): Sql => (settings.simulatedCarriers ? sql`sms_ready desc, id` : sql`carrier = ${SIMULATED_CARRIER}, sms_ready desc, id`)

/** The workspace's first active number in that order, or the one that is chosen. */
export async function first(
  workspaceId: number,
  { id, phoneNumber }: { id?: number; phoneNumber?: string } = {},
  order: Sql = sql`id`,
): Promise<PhoneNumber | null> {
  const chosen = id !== undefined ? sql`and id = ${id}` : phoneNumber !== undefined ? sql`and phone_number = ${phoneNumber}` : empty
  const [number] = await query<PhoneNumber>(sql`
    select ${columns(FIELDS)} from phone_numbers where workspace_id = ${workspaceId} and is_active ${chosen}
    order by ${order} limit 1`)
  return number ?? null
}
