import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { PeriodInput } from '../../inputs/analytics.ts'
import { hasScope } from '../../kernel/vocabulary/scopes.ts'
import { query, sql } from '../../kernel/db/sql.ts'
import { MAX_TOTAL_DAYS, splitByGrain, type Period, previousPeriod, resolvePeriod } from './analyticsPeriods.ts'
import { ACTIVE_STATES } from '../../kernel/vocabulary/callStates.ts'
import { NO_SUMS, SUMS, type Sums, selectStats } from './counting/callStatSums.ts'

/** Totals of a period and of the previous one, and the current state of the workspace. */
export interface WorkspaceStats extends Period {
  current: Sums
  previous: Sums & Period
  /** Active calls. */
  live: number
  /** In micro-units. `null` if the actor cannot read the wallet. */
  balance: bigint | null
}

/** Returns the totals of a period and of the previous one. The cost does not depend on the number of calls. */
export async function readWorkspaceStats(actor: Actor, input: PeriodInput): Promise<WorkspaceStats> {
  const period = await resolvePeriod(actor, input, MAX_TOTAL_DAYS)
  const before = previousPeriod(period)
  const [sums, [current]] = await Promise.all([readSums(actor, { current: period, previous: before }), readCurrent(actor)])
  const { live, balance } = current!
  return { ...period, current: sums.current, previous: { ...sums.previous, ...before }, live, balance: hasScope(actor.scopes, 'billing:read') ? balance : null }
}

async function readSums<Name extends string>({ workspaceId }: Actor, periods: Record<Name, Period>): Promise<Record<Name, Sums>> {
  const names = Object.keys(periods) as Name[]
  const queries = names.flatMap((label) => splitByGrain(periods[label]).map((part) => ({ label, dimension: 'all' as const, ...part })))
  const rows = await query<Sums & { label: Name }>(sql`select p.label, ${SUMS} from ${selectStats(workspaceId, queries)} group by p.label`)
  const sumsByName = new Map(rows.map(({ label, ...sums }) => [label, sums as Sums]))
  return Object.fromEntries(names.map((name) => [name, sumsByName.get(name) ?? NO_SUMS])) as Record<Name, Sums>
}

const readCurrent = ({ workspaceId }: Actor) =>
  query<{ live: number; balance: bigint }>(sql`
    select balance, (select count(*)::int from calls where workspace_id = ${workspaceId} and status = any(${ACTIVE_STATES}::text[])) as live
    from wallets where workspace_id = ${workspaceId}`)
