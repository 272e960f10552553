import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { inMs } from '../../kernel/lib/clock.ts'
import { conflict, DomainError, unprocessable } from '../../kernel/vocabulary/errors.ts'
import type { Agent, ProviderAgent } from '../../generated/prisma/client.ts'
import { log } from '../../kernel/log.ts'
import { isRefusal, TakenOver } from '../../providers/outcomes.ts'
import { ProviderError, type PublishedAgent } from '../../providers/provider.ts'
import { problemsOf } from './agentConfig.ts'
import * as agents from './agents.ts'
import * as agentTools from './agentTools.ts'
import * as knowledgeCopies from '../knowledge/knowledgeCopies.ts'
import * as publishIntents from './publishIntents.ts'
import { provider, providerFailed } from '../voiceProviders/voiceProviders.ts'
import { targetOfAgent } from '../voiceProviders/webhookAddresses.ts'
import { configOfVersion } from '../shared/jsonColumns.ts'

/** For so long a publish that was interrupted is tried again, and every so often. */
const TRIED_MS = 3_600_000
const RETRY_DELAY_MS = 15_000

/**
 * Syncs the agent to its voice provider, so that calls use its configuration as it is now (spec: Agent states).
 * Inactive: UNPROCESSABLE_ENTITY; not publishable as it is: UNPROCESSABLE_ENTITY with every problem; the provider fails:
 * PROVIDER_ERROR; under way already, or no room left for another version: CONFLICT. What it answers from is brought to the provider first, and is the
 * version's for good. Calls use what was published before until the publish is complete. If the
 * process dies before the intent is committed nothing happened; at any moment after it `finishLapsed` finishes the work.
 */
export async function publish(actor: Actor, id: number): Promise<Agent> {
  const agent = await agents.get(actor, id)
  if (!agent.isActive) throw unprocessable('The agent is archived (inactive). Unarchive it before you publish it.')
  const named = await agentTools.namedBy(agent)
  const problems = [...problemsOf(agent), ...named.problems]
  if (problems.length > 0) throw notPublishable(problems)
  const intent = await publishIntents.begin(actor, agent, await knowledgeOf(agent), named.agents)
  try {
    return await sync(intent)
  } catch (error) {
    if (error instanceof TakenOver) throw conflict('Another server process has taken over this publish. Check the agent again in a moment.')
    if (!(error instanceof ProviderError)) {
      await publishIntents.release(intent).catch(() => {})
      throw error
    }
    await publishIntents.fail(intent, error.message)
    throw isRefusal(error) ? notPublishable(problemsIn(error)) : providerFailed(intent.version.engine, error)
  }
}

/** What the agent answers from, ready at its engine (spec: knowledge bases). Throws as `publish` does. */
const knowledgeOf = ({ workspaceId, voiceEngine, knowledgeBaseIds }: Agent) =>
  knowledgeCopies.ready(workspaceId, voiceEngine, knowledgeBaseIds).catch((error: unknown) => {
    throw isRefusal(error) ? notPublishable(problemsIn(error)) : error instanceof ProviderError ? providerFailed(voiceEngine, error) : error
  })

/**
 * Finishes the publishes that were interrupted, from what was committed of them: what is at the provider already is
 * found and used. Refused by the provider, or failing for an hour, they end as failed. Several processes share the work,
 * and what a crash interrupts again is taken up by the next.
 */
export async function finishLapsed(): Promise<number> {
  const intents = await publishIntents.takeAbandoned()
  await Promise.all(
    intents.map((intent) => finish(intent).catch((err: unknown) => log.error({ err, agentId: intent.version.agentId }, 'could not finish an interrupted publish'))),
  )
  return intents.length
}

/** Publishes again what the agent was last published as, for its webhook address. Answers whether that was begun; `finishLapsed` goes on with what fails. */
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
    const isOver = isRefusal(error) || version.createdAt < inMs(-TRIED_MS)
    await (isOver ? publishIntents.fail(intent, (error as Error).message) : publishIntents.release(intent, RETRY_DELAY_MS))
  }
}

async function sync(intent: publishIntents.Intent): Promise<Agent> {
  const { version, home, mayHaveMore } = intent
  const place = { tag: home.tag, refs: home.refs as Partial<PublishedAgent>, mayHaveMore, webhook: targetOfAgent(version.engine, version) }
  const save = (refs: Partial<PublishedAgent>) => publishIntents.save(intent, refs)
  const published = await provider(version.engine).publishAgent(configOfVersion(version), place, save)
  return publishIntents.complete(intent, published)
}

/** A problem of which the field may not be known: some refusals are the provider's own words. */
interface Reason {
  field: string | null
  reason: string
}

function notPublishable(problems: Reason[]): DomainError {
  const reasons = problems.map(({ field, reason }) => (field ? `${field}: ${reason}` : reason))
  const message = `Agent could not be published, check its configuration: ${reasons.join('; ')}`
  return new DomainError('UNPROCESSABLE_ENTITY', { error: 'agent_not_publishable', message, problems })
}

const problemsIn = ({ message, info }: ProviderError): Reason[] =>
  info.problems ?? [{ field: FIELDS.find(([words]) => words.test(message))?.[1] ?? null, reason: message }]

/** What providers' words for a refusal are about. */
const FIELDS: [RegExp, string][] = [
  [/voice(?! provider)/i, 'voice_id'],
  [/tool/i, 'general_tools'],
  [/language|locale/i, 'lang'],
  [/analysis/i, 'post_call_analysis_data'],
  [/prompt/i, 'system_prompt'],
  [/model/i, 'model'],
]
