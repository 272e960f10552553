import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { PeriodInput } from '../../inputs/analytics.ts'
import { hasScope } from '../../kernel/vocabulary/scopes.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { MAX_TOTAL_DAYS, splitByGrain, type Period, previousPeriod, resolvePeriod } from './analyticsPeriods.ts'
import { ACTIVE_STATES } from '../../kernel/vocabulary/callStates.ts'
import { NO_SUMS, SUMS, type Sums, selectStats, statParams } from './counting/callStatSums.ts'

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
  const [sums, current] = await Promise.all([readSums(actor, { current: period, previous: before }), readCurrent(actor)])
  const { live, balance } = current!
  return { ...period, current: sums.current, previous: { ...sums.previous, ...before }, live, balance: hasScope(actor.scopes, 'billing:read') ? balance : null }
}

const sumUp = statement('analytics.sumUp', sql`select p.label as "label!", ${SUMS} from ${selectStats()} group by p.label`)

async function readSums<Name extends string>({ workspaceId }: Actor, periods: Record<Name, Period>): Promise<Record<Name, Sums>> {
  const names = Object.keys(periods) as Name[]
  const queries = names.flatMap((label) => splitByGrain(periods[label]).map((part) => ({ label, dimension: 'all' as const, ...part })))
  const rows = await sumUp.all({ workspaceId, ...statParams(queries) })
  const sumsByName = new Map<string, Sums>(rows.map(({ label, ...sums }) => [label, sums]))
  return Object.fromEntries(names.map((name) => [name, sumsByName.get(name) ?? NO_SUMS])) as Record<Name, Sums>
}

const findCurrent = statement(
  'analytics.findCurrent',
  sql`
    select balance, (select count(*)::int from calls where workspace_id = $workspaceId and status = any($activeStates)) as live
    from wallets where workspace_id = $workspaceId`,
)

const readCurrent = ({ workspaceId }: Actor) => findCurrent.get({ workspaceId, activeStates: ACTIVE_STATES })
