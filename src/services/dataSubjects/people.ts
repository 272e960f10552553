import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'
import { badInput, conflict } from '../../kernel/vocabulary/errors.ts'
import type { Erasure } from '../../generated/prisma/client.ts'
import { e164 } from '../../kernel/lib/phones.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import type { Traces } from './phoneTraces.ts'

/** A number in E.164 that is somebody else's. BAD_REQUEST for what is no number, CONFLICT for one of the workspace's own. */
export async function personOf({ workspaceId }: Pick<Actor, 'workspaceId'>, text: string): Promise<string> {
  const phoneNumber = e164(text) ?? e164(`+${text.trim()}`)
  if (!phoneNumber) throw badInput('Invalid phone number')
  const own = await db.phoneNumber.findFirst({ where: { workspaceId, phoneNumber }, select: { id: true } })
  if (own) throw conflict('This phone number belongs to your workspace. Enter the phone number of the person instead.')
  return phoneNumber
}

/** Whose data is erased, and by which erasure. */
export type Person = Pick<Erasure, 'id' | 'workspaceId' | 'retainsDncEntry' | 'createdAt'> & { phoneNumber: string; traces: Traces }

/** Calls with the number as the other side, as a condition on `calls c`. */
export const itsCalls = ({ workspaceId, traces: { exact } }: Pick<Person, 'workspaceId' | 'traces'>): Sql => sql`
  c.workspace_id = ${workspaceId} and ((c.direction <> 'inbound' and c.to_number = any(${exact}::text[])) or (c.direction = 'inbound' and c.from_number = any(${exact}::text[])))`

/** Conversations with it, by their ids. */
export const itsConversations = ({ workspaceId, traces: { exact } }: Pick<Person, 'workspaceId' | 'traces'>): Sql => sql`
  (select v.id from phone_numbers n join conversations v on v.workspace_id = n.workspace_id and v.number_id = n.id
   where n.workspace_id = ${workspaceId} and v.peer = any(${exact}::text[]))`

/** Leads with the number, deleted ones too, by their ids. */
export const itsLeads = ({ workspaceId, phoneNumber }: Pick<Person, 'workspaceId' | 'phoneNumber'>): Sql => sql`
  (select l.id from campaigns k join leads l on l.campaign_id = k.id and l.phone_number = ${phoneNumber} and l.deleted_at is null where k.workspace_id = ${workspaceId}
   union all select id from leads where workspace_id = ${workspaceId} and phone_number = ${phoneNumber} and deleted_at is not null)`
