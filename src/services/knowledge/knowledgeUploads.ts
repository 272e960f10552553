import { setTimeout as sleep } from 'node:timers/promises'
import { inMs } from '../../kernel/lib/clock.ts'
import { log } from '../../kernel/log.ts'
import type { KnowledgeSource } from '../../providers/knowledge.ts'
import { isRefusal, TakenOver } from '../../providers/outcomes.ts'
import { ProviderError } from '../../providers/provider.ts'
import { paceOf } from '../../kernel/config/simulation.ts'
import { query, sql } from '../../kernel/db/sql.ts'
import * as knowledgeIntents from './knowledgeIntents.ts'
import { provider } from '../voiceProviders/voiceProviders.ts'

/** For so long what was interrupted is tried again, and every so often. */
const TRIED_MS = 3_600_000
const RETRY_DELAY_MS = 15_000
/** How often a provider is asked whether it has read what it was given. */
const READING_MS = 1_000

export const pause = (engine: string) => Math.max(20, READING_MS / paceOf(engine))

/**
 * Brings a version to its provider and waits until it can be used, at most until that moment of `performance.now()`;
 * what is not read by then is left to `finishLapsed`. Throws ProviderError, and then the copy has failed. If the process
 * dies, `finishLapsed` goes on with what was saved, and finds by its tag what was not.
 */
export async function bring(intent: knowledgeIntents.Intent, until: number): Promise<void> {
  try {
    while (!(await step(intent))) {
      if (performance.now() + pause(intent.copy.engine) > until) return void (await knowledgeIntents.release(intent))
      await sleep(pause(intent.copy.engine))
    }
  } catch (error) {
    if (error instanceof TakenOver) return
    if (!(error instanceof ProviderError)) await knowledgeIntents.release(intent).catch(() => {})
    else await knowledgeIntents.fail(intent, error.message)
    throw error
  }
}

/**
 * Goes on with what was interrupted, or was not read in time, each by one step. Refused by the provider, or failing for
 * an hour, it ends as failed. Several processes share the work.
 */
export async function finishLapsed(): Promise<number> {
  const intents = await knowledgeIntents.takeAbandoned()
  await Promise.all(intents.map((intent) => finish(intent).catch((err: unknown) => log.error({ err, copyId: intent.copy.id }, 'could not upload a knowledge base to its voice provider'))))
  return intents.length
}

async function finish(intent: knowledgeIntents.Intent) {
  const { createdAt, id: copyId, knowledgeBaseId } = intent.copy
  const isOld = createdAt < inMs(-TRIED_MS)
  try {
    if (await step(intent)) return
    await (isOld ? knowledgeIntents.fail(intent, 'The voice provider did not process it within an hour') : knowledgeIntents.release(intent, pause(intent.copy.engine)))
  } catch (error) {
    log.warn({ err: error, copyId, knowledgeBaseId }, 'could not upload a knowledge base to its voice provider')
    await (isOld || isRefusal(error)
      ? knowledgeIntents.fail(intent, (error as Error).message)
      : knowledgeIntents.release(intent, RETRY_DELAY_MS / paceOf(intent.copy.engine)))
  }
}

/** True once nothing is left to do: the copy is ready, or of a version that nobody wants any more. */
async function step(intent: knowledgeIntents.Intent): Promise<boolean> {
  const { copy, mayHaveMore } = intent
  const source = await sourceOf(intent)
  if (!source) {
    await knowledgeIntents.giveUp(intent)
    return true
  }
  const place = { tag: copy.tag, refs: copy.refs as Record<string, string>, mayHaveMore }
  const isReady = await provider(copy.engine).putKnowledge(source, place, (refs) => knowledgeIntents.save(intent, refs))
  intent.mayHaveMore = false
  if (isReady) await knowledgeIntents.complete(intent)
  return isReady
}

/** What the version says; null when there is a newer one, or the base is deleted. */
async function sourceOf({ copy: { workspaceId, knowledgeBaseId, version } }: knowledgeIntents.Intent): Promise<KnowledgeSource | null> {
  const [source] = await query<KnowledgeSource>(sql`
    select name, (
      select coalesce(json_agg(json_build_object('id', id::text, 'title', title, 'text', content) order by id), '[]') from knowledge_documents
      where workspace_id = base.workspace_id and knowledge_base_id = base.id) as documents
    from knowledge_bases base where workspace_id = ${workspaceId} and id = ${knowledgeBaseId} and version = ${version} and is_active`)
  return source ?? null
}
