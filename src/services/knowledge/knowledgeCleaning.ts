import { clock } from '../../kernel/lib/clock.ts'
import { anyWorkspace } from '../../kernel/db/db.ts'
import { type KnowledgeBaseSync, Prisma } from '../../generated/prisma/client.ts'
import { log } from '../../kernel/log.ts'
import { ProviderError } from '../../providers/provider.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { intervalAtPace, paces } from '../shared/pacedIntervals.ts'
import { provider } from '../voiceProviders/voiceProviders.ts'

const FIELDS = Object.keys(Prisma.KnowledgeBaseSyncScalarFieldEnum)

/** Longer than a call takes from reading a copy to being committed. Also the pause between checks of a copy. */
const GRACE_PERIOD_MS = 60_000

const retireUnused = statement(
  'knowledgeCopies.retireUnused',
  sql`
    with seen as (
      select * from knowledge_base_syncs where status = 'ready' and used_at <= $now::timestamptz - ${intervalAtPace(sql`engine`, GRACE_PERIOD_MS)}
      order by used_at limit $limit for update skip locked),
    judged as (
      select seen.id, of_agents.is_used or of_publishes.is_used or (is_newest.holds and base.is_active and (drafted.is_used or of_campaigns.is_used)) as is_used
      from seen join knowledge_bases base on base.id = seen.knowledge_base_id,
      lateral (select jsonb_build_array(jsonb_build_object('id', seen.id)) as mark) marked,
      lateral (select exists (
        select from agents where workspace_id = seen.workspace_id and published_config->'knowledge' @> mark) as is_used) of_agents,
      lateral (select exists (
        select from agent_versions where workspace_id = seen.workspace_id and status = 'publishing' and config->'knowledge' @> mark) as is_used) of_publishes,
      lateral (select not exists (
        select from knowledge_base_syncs newer where newer.knowledge_base_id = seen.knowledge_base_id and newer.engine = seen.engine
          and newer.status = 'ready' and newer.version > seen.version) as holds) is_newest,
      lateral (select exists (
        select from agents where workspace_id = seen.workspace_id and is_active and voice_engine = seen.engine
          and seen.knowledge_base_id = any(knowledge_base_ids)) as is_used) drafted,
      lateral (select exists (
        select from campaigns campaign join agents agent on agent.workspace_id = campaign.workspace_id and agent.id = campaign.agent_id
        where campaign.workspace_id = seen.workspace_id and campaign.status not in ('completed', 'cancelled')
          and campaign.settings->'knowledgeBaseIds' @> to_jsonb(seen.knowledge_base_id)
          and coalesce(agent.published->>'engine', agent.voice_engine) = seen.engine) as is_used) of_campaigns)
    update knowledge_base_syncs copy set used_at = $now,
      status = case when is_used then 'ready' else 'retired' end, retired_at = case when is_used then null else $now::timestamptz end
    from judged where judged.id = copy.id`,
  { acrossWorkspaces: 'A sweep over all unused copies.' },
)

/**
 * Retires copies that nothing new uses: no agent is published or being published with it, and it is not the newest copy of a base
 * that an active agent or an unfinished campaign uses there. Checks each about once a minute.
 */
export async function retire(limit = 100): Promise<void> {
  await retireUnused.run({ now: clock.now(), limit, ...paces() })
}

const takeRetired = statement(
  'knowledgeCopies.takeRetired',
  sql`
    update knowledge_base_syncs set lease_until = $now::timestamptz + ${intervalAtPace(sql`engine`, GRACE_PERIOD_MS)} where id in (
      select id from knowledge_base_syncs copy where retired_at <= $now::timestamptz - ${intervalAtPace(sql`copy.engine`, GRACE_PERIOD_MS)} and (lease_until is null or lease_until <= $now)
        and (status = 'failed' or not exists (
          select from calls where workspace_id = copy.workspace_id and finished_at is null and next_check_at is not null
            and calls.created_at <= copy.retired_at + ${intervalAtPace(sql`copy.engine`, GRACE_PERIOD_MS)}))
      order by retired_at limit $limit for update skip locked)
    returning ${selectList(FIELDS)}`,
  { acrossWorkspaces: 'A sweep over all retired copies.' },
)

const deleteFailed = statement(
  'knowledgeCopies.deleteFailed',
  sql`
    delete from knowledge_base_syncs failed where status = 'failed' and retired_at is null and (
      exists (select from knowledge_base_syncs newer where newer.knowledge_base_id = failed.knowledge_base_id and newer.engine = failed.engine and newer.id > failed.id)
      or exists (select from knowledge_bases where id = failed.knowledge_base_id and not is_active))`,
  { acrossWorkspaces: 'A sweep over all failed copies.' },
)

/**
 * Deletes up to `limit` failed and retired copies at their providers, once no call uses them. Returns how many it took. If the process
 * dies after the provider deleted a copy, it deletes the copy again, which is no error. Rows of failed copies stay, without their
 * resources, until there is a newer copy.
 */
export async function clean(limit = 10): Promise<number> {
  const taken = await takeRetired.all({ now: clock.now(), limit, ...paces() })
  await Promise.all(
    taken.map((copy) => remove(copy).catch((err: unknown) => log.error({ err, copyId: copy.id }, 'could not delete a knowledge base at its voice provider'))),
  )
  await deleteFailed.run({})
  return taken.length
}

async function remove({ id, tag, refs, engine, status }: KnowledgeBaseSync) {
  try {
    await provider(engine).deleteKnowledge({ tag, refs: refs as Record<string, string>, mayHaveOrphans: true })
    if (status === 'failed') await anyWorkspace.knowledgeBaseSync.updateMany({ where: { id }, data: { retiredAt: null, refs: {} } })
    else await anyWorkspace.knowledgeBaseSync.deleteMany({ where: { id } })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ copyId: id, engine, kind: error.kind, err: error.message }, 'could not delete a knowledge base at its voice provider, will try again')
  }
}
