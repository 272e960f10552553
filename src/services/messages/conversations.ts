import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { notFound, unprocessable } from '../../kernel/vocabulary/errors.ts'
import { type Conversation, Prisma } from '../../generated/prisma/client.ts'
import { MAX_ID, SHORT_PAGE } from '../../kernel/db/rows.ts'
import { columns, empty, query, sql, type Sql } from '../../kernel/db/sql.ts'
import { type Page, type PageArgs, takeOf } from '../shared/paging.ts'

const FIELDS = Object.keys(Prisma.ConversationScalarFieldEnum)

/** Between which of the workspace's numbers and whom; `peer` is E.164, or as the carrier shows it. */
export interface Ends {
  workspaceId: number
  numberId: number
  peer: string
}

/** The conversation of these ends as a statement that answers its `id`; made by its first message, moved by every one. `from` names what it needs. */
export const threading = ({ workspaceId, numberId, peer }: Ends, from: Sql = empty): Sql => sql`
  insert into conversations as c (workspace_id, number_id, peer, last_message_at)
  select ${workspaceId}::int, ${numberId}::int, ${peer}::text, ${clock.now()}::timestamptz ${from}
  on conflict (workspace_id, number_id, peer) do update set last_message_at = greatest(c.last_message_at, excluded.last_message_at)
  returning c.id`

/** The same in the caller's transaction: the conversation's id. */
export async function open(tx: Tx, ends: Ends): Promise<number> {
  const [found] = await tx.$queryRaw<{ id: number }[]>(threading(ends))
  return found!.id
}

export async function get({ workspaceId }: Pick<Actor, 'workspaceId'>, id: number): Promise<Conversation> {
  const [found] = await query<Conversation>(sql`select ${columns(FIELDS)} from conversations where workspace_id = ${workspaceId} and id = ${id}`)
  if (!found) throw notFound('Conversation')
  return found
}

/** Only those of one number, or with one other side. */
export interface ConversationFilter {
  numberId?: number | null
  peer?: string | null
}

/** Conversations, the one with the latest message first. The cursor says where the last one shown stood, so it holds while others move up. */
export async function list({ workspaceId }: Actor, { first, after }: PageArgs, { numberId, peer }: ConversationFilter = {}): Promise<Page<Conversation>> {
  const take = takeOf(first, SHORT_PAGE)
  const place = after == null ? null : placeOf(after)
  const rows = await query<Conversation>(sql`
    select ${columns(FIELDS)} from conversations
    where workspace_id = ${workspaceId}
      ${numberId == null ? empty : sql`and number_id = ${numberId}`}
      ${peer == null ? empty : sql`and peer = ${peer}`}
      ${place ? sql`and (last_message_at, id) < (${place.at}::timestamptz, ${place.id}::int)` : empty}
    order by last_message_at desc, id desc limit ${take + 1}`)
  return { rows: rows.slice(0, take), hasMore: rows.length > take }
}

/** Where a conversation stands in the list, as text. */
export const cursorOf = ({ lastMessageAt, id }: Conversation) => `${lastMessageAt.getTime()}-${id}`

function placeOf(cursor: string): { at: Date; id: number } {
  const [, ms, id] = /^(\d{1,14})-(\d{1,10})$/.exec(cursor) ?? []
  if (id === undefined) throw unprocessable([{ loc: ['query', 'cursor'], msg: 'value is not a valid cursor', type: 'value_error.cursor' }])
  return { at: new Date(Number(ms)), id: Math.min(Number(id), MAX_ID) }
}
