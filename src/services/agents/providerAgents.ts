import { randomUUID } from 'node:crypto'
import { clock } from '../../kernel/lib/clock.ts'
import { anyWorkspace, type Tx } from '../../kernel/db/db.ts'
import { type AgentVersion, Prisma, type ProviderAgent } from '../../generated/prisma/client.ts'
import { log } from '../../kernel/log.ts'
import { ProviderError, type PublishedAgent } from '../../providers/provider.ts'
import { columns, query, sql } from '../../kernel/db/sql.ts'
import { pacedInterval } from '../shared/pacedIntervals.ts'
import { provider } from '../voiceProviders/voiceProviders.ts'

const FIELDS = Object.keys(Prisma.ProviderAgentScalarFieldEnum)

/** Longer than a placement takes from reading its agent to committing its call; also the pause between attempts to delete. */
const REST_MS = 60_000

type Of = Pick<AgentVersion, 'workspaceId' | 'agentId'>

/** What the agent has at that engine; a place of its own is noted where there is none, before anything is made there. */
export async function open(tx: Tx, { workspaceId, agentId, engine }: Of & { engine: string }): Promise<{ home: ProviderAgent; isNew: boolean }> {
  const known = await tx.providerAgent.findFirst({ where: { workspaceId, agentId, engine, retiredAt: null } })
  if (known) return { home: known, isNew: false }
  return { home: await tx.providerAgent.create({ data: { workspaceId, agentId, engine, tag: randomUUID() } }), isNew: true }
}

/** Gives up what the agent has anywhere else than there: `clean` deletes it once no call uses it. */
export const retireOthers = (tx: Tx, { workspaceId, agentId }: Of, home: ProviderAgent) =>
  tx.providerAgent.updateMany({ where: { workspaceId, agentId, retiredAt: null, id: { not: home.id } }, data: { retiredAt: clock.now() } })

/** Gives that place up. */
export const retire = (tx: Tx, { workspaceId, id }: ProviderAgent) =>
  tx.providerAgent.updateMany({ where: { workspaceId, id, retiredAt: null }, data: { retiredAt: clock.now() } })

/**
 * Deletes at their providers what was given up and no call uses any more, up to `limit` of them; answers how many were
 * taken. Taking one puts the next look at it off, so that several processes share the work and a crash only delays it;
 * if the process dies after the provider has deleted, it is deleted again, which is no error.
 */
export async function clean(limit = 10): Promise<number> {
  const taken = await query<ProviderAgent>(sql`
    update provider_agents set retired_at = ${clock.now()} where id in (
      select id from provider_agents home where retired_at <= ${clock.now()}::timestamptz - ${pacedInterval(sql`home.engine`, REST_MS)} and not exists (
        select from calls where check_at is not null and finished_at is null and calls.workspace_id = home.workspace_id and calls.agent_id = home.agent_id
          and provider = engine and provider_agent->>'providerAgentId' = refs->>'providerAgentId')
      order by retired_at limit ${limit} for update skip locked)
    returning ${columns(FIELDS)}`)
  await Promise.all(
    taken.map((home) => remove(home).catch((err: unknown) => log.error({ err, agentId: home.agentId }, 'could not delete an agent at its voice provider'))),
  )
  return taken.length
}

async function remove({ id, tag, refs, engine, agentId }: ProviderAgent) {
  try {
    await provider(engine).deleteAgent({ tag, refs: refs as Partial<PublishedAgent>, mayHaveMore: true })
    await anyWorkspace.providerAgent.deleteMany({ where: { id, retiredAt: { not: null } } })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ agentId, engine, kind: error.kind, err: error.message }, 'could not delete an agent at its voice provider, will try again')
  }
}
