import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { conflict, DuplicateRequestError, forbidden } from '../../../kernel/vocabulary/errors.ts'
import type { Call, CallDetail, Prisma } from '../../../generated/prisma/client.ts'
import { insertColumnsOf, insertValuesOf, selectList, sql } from '../../../kernel/db/sqlText.ts'
import { createCallTrace } from '../../../kernel/tracing/callTraces.ts'
import { AUDIT_ACTOR, statement, toRow } from '../../../kernel/db/statement.ts'
import { FIELDS, OWN_DETAIL_FIELDS } from '../calls.ts'
import * as appAllowances from '../../billing/appAllowances.ts'
import * as idempotency from '../../shared/idempotency.ts'
import { RECONCILE_DELAY_MS } from '../../shared/sending/sendWindows.ts'
import { registerKeys, registerMatch, type RegisterMatch } from '../../compliance/registers/registerHashes.ts'
import { countCallsBefore } from '../../compliance/proof/callFacts.ts'
import type { PlacedDecision } from '../../compliance/proof/placedDecisions.ts'
import { fromJson } from '../../shared/jsonColumns.ts'
import * as leadAttempts from '../../leads/leadAttempts.ts'
import * as providerSlots from '../../voiceProviders/providerSlots.ts'
import * as wallet from '../../billing/wallet.ts'

type NewCall = Omit<Prisma.CallUncheckedCreateInput, 'workspaceId' | 'detail' | 'hold'>
type NewDetail = Omit<Prisma.CallDetailUncheckedCreateInput, 'workspaceId' | 'callId' | 'decision'> & { decision: PlacedDecision }

const commitCall = statement(
  'calls.commit',
  sql`
    with blocked as (select phone_number from dnc_entries where workspace_id = $workspaceId and phone_number = any($numbers)
      order by phone_number <> $toNumber limit 1),
    registered as (select ${registerMatch(sql`$toNumber`)} as match),
    ${providerSlots.FREE_SLOT},
    new_row as (select nextval('calls_id_seq')::int as id from free_slot where not exists (select from blocked) and not exists (select from registered where match is not null)),
    ${idempotency.CLAIM},
    created as (insert into calls (id, ${insertColumnsOf('calls', 'call', 'id')}) select new_row.id, ${insertValuesOf('calls', 'call', 'id')} from new_row, claim where ${AUDIT_ACTOR} returning *),
    created_detail as (insert into call_details (call_id, decision, ${insertColumnsOf('call_details', 'detail', 'call_id', 'decision')})
      select id, $decision::jsonb || jsonb_build_object('calls', ${countCallsBefore('created')}), ${insertValuesOf('call_details', 'detail', 'call_id', 'decision')} from created
      returning ${selectList([...OWN_DETAIL_FIELDS, 'transcript'])}),
    ${providerSlots.OCCUPY_SLOT}
    ${leadAttempts.RECORD_ATTEMPT},
    ${wallet.HOLD_FOR_CALL}
    select (select phone_number from blocked) as blocked_number, (select match from registered) as register, exists (select from free_slot) as has_slot, created.*, d.*
    from (values (1)) as one left join (select ${selectList(FIELDS)} from created) created on true left join created_detail d on true`,
)

/**
 * Commits a call with its details, hold, concurrency slot, owner, lead attempt and idempotency key in one statement, and counts the earlier calls to its number, so that all exist or none. Throws
 * FORBIDDEN if the called number is on a register, if it or one of `transfers` is on the do-not-call list, and for an app at its limits, CONFLICT for a lead that is
 * being called, PROVIDER_ERROR if no concurrency slot is free, INSUFFICIENT_FUNDS, and DuplicateRequestError for a used key.
 */
export async function commit(
  actor: Actor,
  call: NewCall,
  { decision, ...detail }: NewDetail,
  hold: bigint,
  transfers: readonly string[] = [],
  tx?: Tx,
): Promise<Call & CallDetail> {
  const { workspaceId } = actor
  const appGrantId = appAllowances.grantIdOf(actor)
  const created = await commitCall
    .get(
      {
        workspaceId,
        numbers: [call.toNumber, ...transfers],
        toNumber: call.toNumber,
        registerKeys: registerKeys(),
        now: clock.now(),
        hold,
        appGrantId,
        call: toRow({ ...call, workspaceId, nextCheckAt: fromNow(RECONCILE_DELAY_MS), appGrantId, trace: createCallTrace() }),
        decision: JSON.stringify(decision),
        detail: toRow({ ...detail, workspaceId }),
        ...providerSlots.slotParams(call.provider),
        ...idempotency.claimParams(actor),
      },
      tx,
    )
    .catch(async (error: unknown) => {
      if (leadAttempts.isLeadBusy(error)) throw conflict('lead_in_call')
      throw await wallet.toFundsError(await appAllowances.toCapError(error, actor, hold), workspaceId, hold)
    })
  const { blockedNumber, register, hasSlot, ...row } = created!
  if (blockedNumber === call.toNumber) throw forbidden('number_blocked')
  if (blockedNumber !== null) throw forbidden('transfer_number_blocked', { phone_number: blockedNumber })
  if (register !== null) throw forbidden('number_in_register', { ...fromJson<RegisterMatch>(register) })
  if (!hasSlot) throw providerSlots.atCapacityError(call.provider)
  if (row.id === null) throw new DuplicateRequestError()
  return row as Call & CallDetail
}
