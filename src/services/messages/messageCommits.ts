import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { fromNow } from '../../kernel/lib/clock.ts'
import { DuplicateRequestError, forbidden } from '../../kernel/vocabulary/errors.ts'
import type { Message, Prisma } from '../../generated/prisma/client.ts'
import { insertPartsOf, columns, query, sql, auditCondition } from '../../kernel/db/sql.ts'
import * as appAllowances from '../billing/appAllowances.ts'
import * as conversations from './conversations.ts'
import * as idempotency from '../shared/idempotency.ts'
import { RECONCILE_DELAY_MS } from '../calls/placing/callIntents.ts'
import { FIELDS } from './messages.ts'
import * as wallet from '../billing/wallet.ts'

type NewMessage = Pick<
  Prisma.MessageUncheckedCreateInput,
  'ref' | 'numberId' | 'connectionId' | 'fromNumber' | 'toNumber' | 'body' | 'segments' | 'carrier' | 'source' | 'owner'
>

/**
 * Commits a message before it is sent, with its conversation, its owner, its reserved funds and the request's idempotency key, in one
 * statement. Throws FORBIDDEN for a number on the do-not-call list or an app at its cap, INSUFFICIENT_FUNDS, and DuplicateRequestError for a
 * used key.
 */
export async function commit(actor: Actor, message: NewMessage, hold: bigint): Promise<Message> {
  const { workspaceId } = actor
  const grantId = appAllowances.grantIdOf(actor)
  const row = insertPartsOf({
    ...message,
    workspaceId,
    direction: 'outbound',
    media: sql`'{}'::text[]`,
    status: 'queued',
    dispatch: 'sending',
    nextCheckAt: fromNow(RECONCILE_DELAY_MS),
    holdMicros: hold,
    appGrantId: grantId ?? undefined,
  })
  const conversation = conversations.upsertConversation({ workspaceId, numberId: message.numberId, contactNumber: message.toNumber }, sql`from claim`)
  const [created] = await query<Message & { isListed: boolean }>(sql`
    with blocked as (select 1 from dnc_entries where workspace_id = ${workspaceId} and phone_number = ${message.toNumber}),
    new_row as (select nextval('messages_id_seq')::int as id where not exists (select from blocked)),
    ${idempotency.claimSql(actor)},
    conversation as (${conversation}),
    created as (insert into messages (id, conversation_id, ${row.into}) select new_row.id, conversation.id, ${row.values} from new_row, conversation where ${auditCondition()} returning *),
    ${wallet.smsHoldStatement(workspaceId, hold, grantId)}
    select exists (select from blocked) as "isListed", ${columns(FIELDS)} from (values (1)) as one left join created on true`).catch(async (error: unknown) => {
    throw await wallet.toFundsError(await appAllowances.toCapError(error, actor, hold), workspaceId, hold, 'the message')
  })
  if (created!.isListed) throw forbidden('The number is on the do-not-call list.')
  if (created!.id === null) throw new DuplicateRequestError()
  return created!
}
