import { randomUUID } from 'node:crypto'
import { clock } from '../../kernel/lib/clock.ts'
import { anyWorkspace, type Tx } from '../../kernel/db/db.ts'
import { type AgentVersion, Prisma, type ProviderAgent } from '../../generated/prisma/client.ts'
import { log } from '../../kernel/log.ts'
import { ProviderError, type PublishedAgent } from '../../providers/provider.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { intervalAtPace, paces } from '../shared/pacedIntervals.ts'
import { provider } from '../voiceProviders/voiceProviders.ts'

const FIELDS = Object.keys(Prisma.ProviderAgentScalarFieldEnum)

/** Longer than a placement takes from reading its agent to committing its call. Also the pause between attempts to delete. */
const GRACE_PERIOD_MS = 60_000

type AgentKey = Pick<AgentVersion, 'workspaceId' | 'agentId'>

/** Finds the agent's row for the engine, or creates one before anything is created at the provider. */
export async function findOrCreate(tx: Tx, { workspaceId, agentId, engine }: AgentKey & { engine: string }): Promise<{ home: ProviderAgent; isNew: boolean }> {
  const existing = await tx.providerAgent.findFirst({ where: { workspaceId, agentId, engine, retiredAt: null } })
  if (existing) return { home: existing, isNew: false }
  return { home: await tx.providerAgent.create({ data: { workspaceId, agentId, engine, tag: randomUUID() } }), isNew: true }
}

/** Retires the agent's resources at all other engines. `clean` deletes them once no call uses them. */
export const retireOthers = (tx: Tx, { workspaceId, agentId }: AgentKey, home: ProviderAgent) =>
  tx.providerAgent.updateMany({ where: { workspaceId, agentId, retiredAt: null, id: { not: home.id } }, data: { retiredAt: clock.now() } })

/** Retires the agent's resources at one engine. */
export const retire = (tx: Tx, { workspaceId, id }: ProviderAgent) =>
  tx.providerAgent.updateMany({ where: { workspaceId, id, retiredAt: null }, data: { retiredAt: clock.now() } })

const takeRetired = statement(
  'providerAgents.takeRetired',
  sql`
    update provider_agents set retired_at = $now where id in (
      select id from provider_agents home where retired_at <= $now::timestamptz - ${intervalAtPace(sql`home.engine`, GRACE_PERIOD_MS)} and not exists (
        select from calls where next_check_at is not null and finished_at is null and calls.workspace_id = home.workspace_id and calls.agent_id = home.agent_id
          and provider = engine and provider_agent->>'providerAgentId' = refs->>'providerAgentId')
      order by retired_at limit $limit for update skip locked)
    returning ${selectList(FIELDS)}`,
  { acrossWorkspaces: 'A sweep over all retired agents.' },
)

/**
 * Deletes up to `limit` retired agents at their providers that no call uses. Returns how many it took. Taking one postpones its next
 * check, so several processes share the work and a crash only delays it. If the process dies after the provider deleted an agent, it
 * deletes the agent again, which is no error.
 */
export async function clean(limit = 10): Promise<number> {
  const retired = await takeRetired.all({ now: clock.now(), limit, ...paces() })
  await Promise.all(
    retired.map((home) => remove(home).catch((err: unknown) => log.error({ err, agentId: home.agentId }, 'could not delete an agent at its voice provider'))),
  )
  return retired.length
}

async function remove({ id, tag, refs, engine, agentId }: ProviderAgent) {
  try {
    await provider(engine).deleteAgent({ tag, refs: refs as Partial<PublishedAgent>, mayHaveOrphans: true })
    await anyWorkspace.providerAgent.deleteMany({ where: { id, retiredAt: { not: null } } })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ agentId, engine, kind: error.kind, err: error.message }, 'could not delete an agent at its voice provider, will try again')
  }
}
