import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'
import { badRequest, conflict } from '../../kernel/vocabulary/errors.ts'
import type { Erasure } from '../../generated/prisma/client.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import type { PhonePatterns } from './phonePatterns.ts'

/** Parses the phone number of a person. Throws BAD_REQUEST for an invalid number, CONFLICT for a number of the workspace. */
export async function parsePersonNumber({ workspaceId }: Pick<Actor, 'workspaceId'>, text: string): Promise<string> {
  const phoneNumber = parseE164(text) ?? parseE164(`+${text.trim()}`)
  if (!phoneNumber) throw badRequest('invalid_phone_number')
  const own = await db.phoneNumber.findFirst({ where: { workspaceId, phoneNumber }, select: { id: true } })
  if (own) throw conflict('own_number')
  return phoneNumber
}

/** The person whose data is erased, and the erasure. */
export type Person = Pick<Erasure, 'id' | 'workspaceId' | 'retainsDncEntry' | 'createdAt'> & { phoneNumber: string; traces: PhonePatterns }

/** The parameters of the conditions below, and the pattern of the number in texts. */
export const personParams = ({ workspaceId, phoneNumber, traces }: Pick<Person, 'workspaceId' | 'phoneNumber' | 'traces'>) => ({
  workspaceId,
  phoneNumber,
  exact: [...traces.exact],
  pattern: traces.pattern,
  keys: traces.keys,
})

/** Condition on `calls c`: calls with this contact number, `$exact`. */
export const IS_CALL_OF = sql`
  c.workspace_id = $workspaceId and ((c.direction <> 'inbound' and c.to_number = any($exact)) or (c.direction = 'inbound' and c.from_number = any($exact)))`

/** Subquery: IDs of the conversations with the number, `$exact`. */
export const CONVERSATIONS_OF = sql`(select v.id from conversations v where v.workspace_id = $workspaceId and v.contact_number = any($exact))`

/** Subquery: IDs of the leads with the number, `$phoneNumber`, including deleted ones. */
export const LEADS_OF = sql`
  (select l.id from campaigns k join leads l on l.workspace_id = k.workspace_id and l.campaign_id = k.id and l.phone_number = $phoneNumber and l.deleted_at is null
   where k.workspace_id = $workspaceId
   union all select id from leads where workspace_id = $workspaceId and phone_number = $phoneNumber and deleted_at is not null)`
