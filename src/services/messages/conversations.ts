import type { ConversationId, NumberId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { invalidFields, notFound } from '../../kernel/vocabulary/errors.ts'
import { type Conversation, Prisma } from '../../generated/prisma/client.ts'
import { MAX_ID, SHORT_PAGE } from '../../kernel/db/rows.ts'
import { equalIfGiven, ifGiven, NOTHING, selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { type Page, type PageArgs, pageSizeOf } from '../shared/paging.ts'

const FIELDS = Object.keys(Prisma.ConversationScalarFieldEnum)

/** Identifies a conversation: one of the workspace's numbers and a contact. `contactNumber` is E.164, or as the carrier sends it. */
export interface ConversationKey {
  workspaceId: WorkspaceId
  numberId: NumberId
  contactNumber: string
}

/** Creates a conversation or updates its last message time, and returns its `id`. `condition` is the rest of the select. */
export const upsertConversation = (condition = NOTHING) => sql`
  insert into conversations as c (workspace_id, number_id, contact_number, last_message_at)
  select $workspaceId::int, $numberId::int, $contactNumber::text, $now::timestamptz ${condition}
  on conflict (workspace_id, number_id, contact_number) do update set last_message_at = greatest(c.last_message_at, excluded.last_message_at)
  returning c.id`

const upsert = statement('conversations.upsert', upsertConversation())

/** Finds or creates the conversation in the caller's transaction. Returns its ID. */
export async function findOrCreate(tx: Tx, { workspaceId, numberId, contactNumber }: ConversationKey): Promise<number> {
  const conversation = await upsert.get({ workspaceId, numberId, contactNumber, now: clock.now() }, tx)
  return conversation!.id
}

const getConversation = statement('conversations.get', sql`select ${selectList(FIELDS)} from conversations where workspace_id = $workspaceId and id = $id`)

export async function get({ workspaceId }: Pick<Actor, 'workspaceId'>, id: ConversationId): Promise<Conversation> {
  const conversation = await getConversation.get({ workspaceId, id })
  if (!conversation) throw notFound('Conversation')
  return conversation
}

/** Limits conversations to one number or one contact. */
export interface ConversationFilter {
  numberId?: NumberId | null
  contactNumber?: string | null
}

const listConversations = statement(
  'conversations.list',
  sql`
    select ${selectList(FIELDS)} from conversations
    where workspace_id = $workspaceId
      ${equalIfGiven(['number_id', 'contact_number'])}
      ${ifGiven('beforeId', sql`and (last_message_at, id) < ($before, $beforeId)`)}
    order by last_message_at desc, id desc limit $take`,
)

/** Lists conversations, latest message first. The cursor holds the position of the last row, so it stays valid while others move up. */
export async function list(
  { workspaceId }: Actor,
  { first, after }: PageArgs,
  { numberId, contactNumber }: ConversationFilter = {},
): Promise<Page<Conversation>> {
  const take = pageSizeOf(first, SHORT_PAGE)
  const position = after == null ? null : parseCursor(after)
  const rows = await listConversations.all({ workspaceId, numberId, contactNumber, before: position?.at, beforeId: position?.id, take: take + 1 })
  return { rows: rows.slice(0, take), hasMore: rows.length > take }
}

const MAX_OF_CONTACT = 20

const listConversationsOfContact = statement(
  'conversations.listOfContact',
  sql`
    select ${selectList(FIELDS)} from conversations where workspace_id = $workspaceId and contact_number = $contactNumber
    order by last_message_at desc, id desc limit ${MAX_OF_CONTACT}`,
)

/** Lists the conversations with a contact, latest message first, at most 20. */
export const listOfContact = ({ workspaceId }: Actor, contactNumber: string): Promise<Conversation[]> =>
  listConversationsOfContact.all({ workspaceId, contactNumber })

/** Encodes a conversation's position in the list. */
export const cursorOf = ({ lastMessageAt, id }: Conversation) => `${lastMessageAt.getTime()}-${id}`

function parseCursor(cursor: string): { at: Date; id: ConversationId } {
  const [, ms, id] = /^(\d{1,14})-(\d{1,10})$/.exec(cursor) ?? []
  if (id === undefined) throw invalidFields([{ loc: ['query', 'cursor'], msg: 'value is not a valid cursor', type: 'value_error.cursor' }])
  return { at: new Date(Number(ms)), id: Math.min(Number(id), MAX_ID) }
}
