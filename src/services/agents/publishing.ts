import type { AgentId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { fromNow } from '../../kernel/lib/clock.ts'
import { conflict, DomainError, LeaseLostError, unprocessable } from '../../kernel/vocabulary/errors.ts'
import type { Agent, ProviderAgent } from '../../generated/prisma/client.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import { log } from '../../kernel/log.ts'
import { isRefusal } from '../../providers/outcomes.ts'
import { causeOf, type ProblemCause } from '../../providers/problem.ts'
import { ProviderError, type PublishedAgent } from '../../providers/provider.ts'
import { problemsOf } from './agentConfig.ts'
import * as agents from './agents.ts'
import * as agentTools from './agentTools.ts'
import * as disclosures from './disclosures.ts'
import * as knowledgeCopies from '../knowledge/knowledgeCopies.ts'
import * as publishIntents from './publishIntents.ts'
import { provider, fromProviderError } from '../voiceProviders/voiceProviders.ts'
import { targetOfAgent } from '../voiceProviders/webhookAddresses.ts'
import { configOfVersion } from '../shared/jsonColumns.ts'

/** How long an interrupted publish is tried again, and how often. */
const RETRY_WINDOW_MS = 3_600_000
const RETRY_DELAY_MS = 15_000

/**
 * Publishes the draft to its voice provider, so that calls use it (spec: Agent states). Uploads its knowledge first, which the version
 * then keeps. Calls use the earlier version until the publish is complete. Throws UNPROCESSABLE_ENTITY if the agent is inactive or,
 * with every problem, not publishable; PROVIDER_ERROR if the provider fails; CONFLICT if a publish is in progress or storage is full.
 * If the process dies before the intent is committed, nothing happened; after that `finishLapsed` finishes the work.
 */
export async function publish(actor: Actor, id: AgentId): Promise<Agent> {
  const agent = await agents.get(actor, id)
  if (!agent.isActive) throw unprocessable('agent_archived')
  const references = await agentTools.resolveReferences(agent)
  const problems = [...problemsOf(agent), ...references.problems, ...(await disclosures.listProblems(agent))]
  if (problems.length > 0) throw notPublishableError(problems)
  const intent = await publishIntents.begin(actor, agent, await prepareKnowledge(agent), references.agents)
  try {
    return await sync(intent)
  } catch (error) {
    if (error instanceof LeaseLostError) throw conflict('publish_taken_over')
    if (!(error instanceof ProviderError)) {
      await publishIntents.release(intent).catch(() => {})
      throw error
    }
    await publishIntents.fail(intent, error.message)
    throw isRefusal(error) ? notPublishableError(problemsOfError(error)) : fromProviderError(intent.version.engine, error)
  }
}

/** Prepares the agent's knowledge at its engine (spec: knowledge bases). Throws the errors of `publish`. */
const prepareKnowledge = ({ workspaceId, voiceEngine, knowledgeBaseIds }: Agent) =>
  knowledgeCopies.ensureReady(workspaceId, voiceEngine, knowledgeBaseIds).catch((error: unknown) => {
    throw isRefusal(error) ? notPublishableError(problemsOfError(error)) : error instanceof ProviderError ? fromProviderError(voiceEngine, error) : error
  })

/**
 * Finishes interrupted publishes from their committed state: finds and uses what is already at the provider. A publish that the provider
 * refuses, or that fails for an hour, ends as failed. Several processes share the work, and the next one continues after a crash.
 */
export async function finishLapsed(): Promise<number> {
  const intents = await publishIntents.takeAbandoned()
  await Promise.all(
    intents.map((intent) =>
      inWorkspace(intent.version.workspaceId, () => finish(intent)).catch((err: unknown) =>
        log.error({ err, agentId: intent.version.agentId }, 'could not finish an interrupted publish'),
      ),
    ),
  )
  return intents.length
}

/** Publishes the last published version again to update its webhook URL. Returns whether it began; `finishLapsed` continues after failures. */
export async function readdress(home: ProviderAgent): Promise<boolean> {
  const intent = await publishIntents.beginReaddressing(home)
  if (intent) await finish(intent)
  return intent !== null
}

async function finish(intent: publishIntents.Intent) {
  const { version } = intent
  try {
    await sync(intent)
    log.info({ agentId: version.agentId, version: version.number }, 'finished an interrupted publish')
  } catch (error) {
    log.warn({ err: error, agentId: version.agentId, version: version.number }, 'could not finish an interrupted publish')
    const isOver = isRefusal(error) || version.createdAt < fromNow(-RETRY_WINDOW_MS)
    await (isOver ? publishIntents.fail(intent, (error as Error).message) : publishIntents.release(intent, RETRY_DELAY_MS))
  }
}

async function sync(intent: publishIntents.Intent): Promise<Agent> {
  const { version, home, mayHaveOrphans } = intent
  const locator = { tag: home.tag, refs: home.refs as Partial<PublishedAgent>, mayHaveOrphans, webhook: targetOfAgent(version.engine, version) }
  const save = (refs: Partial<PublishedAgent>) => publishIntents.save(intent, refs)
  const published = await provider(version.engine).publishAgent(configOfVersion(version), locator, save)
  return publishIntents.complete(intent, published)
}

/** A problem whose field may be unknown, because some refusals are the provider's own text. */
interface Reason extends ProblemCause {
  field: string | null
}

function notPublishableError(problems: Reason[]): DomainError {
  const reasons = problems.map(({ field, reason }) => (field ? `${field}: ${reason}` : reason))
  const message = `Agent could not be published, check its configuration: ${reasons.join('; ')}`
  return new DomainError('UNPROCESSABLE_ENTITY', { error: 'agent_not_publishable', message, problems }, { reason: 'agent_not_publishable', details: {} })
}

const problemsOfError = ({ message, info }: ProviderError): Reason[] =>
  info.problems ?? [{ field: FIELDS.find(([words]) => words.test(message))?.[1] ?? null, ...causeOf('provider_refused', { error: message }) }]

/** Patterns that map a provider's refusal text to a field. */
const FIELDS: [RegExp, string][] = [
  [/voice(?! provider)/i, 'voice_id'],
  [/tool/i, 'general_tools'],
  [/language|locale/i, 'lang'],
  [/analysis/i, 'post_call_analysis_data'],
  [/prompt/i, 'system_prompt'],
  [/model/i, 'model'],
]
