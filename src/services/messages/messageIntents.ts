import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { inMs } from '../../kernel/lib/clock.ts'
import { AlreadyDone, forbidden } from '../../kernel/vocabulary/errors.ts'
import type { Message, Prisma } from '../../generated/prisma/client.ts'
import { assigned, columns, query, sql, told } from '../../kernel/db/sql.ts'
import * as appAllowances from '../billing/appAllowances.ts'
import * as conversations from './conversations.ts'
import * as idempotency from '../shared/idempotency.ts'
import { LOOKED_AT_AFTER_MS } from '../calls/placing/callIntents.ts'
import { FIELDS } from './messages.ts'
import * as wallet from '../billing/wallet.ts'

type NewMessage = Pick<
  Prisma.MessageUncheckedCreateInput,
  'ref' | 'numberId' | 'connectionId' | 'fromNumber' | 'toNumber' | 'body' | 'segments' | 'carrier' | 'source' | 'owner'
>

/**
 * Commits a text that is about to be sent, with its place in a conversation, its owner, the money promised to it and the
 * key it was asked for with, in one statement: after it the message exists, whatever happens; without it nothing does.
 * FORBIDDEN for a number on the do-not-call list and for an app at its cap, INSUFFICIENT_FUNDS, AlreadyDone for a key that was used.
 */
export async function commit(actor: Actor, message: NewMessage, hold: bigint): Promise<Message> {
  const { workspaceId } = actor
  const grantId = appAllowances.accountOf(actor)
  const row = assigned({
    ...message,
    workspaceId,
    direction: 'outbound',
    media: sql`'{}'::text[]`,
    status: 'queued',
    dispatch: 'sending',
    checkAt: inMs(LOOKED_AT_AFTER_MS),
    holdMicros: hold,
    appGrantId: grantId ?? undefined,
  })
  const thread = conversations.threading({ workspaceId, numberId: message.numberId, peer: message.toNumber }, sql`from claim`)
  const [made] = await query<Message & { isListed: boolean }>(sql`
    with listed as (select 1 from dnc_entries where workspace_id = ${workspaceId} and phone_number = ${message.toNumber}),
    made as (select nextval('messages_id_seq')::int as id where not exists (select from listed)),
    ${idempotency.claiming(actor)},
    thread as (${thread}),
    placed as (insert into messages (id, conversation_id, ${row.into}) select made.id, thread.id, ${row.values} from made, thread where ${told()} returning *),
    ${wallet.holdingForText(workspaceId, hold, grantId)}
    select exists (select from listed) as "isListed", ${columns(FIELDS)} from (values (1)) as one left join placed on true`).catch(async (error: unknown) => {
    throw await wallet.missingFunds(await appAllowances.capReached(error, actor, hold), workspaceId, hold, 'the message')
  })
  if (made!.isListed) throw forbidden('The number is on the do-not-call list.')
  if (made!.id === null) throw new AlreadyDone()
  return made!
}
