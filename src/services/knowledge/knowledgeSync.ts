import type { KnowledgeBaseId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { fromNow } from '../../kernel/lib/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { log } from '../../kernel/log.ts'
import { ProviderError } from '../../providers/provider.ts'
import { sharedPace } from '../../kernel/config/simulation.ts'
import { sql, type SqlText } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import { upload } from './knowledgeUploads.ts'
import * as knowledgeIntents from './knowledgeIntents.ts'

/** Several changes within this time are uploaded once. */
const DEBOUNCE_MS = 5_000
/** The delay before an upload is tried again that a provider refused. */
const RETRY_DELAY_MS = 3_600_000

/** Schedules the upload of a changed knowledge base to the engines where campaigns need it, after a pause in its changes. */
export const scheduleSync = (tx: Tx, workspaceId: WorkspaceId, knowledgeBaseId: KnowledgeBaseId) =>
  enqueue(tx, 'knowledge.sync', { workspaceId, knowledgeBaseId }, { key: `knowledge.sync ${knowledgeBaseId}`, at: fromNow(DEBOUNCE_MS / sharedPace()) })

/** Uploads the current knowledge base to every engine where an unfinished campaign uses it. Safe to repeat. */
export const sync = (base: { workspaceId: WorkspaceId; knowledgeBaseId: KnowledgeBaseId }) =>
  inWorkspace(base.workspaceId, async () => uploadAll(await listNeededOf.all({ ...base, failedAfter: retryTime() })))

/** Uploads all knowledge bases that campaigns need, including those that a campaign just added or whose job was lost. */
export const syncAll = async () => uploadAll(await listNeeded.all({ failedAfter: retryTime() }))

const retryTime = () => fromNow(-RETRY_DELAY_MS)

const neededCopies = (bases: SqlText) => sql`
  select distinct base.workspace_id, base.id as knowledge_base_id, base.version, coalesce(agent.published->>'engine', voice_engine) as engine
  from campaigns campaign
  join agents agent on agent.workspace_id = campaign.workspace_id and agent.id = campaign.agent_id
  join knowledge_bases base on base.workspace_id = campaign.workspace_id and campaign.settings->'knowledgeBaseIds' @> to_jsonb(base.id)
  where campaign.status not in ('completed', 'cancelled') and base.is_active and ${bases}
    and exists (select from knowledge_documents where workspace_id = base.workspace_id and knowledge_base_id = base.id)
    and not exists (
      select from knowledge_base_syncs copy where copy.workspace_id = base.workspace_id and copy.knowledge_base_id = base.id and copy.version = base.version
        and copy.engine = coalesce(agent.published->>'engine', voice_engine)
        and (copy.status in ('syncing', 'ready') or (copy.status = 'failed' and copy.created_at > $failedAfter)))
  limit 20`

const listNeededOf = statement('knowledgeCopies.listNeededOf', neededCopies(sql`base.workspace_id = $workspaceId and base.id = $knowledgeBaseId`))
const listNeeded = statement('knowledgeCopies.listNeeded', neededCopies(sql`true`), { acrossWorkspaces: 'A sweep over all campaigns with knowledge bases.' })

type CopySource = Parameters<typeof knowledgeIntents.begin>[0]

const uploadAll = (missing: CopySource[]) => Promise.all(missing.map((copySource) => inWorkspace(copySource.workspaceId, () => uploadOne(copySource))))

async function uploadOne(copySource: CopySource): Promise<void> {
  const intent = await knowledgeIntents.begin(copySource)
  if (!intent) return
  // Does not wait for the provider to process it: `finishLapsed` checks again.
  await upload(intent, 0).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error.message, ...copySource }, 'could not upload a knowledge base to its voice provider')
  })
}
