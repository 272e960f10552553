import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { fromNow } from '../../../kernel/lib/clock.ts'
import { DuplicateRequestError, conflict, forbidden } from '../../../kernel/vocabulary/errors.ts'
import type { Call, Prisma } from '../../../generated/prisma/client.ts'
import { insertPartsOf, columns, query, sql, auditCondition } from '../../../kernel/db/sql.ts'
import { FIELDS } from '../calls.ts'
import * as appAllowances from '../../billing/appAllowances.ts'
import * as idempotency from '../../shared/idempotency.ts'
import * as leadAttempts from '../../campaigns/leadAttempts.ts'
import * as providerSlots from '../../voiceProviders/providerSlots.ts'
import * as wallet from '../../billing/wallet.ts'

type NewCall = Omit<Prisma.CallUncheckedCreateInput, 'workspaceId' | 'detail' | 'hold'>
type NewDetail = Omit<Prisma.CallDetailUncheckedCreateInput, 'workspaceId' | 'callId'>

/** Delay before the reconciler first checks a new call, in milliseconds. The sender should have reported by then. */
export const RECONCILE_DELAY_MS = 5_000

/**
 * Commits a call with its hold, concurrency slot, owner, lead attempt and idempotency key in one statement, so that all exist or none. Throws
 * FORBIDDEN if the called number or one of `transfers` is on the do-not-call list and for an app at its limits, CONFLICT for a lead that is
 * being called, PROVIDER_ERROR if no concurrency slot is free, INSUFFICIENT_FUNDS, and DuplicateRequestError for a used key.
 */
export async function commit(actor: Actor, call: NewCall, detail: NewDetail, hold: bigint, transfers: readonly string[] = []): Promise<Call> {
  const { workspaceId } = actor
  const grantId = appAllowances.grantIdOf(actor)
  const callRow = insertPartsOf({ ...call, workspaceId, nextCheckAt: fromNow(RECONCILE_DELAY_MS), appGrantId: grantId ?? undefined })
  const detailRow = insertPartsOf({ ...detail, workspaceId })
  const { freeSlot, occupySlot } = providerSlots.acquireSlot(call.provider)
  const [created] = await query<Call & { blockedNumber: string | null; hasSlot: boolean }>(sql`
    with blocked as (select phone_number from dnc_entries where workspace_id = ${workspaceId} and phone_number = any(${[call.toNumber, ...transfers]}::text[])
      order by phone_number <> ${call.toNumber} limit 1),
    ${freeSlot},
    new_row as (select nextval('calls_id_seq')::int as id from free_slot where not exists (select from blocked)),
    ${idempotency.claimSql(actor)},
    created as (insert into calls (id, ${callRow.into}) select new_row.id, ${callRow.values} from new_row, claim where ${auditCondition()} returning *),
    created_detail as (insert into call_details (call_id, ${detailRow.into}) select id, ${detailRow.values} from created),
    ${occupySlot}
    ${leadAttempts.attemptCte()},
    ${wallet.holdStatement(workspaceId, hold, grantId)}
    select (select phone_number from blocked) as "blockedNumber", exists (select from free_slot) as "hasSlot", ${columns(FIELDS)} from (values (1)) as one left join created on true`).catch(
    async (error: unknown) => {
      if (leadAttempts.isLeadBusy(error)) throw conflict('The lead is being called. Try again after the call.')
      throw await wallet.toFundsError(await appAllowances.toCapError(error, actor, hold), workspaceId, hold)
    },
  )
  const { blockedNumber } = created!
  if (blockedNumber === call.toNumber) throw forbidden('The number is on the do-not-call list.')
  if (blockedNumber !== null) throw forbidden(`The agent transfers calls to ${blockedNumber}, which is on the do-not-call list.`)
  if (!created!.hasSlot) throw providerSlots.atCapacityError(call.provider)
  if (created!.id === null) throw new DuplicateRequestError()
  return created!
}
