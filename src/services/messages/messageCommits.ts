import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { DuplicateRequestError, forbidden } from '../../kernel/vocabulary/errors.ts'
import type { Message, Prisma } from '../../generated/prisma/client.ts'
import { insertColumnsOf, insertValuesOf, selectList, sql } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement, toRow } from '../../kernel/db/statement.ts'
import { registerKeys, registerMatch, type RegisterMatch } from '../compliance/registers/registerHashes.ts'
import { fromJson } from '../shared/jsonColumns.ts'
import * as appAllowances from '../billing/appAllowances.ts'
import * as conversations from './conversations.ts'
import * as idempotency from '../shared/idempotency.ts'
import { RECONCILE_DELAY_MS } from '../shared/sending/sendWindows.ts'
import { FIELDS } from './messages.ts'
import * as wallet from '../billing/wallet.ts'

type NewMessage = Pick<
  Prisma.MessageUncheckedCreateInput,
  'ref' | 'numberId' | 'connectionId' | 'fromNumber' | 'toNumber' | 'body' | 'segments' | 'carrier' | 'source' | 'owner'
>

const commitMessage = statement(
  'messages.commit',
  sql`
    with blocked as (select 1 from dnc_entries where workspace_id = $workspaceId and phone_number = $contactNumber),
    registered as (select ${registerMatch(sql`$contactNumber`)} as match),
    new_row as (select nextval('messages_id_seq')::int as id where not exists (select from blocked) and not exists (select from registered where match is not null)),
    ${idempotency.CLAIM},
    conversation as (${conversations.upsertConversation(sql`from claim`)}),
    created as (
      insert into messages (id, conversation_id, media, ${insertColumnsOf('messages', 'message', 'id', 'conversation_id', 'media')})
      select new_row.id, conversation.id, '{}', ${insertValuesOf('messages', 'message', 'id', 'conversation_id', 'media')} from new_row, conversation
      where ${AUDIT_ACTOR} returning *),
    ${wallet.HOLD_FOR_SMS}
    select exists (select from blocked) as is_listed, (select match from registered) as register, ${selectList(FIELDS)} from (values (1)) as one left join created on true`,
)

/**
 * Commits a message before it is sent, with its conversation, its owner, its reserved funds and the request's idempotency key, in one
 * statement. Throws FORBIDDEN for a number on the do-not-call list or a register and for an app at its cap, INSUFFICIENT_FUNDS, and DuplicateRequestError for a
 * used key.
 */
export async function commit(actor: Actor, message: NewMessage, hold: bigint): Promise<Message> {
  const { workspaceId } = actor
  const appGrantId = appAllowances.grantIdOf(actor)
  const row = {
    ...message,
    workspaceId,
    direction: 'outbound',
    status: 'queued',
    dispatch: 'sending',
    nextCheckAt: fromNow(RECONCILE_DELAY_MS),
    holdMicros: hold,
    appGrantId,
  }
  const created = await commitMessage
    .get({
      workspaceId,
      numberId: message.numberId,
      contactNumber: message.toNumber,
      registerKeys: registerKeys(),
      now: clock.now(),
      hold,
      appGrantId,
      message: toRow(row),
      ...idempotency.claimParams(actor),
    })
    .catch(async (error: unknown) => {
      throw await wallet.toFundsError(await appAllowances.toCapError(error, actor, hold), workspaceId, hold, 'the message')
    })
  const { isListed, register, ...saved } = created!
  if (isListed) throw forbidden('number_blocked')
  if (register !== null) throw forbidden('number_in_register', { ...fromJson<RegisterMatch>(register) })
  if (saved.id === null) throw new DuplicateRequestError()
  return saved as Message
}
