import { inMs } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { log } from '../../kernel/log.ts'
import { ProviderError } from '../../providers/provider.ts'
import { sharedPace } from '../../kernel/config/simulation.ts'
import { empty, query, sql, type Sql } from '../../kernel/db/sql.ts'
import { bring } from './knowledgeUploads.ts'
import * as knowledgeIntents from './knowledgeIntents.ts'

/** Several changes in a row are one. */
const SETTLED_MS = 5_000
/** What a provider refused is tried again after so long. */
const RETRY_DELAY_MS = 3_600_000

/** Has a changed knowledge base brought to where campaigns need it, once it has come to rest. */
export const wake = (tx: Tx, workspaceId: number, knowledgeBaseId: number) =>
  enqueue(tx, 'knowledge.sync', { workspaceId, knowledgeBaseId }, { key: `knowledge.sync ${knowledgeBaseId}`, at: inMs(SETTLED_MS / sharedPace()) })

/** Brings the knowledge base as it is now to every engine where a campaign that may call uses it. Safe to repeat. */
export const sync = ({ workspaceId, knowledgeBaseId }: { workspaceId: number; knowledgeBaseId: number }) =>
  bringAll(sql`and base.workspace_id = ${workspaceId} and base.id = ${knowledgeBaseId}`)

/** The same for all knowledge bases: those that a campaign has taken up, and those of which a job was lost. */
export const syncAll = () => bringAll(empty)

async function bringAll(which: Sql): Promise<void> {
  const wanting = await query<{ workspaceId: number; knowledgeBaseId: number; version: number; engine: string }>(sql`
    select distinct base.workspace_id as "workspaceId", base.id as "knowledgeBaseId", base.version, coalesce(agent.published->>'engine', voice_engine) as engine
    from campaigns campaign
    join agents agent on agent.workspace_id = campaign.workspace_id and agent.id = campaign.agent_id
    join knowledge_bases base on base.workspace_id = campaign.workspace_id and campaign.settings->'knowledgeBaseIds' @> to_jsonb(base.id)
    where campaign.status not in ('completed', 'cancelled') and base.is_active ${which}
      and exists (select from knowledge_documents where workspace_id = base.workspace_id and knowledge_base_id = base.id)
      and not exists (
        select from knowledge_copies copy where copy.knowledge_base_id = base.id and copy.version = base.version
          and copy.engine = coalesce(agent.published->>'engine', voice_engine)
          and (copy.state in ('syncing', 'ready') or (copy.state = 'failed' and copy.created_at > ${inMs(-RETRY_DELAY_MS)})))
    limit 20`)
  await Promise.all(wanting.map(bringOne))
}

async function bringOne(wanted: Parameters<typeof knowledgeIntents.begin>[0]): Promise<void> {
  const intent = await knowledgeIntents.begin(wanted)
  if (!intent) return
  // While the provider reads, nobody waits: `finishLapsed` asks again.
  await bring(intent, 0).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error.message, ...wanted }, 'could not upload a knowledge base to its voice provider')
  })
}
