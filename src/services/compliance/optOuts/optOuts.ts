import type { CallId, OptOutId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { type Connection, db, transaction, type Tx } from '../../../kernel/db/db.ts'
import { notFound } from '../../../kernel/vocabulary/errors.ts'
import type { OptOut } from '../../../generated/prisma/client.ts'
import { parseE164 } from '../../../kernel/lib/phones.ts'
import { SHORT_PAGE } from '../../../kernel/db/rows.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../../kernel/db/statement.ts'
import { pageById, type PageArgs } from '../../shared/paging.ts'

/** Who heard the wish: our rules in the transcript, the provider's analysis, or both. */
export type OptOutHearer = 'rules' | 'provider' | 'both'

/** A wish not to be called again, as it is recorded. */
interface HeardOptOut {
  workspaceId: WorkspaceId
  callId: CallId
  /** E.164. */
  phoneNumber: string
  sentence: string | null
  heardBy: OptOutHearer
  saidAt: Date
}

const recordHeard = statement(
  'optOuts.record',
  sql`
    insert into opt_outs as o (workspace_id, call_id, phone_number, sentence, heard_by, said_at)
    select $workspaceId, $callId, $phoneNumber, $sentence?, $heardBy, $saidAt where ${AUDIT_ACTOR}
    on conflict (workspace_id, call_id) do update set
      said_at = case when o.sentence is null and excluded.sentence is not null then excluded.said_at else o.said_at end,
      sentence = coalesce(o.sentence, excluded.sentence),
      heard_by = case when o.heard_by = excluded.heard_by then o.heard_by else 'both' end
    where (o.sentence is null and excluded.sentence is not null) or o.heard_by not in (excluded.heard_by, 'both')
    returning id, xmax = 0 as "is_new!"`,
)

/**
 * Records the wish of a call as proof. Returns the ID of a new opt-out; null if the call already has one, which only gets what it lacks. The
 * caller has locked the call.
 */
export async function record(tx: Connection, optOut: HeardOptOut): Promise<OptOutId | null> {
  const row = await recordHeard.get({ ...optOut }, tx)
  return row?.isNew ? row.id : null
}

const findStanding = statement('optOuts.findStanding', sql`select id from opt_outs where workspace_id = $workspaceId and call_id = $id and undone_at is null`)

/** Whether a call has an opt-out that nobody undid. */
export const stands = async (tx: Connection, { workspaceId, id }: { workspaceId: WorkspaceId; id: CallId }) =>
  (await findStanding.get({ workspaceId, id }, tx)) !== undefined

/** Conditions of a list of opt-outs. */
export interface OptOutFilter {
  callId?: CallId | null
  phoneNumber?: string | null
}

/** Lists opt-outs heard on calls, newest first: all, those of a call, or those of a number. */
export const list = ({ workspaceId }: Actor, page: PageArgs, { callId, phoneNumber }: OptOutFilter = {}) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) =>
    db.optOut.findMany({
      ...query,
      where: { ...where, workspaceId, ...(callId == null ? {} : { callId }), ...(phoneNumber == null ? {} : { phoneNumber: parseE164(phoneNumber) ?? '' }) },
    }),
  )

const lockOptOut = statement('optOuts.lock', sql`select phone_number, undone_at from opt_outs where workspace_id = $workspaceId and id = $id for update`)
const lockEntry = statement('optOuts.lockEntry', sql`select id from dnc_entries where workspace_id = $workspaceId and phone_number = $phoneNumber for update`)
const markUndone = statement(
  'optOuts.markUndone',
  sql`
    update opt_outs set undone_at = $now, undone_by = coalesce($displayName?, (select email from users where id = $userId?::int),
      (select name from api_keys where workspace_id = $workspaceId and id = $keyId?::int), '')
    where workspace_id = $workspaceId and id = $id and ${AUDIT_ACTOR}`,
)
const unlist = statement(
  'optOuts.unlist',
  sql`
    delete from dnc_entries d where d.workspace_id = $workspaceId and d.phone_number = $phoneNumber and d.source = 'voice_opt_out'
      and not exists (select from opt_outs o where o.workspace_id = $workspaceId and o.phone_number = d.phone_number and o.undone_at is null)
      and ${AUDIT_ACTOR}`,
)

/**
 * Undoes an opt-out that was none: marks it, and takes its number off the DNC list unless it is listed for another reason, also another call.
 * The row stays, so that the call never lists the number again. Safe to repeat. Throws NOT_FOUND. `follow` runs in the same transaction.
 */
export const undo = ({ workspaceId, userId, keyId, displayName }: Actor, id: OptOutId, follow: (tx: Tx) => Promise<unknown>): Promise<OptOut> =>
  transaction(async (tx) => {
    const optOut = await lockOptOut.get({ workspaceId, id }, tx)
    if (!optOut) throw notFound('Opt-out')
    const number = { workspaceId, phoneNumber: optOut.phoneNumber }
    if (optOut.undoneAt === null) {
      // The lock on the entry, which a call that hears the wish at the same moment takes too, decides which of both is first.
      await lockEntry.run(number, tx)
      const by = { userId: userId ?? null, keyId: keyId ?? null, displayName: displayName ?? null }
      await markUndone.run({ workspaceId, id, ...by, now: clock.now() }, tx)
      await unlist.run(number, tx)
      await follow(tx)
    }
    return tx.optOut.findFirstOrThrow({ where: { workspaceId, id } })
  })
