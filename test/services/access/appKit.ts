import type { ConnectedAppLimits } from '../../../src/inputs/connectedApps.ts'
import type { Actor } from '../../../src/kernel/vocabulary/actor.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { DomainError } from '../../../src/kernel/vocabulary/errors.ts'
import * as connectedApps from '../../../src/services/access/connectedApps.ts'
import { addConnectedApp } from '../../kit/fixtures/connectedApps.ts'
import type { TestServer } from '../../kit/server/testServer.ts'

/** Connects an app with these caps to a workspace, and returns its actor. */
export async function connectApp(testServer: TestServer, workspaceId: number, caps: ConnectedAppLimits = {}) {
  const { token, grant, userId } = await addConnectedApp(testServer, workspaceId, caps)
  const { actor } = await connectedApps.authenticate(token, `${testServer.url}/mcp`)
  return { actor: actor as Actor & { keyId: number }, token, grant, userId, account: () => readUsage(grant.id) }
}

/** Reads the usage of a grant: calls, and money in micro-units. */
export async function readUsage(keyId: number) {
  const { callsUsed, spentMicros } = await anyWorkspace.appGrant.findUniqueOrThrow({ where: { keyId } })
  return { calls: callsUsed, spent: spentMicros }
}

/** Computes the usage of a grant from its calls and messages. Calls that were not placed do not count. */
export async function computeUsage(keyId: number) {
  const [usage] = await anyWorkspace.$queryRaw<{ calls: number; spent: bigint }[]>`
    select (select count(*)::int from calls where app_grant_id = ${keyId} and placement <> 'refused') as calls,
      (select coalesce(sum(case when h.status = 'open' then h.amount else coalesce(c.cost_micros, 0) end), 0)
        from calls c join wallet_holds h on h.call_id = c.id where c.app_grant_id = ${keyId})::bigint
      + (select coalesce(sum(coalesce(hold_micros, cost_micros, 0)), 0) from messages where app_grant_id = ${keyId})::bigint as spent`
  return usage!
}

/** Counts the requests that succeeded, and returns the errors of the others. */
export async function countOutcomes(requests: Promise<unknown>[]) {
  const results = await Promise.allSettled(requests)
  const refusals = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const unexpected = refusals.find((error) => !(error instanceof DomainError))
  if (unexpected) throw unexpected
  return { done: results.length - refusals.length, refusals: (refusals as DomainError[]).map(({ code, detail }) => ({ code, detail })) }
}
