import type { Actor } from '../actor.ts'
import { inMs } from '../clock.ts'
import { db } from '../db.ts'
import { conflict, unprocessable } from '../errors.ts'
import { type Agent, Prisma } from '../generated/prisma/client.ts'
import { ProviderError, type PublishedAgent } from '../providers/provider.ts'
import { configOf } from './agentConfig.ts'
import * as agents from './agents.ts'
import { provider, providerFailed } from './voice.ts'

/** Longer than every request of one publish together. */
const LEASE_MS = 120_000

/** What is known of the agent at its provider. The engine is kept with it: another engine starts anew. */
interface Refs extends Partial<PublishedAgent> {
  engine: string
}

/**
 * Syncs the agent to its voice provider, so that calls use its configuration as it is now (spec: Agent states).
 * Inactive or unpublishable: UNPROCESSABLE; the provider fails: PROVIDER_FAILED; under way already: CONFLICT.
 * If the process dies in between, what was made at the provider is known from the steps saved, the lease lapses, and
 * the next publish goes on from there; calls keep using what was published before.
 */
export async function publish(actor: Actor, id: number): Promise<Agent> {
  const agent = await agents.get(actor, id)
  if (!agent.isActive) throw unprocessable('Agent is inactive: activate it before publishing')
  await lease(agent)
  try {
    return await sync(agent)
  } catch (error) {
    await change(agent, { publishingUntil: null })
    if (error instanceof ProviderError && (error.kind === 'rejected' || error.kind === 'not_found'))
      throw unprocessable(`Agent could not be published, check its configuration: ${error.message}`)
    throw error instanceof ProviderError ? providerFailed(agent.voiceEngine, error) : error
  }
}

async function sync(agent: Agent) {
  const config = configOf(agent)
  const refs = agent.providerRefs as unknown as Refs | null
  const known = refs?.engine === agent.voiceEngine ? refs : null
  let saved: Refs = { engine: agent.voiceEngine, ...known }
  const save = async (progress: Partial<PublishedAgent>) => {
    saved = { ...saved, ...progress }
    await change(agent, { providerRefs: saved as unknown as Prisma.InputJsonObject })
  }
  const published = await provider(agent.voiceEngine).publishAgent(config, known, save)
  return change(agent, {
    providerRefs: { ...saved, ...published } as unknown as Prisma.InputJsonObject,
    published: { ...published, engine: agent.voiceEngine } as unknown as Prisma.InputJsonObject,
    publishedConfig: config as unknown as Prisma.InputJsonObject,
    publishedAt: new Date(),
    publishingUntil: null,
  })
}

async function lease({ workspaceId, id }: Agent) {
  const { count } = await db.agent.updateMany({
    where: { workspaceId, id, OR: [{ publishingUntil: null }, { publishingUntil: { lt: new Date() } }] },
    data: { publishingUntil: inMs(LEASE_MS) },
  })
  if (count === 0) throw conflict('The agent is being published at this moment')
}

const change = ({ workspaceId, id }: Agent, data: Prisma.AgentUncheckedUpdateInput) => db.agent.update({ where: { workspaceId_id: { workspaceId, id } }, data })
