import { setTimeout as sleep } from 'node:timers/promises'
import { fromNow } from '../../kernel/lib/clock.ts'
import { log } from '../../kernel/log.ts'
import type { KnowledgeSource } from '../../providers/knowledge.ts'
import { LeaseLostError } from '../../kernel/vocabulary/errors.ts'
import { isRefusal } from '../../providers/outcomes.ts'
import { ProviderError } from '../../providers/provider.ts'
import { paceOf } from '../../kernel/config/simulation.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as knowledgeIntents from './knowledgeIntents.ts'
import { fromJson } from '../shared/jsonColumns.ts'
import { provider } from '../voiceProviders/voiceProviders.ts'

/** How long interrupted uploads are tried again, and how often. */
const RETRY_WINDOW_MS = 3_600_000
const RETRY_DELAY_MS = 15_000
/** How often a provider is asked whether processing is done. */
const POLL_INTERVAL_MS = 1_000

export const pollIntervalMs = (engine: string) => Math.max(20, POLL_INTERVAL_MS / paceOf(engine))

/**
 * Uploads a version to its provider and waits until it is ready, at most until `until` (as of `performance.now()`); `finishLapsed`
 * continues after that. Throws ProviderError after marking the copy failed. If the process dies, `finishLapsed` continues from the
 * saved resources and finds unsaved ones by their tag.
 */
export async function upload(intent: knowledgeIntents.Intent, until: number): Promise<void> {
  try {
    while (!(await step(intent))) {
      if (performance.now() + pollIntervalMs(intent.copy.engine) > until) return void (await knowledgeIntents.release(intent))
      await sleep(pollIntervalMs(intent.copy.engine))
    }
  } catch (error) {
    if (error instanceof LeaseLostError) return
    if (!(error instanceof ProviderError)) await knowledgeIntents.release(intent).catch(() => {})
    else await knowledgeIntents.fail(intent, error.message)
    throw error
  }
}

/**
 * Continues interrupted and slow uploads, each by one step. An upload that the provider refuses, or that fails for an hour, ends as
 * failed. Several processes share the work.
 */
export async function finishLapsed(): Promise<number> {
  const intents = await knowledgeIntents.takeAbandoned()
  await Promise.all(
    intents.map((intent) =>
      inWorkspace(intent.copy.workspaceId, () => finish(intent)).catch((err: unknown) =>
        log.error({ err, copyId: intent.copy.id }, 'could not upload a knowledge base to its voice provider'),
      ),
    ),
  )
  return intents.length
}

async function finish(intent: knowledgeIntents.Intent) {
  const { createdAt, id: copyId, knowledgeBaseId } = intent.copy
  const isOld = createdAt < fromNow(-RETRY_WINDOW_MS)
  try {
    if (await step(intent)) return
    await (isOld
      ? knowledgeIntents.fail(intent, 'The voice provider did not process it within an hour')
      : knowledgeIntents.release(intent, pollIntervalMs(intent.copy.engine)))
  } catch (error) {
    log.warn({ err: error, copyId, knowledgeBaseId }, 'could not upload a knowledge base to its voice provider')
    await (isOld || isRefusal(error)
      ? knowledgeIntents.fail(intent, (error as Error).message)
      : knowledgeIntents.release(intent, RETRY_DELAY_MS / paceOf(intent.copy.engine)))
  }
}

/** Runs one step. Returns true once the upload is finished: the copy is ready, or its version is outdated. */
async function step(intent: knowledgeIntents.Intent): Promise<boolean> {
  const { copy, mayHaveOrphans } = intent
  const source = await sourceOf(intent)
  if (!source) {
    await knowledgeIntents.giveUp(intent)
    return true
  }
  const locator = { tag: copy.tag, refs: copy.refs as Record<string, string>, mayHaveOrphans }
  const isReady = await provider(copy.engine).putKnowledge(source, locator, (refs) => knowledgeIntents.save(intent, refs))
  intent.mayHaveOrphans = false
  if (isReady) await knowledgeIntents.complete(intent)
  return isReady
}

const findSource = statement(
  'knowledgeBases.findSource',
  sql`
    select name, (
      select coalesce(json_agg(json_build_object('id', id::text, 'title', title, 'text', content) order by id), '[]') from knowledge_documents
      where workspace_id = base.workspace_id and knowledge_base_id = base.id) as documents
    from knowledge_bases base where workspace_id = $workspaceId and id = $knowledgeBaseId and version = $version and is_active`,
)

/** Reads the version's content. Returns null if there is a newer version or the base is deleted. */
async function sourceOf({ copy: { workspaceId, knowledgeBaseId, version } }: knowledgeIntents.Intent): Promise<KnowledgeSource | null> {
  const source = await findSource.get({ workspaceId, knowledgeBaseId, version })
  return source ? { name: source.name, documents: fromJson(source.documents) } : null
}
