import type { ConnectedAppLimits } from '../../../src/inputs/connectedApps.ts'
import type { Actor } from '../../../src/kernel/vocabulary/actor.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { DomainError } from '../../../src/kernel/vocabulary/errors.ts'
import * as connectedApps from '../../../src/services/access/connectedApps.ts'
import { connectedApp } from '../../kit/apps.ts'
import type { World } from '../../kit/world.ts'

/** An app that is connected to a workspace with these caps, as services know it. */
export async function appOf(world: World, workspaceId: number, caps: ConnectedAppLimits = {}) {
  const { token, grant, userId } = await connectedApp(world, workspaceId, caps)
  const { actor } = await connectedApps.authenticate(token, `${world.url}/mcp`)
  return { actor: actor as Actor & { keyId: number }, token, grant, userId, account: () => accountOf(grant.id) }
}

/** What a grant has used: calls, and money in micro-units. */
export async function accountOf(keyId: number) {
  const { callsUsed, spentMicros } = await anyWorkspace.appGrant.findUniqueOrThrow({ where: { keyId } })
  return { calls: callsUsed, spent: spentMicros }
}

/** What a grant should have used, by its calls and texts: those nobody was called for count for nothing. */
export async function accountedFor(keyId: number) {
  const [found] = await anyWorkspace.$queryRaw<{ calls: number; spent: bigint }[]>`
    select (select count(*)::int from calls where app_grant_id = ${keyId} and placement <> 'refused') as calls,
      (select coalesce(sum(case when h.state = 'open' then h.amount else coalesce(c.cost_micros, 0) end), 0)
        from calls c join wallet_holds h on h.call_id = c.id where c.app_grant_id = ${keyId})::bigint
      + (select coalesce(sum(coalesce(hold_micros, cost_micros, 0)), 0) from messages where app_grant_id = ${keyId})::bigint as spent`
  return found!
}

/** What became of many requests: how many came to something, and what the others were told. */
export async function outcomes(requests: Promise<unknown>[]) {
  const settled = await Promise.allSettled(requests)
  const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const unexpected = refusals.find((error) => !(error instanceof DomainError))
  if (unexpected) throw unexpected
  return { done: settled.length - refusals.length, refusals: (refusals as DomainError[]).map(({ code, detail }) => ({ code, detail })) }
}
