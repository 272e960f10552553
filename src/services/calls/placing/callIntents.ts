import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { inMs } from '../../../kernel/lib/clock.ts'
import { AlreadyDone, conflict, forbidden } from '../../../kernel/vocabulary/errors.ts'
import type { Call, Prisma } from '../../../generated/prisma/client.ts'
import { assigned, columns, query, sql, told } from '../../../kernel/db/sql.ts'
import { FIELDS } from '../calls.ts'
import * as appAllowances from '../../billing/appAllowances.ts'
import * as idempotency from '../../shared/idempotency.ts'
import * as leadAttempts from '../../campaigns/leadAttempts.ts'
import * as providerSlots from '../../voiceProviders/providerSlots.ts'
import * as wallet from '../../billing/wallet.ts'

type NewCall = Omit<Prisma.CallUncheckedCreateInput, 'workspaceId' | 'detail' | 'hold'>
type NewDetail = Omit<Prisma.CallDetailUncheckedCreateInput, 'workspaceId' | 'callId'>

/** A sender must report within that time of a call's making; then the watchdog begins to look, in milliseconds. */
export const LOOKED_AT_AFTER_MS = 5_000

/**
 * Commits a call with its hold, its line at the provider, its owner, the attempt on its lead and the key it was asked for
 * with, in one statement: after it the call exists, whatever happens; without it nothing does. FORBIDDEN for a number on
 * the do-not-call list, the called one or one of `transfers`, and for an app at its caps, CONFLICT for a lead that is being called, PROVIDER_ERROR when every line is taken, INSUFFICIENT_FUNDS, AlreadyDone for a key that was used.
 */
export async function commit(actor: Actor, call: NewCall, detail: NewDetail, hold: bigint, transfers: readonly string[] = []): Promise<Call> {
  const { workspaceId } = actor
  const grantId = appAllowances.accountOf(actor)
  const row = assigned({ ...call, workspaceId, checkAt: inMs(LOOKED_AT_AFTER_MS), appGrantId: grantId ?? undefined })
  const more = assigned({ ...detail, workspaceId })
  const { line, leased } = providerSlots.leasing(call.provider)
  const [made] = await query<Call & { listed: string | null; hasLine: boolean }>(sql`
    with listed as (select phone_number from dnc_entries where workspace_id = ${workspaceId} and phone_number = any(${[call.toNumber, ...transfers]}::text[])
      order by phone_number <> ${call.toNumber} limit 1),
    ${line},
    made as (select nextval('calls_id_seq')::int as id from line where not exists (select from listed)),
    ${idempotency.claiming(actor)},
    placed as (insert into calls (id, ${row.into}) select made.id, ${row.values} from made, claim where ${told()} returning *),
    detailed as (insert into call_details (call_id, ${more.into}) select id, ${more.values} from placed),
    ${leased}
    ${leadAttempts.beginning},
    ${wallet.holding(workspaceId, hold, grantId)}
    select (select phone_number from listed) as listed, exists (select from line) as "hasLine", ${columns(FIELDS)} from (values (1)) as one left join placed on true`).catch(
    async (error: unknown) => {
      if (leadAttempts.isTaken(error)) throw conflict('The lead is being called. Try again after the call.')
      throw await wallet.missingFunds(await appAllowances.capReached(error, actor, hold), workspaceId, hold)
    },
  )
  const { listed } = made!
  if (listed === call.toNumber) throw forbidden('The number is on the do-not-call list.')
  if (listed !== null) throw forbidden(`The agent transfers calls to ${listed}, which is on the do-not-call list.`)
  if (!made!.hasLine) throw providerSlots.allBusy(call.provider)
  if (made!.id === null) throw new AlreadyDone()
  return made!
}
