import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'
import { badRequest, conflict } from '../../kernel/vocabulary/errors.ts'
import type { Erasure } from '../../generated/prisma/client.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import type { PhonePatterns } from './phonePatterns.ts'

/** Parses the phone number of a person. Throws BAD_REQUEST for an invalid number, CONFLICT for a number of the workspace. */
export async function parsePersonNumber({ workspaceId }: Pick<Actor, 'workspaceId'>, text: string): Promise<string> {
  const phoneNumber = parseE164(text) ?? parseE164(`+${text.trim()}`)
  if (!phoneNumber) throw badRequest('Invalid phone number')
  const own = await db.phoneNumber.findFirst({ where: { workspaceId, phoneNumber }, select: { id: true } })
  if (own) throw conflict('This phone number belongs to your workspace. Enter the phone number of the person instead.')
  return phoneNumber
}

/** The person whose data is erased, and the erasure. */
export type Person = Pick<Erasure, 'id' | 'workspaceId' | 'retainsDncEntry' | 'createdAt'> & { phoneNumber: string; traces: PhonePatterns }

/** SQL condition on `calls c`: calls with this contact number. */
export const callsOf = ({ workspaceId, traces: { exact } }: Pick<Person, 'workspaceId' | 'traces'>): Sql => sql`
  c.workspace_id = ${workspaceId} and ((c.direction <> 'inbound' and c.to_number = any(${exact}::text[])) or (c.direction = 'inbound' and c.from_number = any(${exact}::text[])))`

/** SQL subquery: IDs of the conversations with the number. */
export const conversationsOf = ({ workspaceId, traces: { exact } }: Pick<Person, 'workspaceId' | 'traces'>): Sql => sql`
  (select v.id from phone_numbers n join conversations v on v.workspace_id = n.workspace_id and v.number_id = n.id
   where n.workspace_id = ${workspaceId} and v.contact_number = any(${exact}::text[]))`

/** SQL subquery: IDs of the leads with the number, including deleted ones. */
export const leadsOf = ({ workspaceId, phoneNumber }: Pick<Person, 'workspaceId' | 'phoneNumber'>): Sql => sql`
  (select l.id from campaigns k join leads l on l.campaign_id = k.id and l.phone_number = ${phoneNumber} and l.deleted_at is null where k.workspace_id = ${workspaceId}
   union all select id from leads where workspace_id = ${workspaceId} and phone_number = ${phoneNumber} and deleted_at is not null)`
