import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { PeriodInput } from '../../inputs/analytics.ts'
import { hasScope } from '../../kernel/vocabulary/scopes.ts'
import { query, sql } from '../../kernel/db/sql.ts'
import { MAX_DAYS_OF_SUMS, partsOf, type Period, periodBefore, periodOf } from './analyticsPeriods.ts'
import { STATES_UNDER_WAY } from '../../kernel/vocabulary/callStates.ts'
import { NONE, SUMS, type Sums, wantedRows } from './counting/callStatSums.ts'

/** A workspace in a period beside the one before it, and as it is now. */
export interface WorkspaceStats extends Period {
  current: Sums
  previous: Sums & Period
  /** Calls under way. */
  live: number
  /** Micro-units; null to whoever may not read the wallet. */
  balance: bigint | null
}

/** What calls and texts of a period came to, beside as many days before. Takes as long however many calls there are. */
export async function workspaceStats(actor: Actor, input: PeriodInput): Promise<WorkspaceStats> {
  const period = await periodOf(actor, input, MAX_DAYS_OF_SUMS)
  const before = periodBefore(period)
  const [sums, [now]] = await Promise.all([sumsOf(actor, { current: period, previous: before }), stateOf(actor)])
  const { live, balance } = now!
  return { ...period, current: sums.current, previous: { ...sums.previous, ...before }, live, balance: hasScope(actor.scopes, 'billing:read') ? balance : null }
}

async function sumsOf<Name extends string>({ workspaceId }: Actor, periods: Record<Name, Period>): Promise<Record<Name, Sums>> {
  const names = Object.keys(periods) as Name[]
  const wanted = names.flatMap((label) => partsOf(periods[label]).map((part) => ({ label, dimension: 'all' as const, ...part })))
  const rows = await query<Sums & { label: Name }>(sql`select p.label, ${SUMS} from ${wantedRows(workspaceId, wanted)} group by p.label`)
  const found = new Map(rows.map(({ label, ...sums }) => [label, sums as Sums]))
  return Object.fromEntries(names.map((name) => [name, found.get(name) ?? NONE])) as Record<Name, Sums>
}

const stateOf = ({ workspaceId }: Actor) =>
  query<{ live: number; balance: bigint }>(sql`
    select balance, (select count(*)::int from calls where workspace_id = ${workspaceId} and status = any(${STATES_UNDER_WAY}::text[])) as live
    from wallets where workspace_id = ${workspaceId}`)
