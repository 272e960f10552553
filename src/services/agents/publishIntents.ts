import type { AgentId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { conflict } from '../../kernel/vocabulary/errors.ts'
import { type Agent, type AgentVersion, Prisma, type ProviderAgent } from '../../generated/prisma/client.ts'
import { ENDED_LEASE, heldBy, IS_FREE, IS_HELD, newLease, releasedLease, renewedLease, requireHeld, TAKE, takeParams } from '../../kernel/leases.ts'
import { toVerbatimJson, stringifyVerbatim, verbatimText } from '../../kernel/json/jsonSource.ts'
import type { ProviderKnowledgeBase } from '../../providers/knowledge.ts'
import type { AgentReference } from '../../providers/agentReference.ts'
import type { PublishedAgent } from '../../providers/provider.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../kernel/db/statement.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import { configOf, settingsOf } from './agentConfig.ts'
import * as agents from './agents.ts'
import * as numberRerouting from './numberRerouting.ts'
import * as knowledgeCopies from '../knowledge/knowledgeCopies.ts'
import * as providerAgents from './providerAgents.ts'
import * as storage from '../shared/storage.ts'
import { ADDRESS_VERSION } from '../voiceProviders/webhookAddresses.ts'
import { publishedConfigOf, publishedOf, toJson } from '../shared/jsonColumns.ts'

const FIELDS = Object.keys(Prisma.AgentVersionScalarFieldEnum)

/** A publish that this process owns: the new version, and the agent's row for its provider. */
export interface Intent {
  version: AgentVersion
  home: ProviderAgent
  /** Whether the provider may have resources that are not saved here. */
  mayHaveOrphans: boolean
}

/**
 * Commits the publish of the agent's draft with this knowledge and these referenced agents, before any request to the provider. Throws
 * CONFLICT if another publish is in progress or the version exceeds the workspace's storage. Fails an abandoned publish first; its
 * resources are found by their tag.
 */
export async function begin(actor: Actor, agent: Agent, knowledge: ProviderKnowledgeBase[], referenced: Record<string, AgentReference> = {}): Promise<Intent> {
  const attempt = () => commit(actor, agent, knowledge, referenced)
  const intent = (await attempt()) ?? (await failAbandoned(agent).then(attempt))
  if (!intent) throw conflict('publish_in_progress')
  return intent
}

const findPublishedFields = statement(
  'agentVersions.findPublishedFields',
  sql`
    select fields::text from agent_versions where workspace_id = $workspaceId and agent_id = $agentId and engine = $engine and status = 'published'
    order by number desc limit 1`,
)

/**
 * Commits a publish of the last published version again, to update the agent's webhook URL at its provider. Returns null if the
 * provider has the URL, the agent is being published, or the version cannot be published unchanged.
 */
export const beginReaddressing = ({ id, workspaceId, agentId, engine }: ProviderAgent): Promise<Intent | null> =>
  transaction(async (tx) => {
    const key = { workspaceId, agentId }
    await lock(tx, key)
    const home = await tx.providerAgent.findFirst({ where: { workspaceId, id, retiredAt: null } })
    if (!home || Math.abs(home.webhookVersion) >= ADDRESS_VERSION) return null
    const { published, publishedConfig: config } = await tx.agent.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: agentId } } })
    if (publishedOf({ published })?.engine !== engine) return null
    const { number, isUnderWay, before } = await readVersions(tx, { ...key, engine })
    const last = await findPublishedFields.get({ ...key, engine }, tx)
    if (isUnderWay || !last || !(await knowledgeCopies.retain(tx, workspaceId, publishedConfigOf({ publishedConfig: config })?.knowledge ?? []))) return null
    const version = await tx.agentVersion.create({
      data: {
        ...key,
        engine,
        number: number + 1,
        fields: verbatimText(last.fields) as Prisma.InputJsonObject,
        config: toVerbatimJson(config),
        ...newLease(),
        isReaddressing: true,
      },
    })
    return { version, home, mayHaveOrphans: before !== 'published' }
  })

/** Returns null if another publish is in progress. */
const commit = (actor: Actor, agent: Agent, knowledge: ProviderKnowledgeBase[], referenced: Record<string, AgentReference>): Promise<Intent | null> =>
  transaction(async (tx) => {
    const { workspaceId, id: agentId, voiceEngine: engine } = agent
    const key = { workspaceId, agentId }
    await lock(tx, key)
    const { number, isUnderWay, before } = await readVersions(tx, { ...key, engine })
    if (isUnderWay) return null
    if (!(await knowledgeCopies.retain(tx, workspaceId, knowledge))) throw conflict('publish_knowledge_changed')
    const { home, isNew } = await providerAgents.findOrCreate(tx, { ...key, engine })
    const version = await tx.agentVersion.create({
      data: {
        ...key,
        engine,
        number: number + 1,
        fields: verbatimText(stringifyVerbatim(settingsOf(agent))) as Prisma.InputJsonObject,
        config: toVerbatimJson(configOf(agent, knowledge, referenced)),
        ...newLease(),
        userId: actor.userId,
        apiKeyId: actor.keyId,
      },
    })
    await storage.requireRoom(tx, workspaceId)
    return { version, home, mayHaveOrphans: !isNew && before !== 'published' }
  })

const summarizeVersions = statement(
  'agentVersions.summarize',
  sql`
    select coalesce(max(number), 0) as number, coalesce(bool_or(status = 'publishing'), false) as is_under_way,
      (array_agg(status order by number desc) filter (where engine = $engine))[1] as before
    from agent_versions where workspace_id = $workspaceId and agent_id = $agentId`,
)

/** Reads the highest version number, whether a publish is in progress, and the last version's status at the engine. */
const readVersions = async (tx: Tx, key: { workspaceId: WorkspaceId; agentId: AgentId; engine: string }) => (await summarizeVersions.get(key, tx))!

const saveResources = statement(
  'providerAgents.saveResources',
  sql`
    with renewed as (
      update agent_versions set lease_until = $leaseUntil where workspace_id = $workspaceId and id = $versionId and status = 'publishing' and ${IS_HELD} returning 1)
    update provider_agents set refs = $refs where workspace_id = $workspaceId and id = $homeId and exists (select from renewed)`,
)

/** Saves the provider's resources. Throws LeaseLostError if the publish was taken over. */
export async function save({ version, home }: Intent, progress: Partial<PublishedAgent>) {
  const refs = { ...(home.refs as Partial<PublishedAgent>), ...progress }
  const { workspaceId, id: versionId, owner, attempt } = version
  const lease = { ...renewedLease(), owner: owner!, attempt }
  requireHeld(await saveResources.run({ workspaceId, versionId, ...lease, refs: JSON.stringify(refs), homeId: home.id }))
  home.refs = toJson(refs) as Prisma.JsonObject
}

/** Makes the version the published one and retires the agent's resources at other providers, in one transaction. Throws LeaseLostError. */
export const complete = (intent: Intent, published: PublishedAgent): Promise<Agent> =>
  transaction(async (tx) => {
    const { version, home } = intent
    const { workspaceId, agentId, engine } = version
    const publishedAt = clock.now()
    const resources = toJson({ ...published, engine })
    await lock(tx, version)
    requireHeld(await finish(tx, intent, { status: 'published', publishedAt, providerAgent: resources }))
    await tx.providerAgent.updateMany({
      where: { workspaceId, id: home.id },
      data: { refs: toJson(published), webhookVersion: ADDRESS_VERSION },
    })
    const { count: retiredCount } = await providerAgents.retireOthers(tx, version, home)
    if (retiredCount > 0) await numberRerouting.rerouteNumbers(tx, version)
    return agents.save(tx, version, agentId, { published: resources as Prisma.JsonObject, publishedConfig: version.config, publishedAt })
  })

/** Marks the publish failed. Retires the provider's resources if no published version uses that provider. */
export const fail = (intent: Intent, error: string): Promise<void> =>
  transaction(async (tx) => {
    const { workspaceId, agentId, engine } = intent.version
    await lock(tx, intent.version)
    if (intent.version.isReaddressing) return discardReaddressing(tx, intent)
    if ((await finish(tx, intent, { status: 'failed', error })) === 0) return
    const { published } = await tx.agent.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: agentId } }, select: { published: true } })
    if (publishedOf({ published })?.engine !== engine) await providerAgents.retire(tx, intent.home)
  })

/** Deletes a failed readdressing, which no member started. The agent gets its webhook URL with the next publish. */
async function discardReaddressing(tx: Tx, { version, home }: Intent): Promise<void> {
  const { count } = await tx.agentVersion.deleteMany({ where: heldBy(version) })
  if (count > 0) await tx.providerAgent.updateMany({ where: { workspaceId: version.workspaceId, id: home.id }, data: { webhookVersion: -ADDRESS_VERSION } })
}

/** Releases the publish, so that any process may take it over after `ms` milliseconds. */
export const release = ({ version }: Intent, ms = 0) => db.agentVersion.updateMany({ where: heldBy(version), data: releasedLease(ms) })

const takeFree = statement(
  'agentVersions.takeFree',
  sql`
    update agent_versions set ${TAKE} where id in (
      select id from agent_versions where status = 'publishing' and ${IS_FREE} order by lease_until limit $limit for update skip locked)
    returning ${selectList(FIELDS)}`,
  { acrossWorkspaces: 'A sweep over all abandoned publishes.' },
)

/** Takes over abandoned publishes. Only one process takes each. */
export async function takeAbandoned(limit = 20): Promise<Intent[]> {
  const intents: Intent[] = []
  for (const version of (await takeFree.all({ limit, ...takeParams() })) as AgentVersion[]) {
    const { home } = await inWorkspace(version.workspaceId, () => transaction((tx) => providerAgents.findOrCreate(tx, version)))
    intents.push({ version, home, mayHaveOrphans: true })
  }
  return intents
}

const failFree = statement(
  'agentVersions.failFree',
  sql`
    update agent_versions set status = 'failed', error = 'interrupted', owner = null, lease_until = null
    where workspace_id = $workspaceId and agent_id = $agentId and status = 'publishing' and (owner is null or ${IS_FREE}) and ${AUDIT_ACTOR}`,
)

/** Fails an abandoned publish, so that a new one need not wait for it. */
const failAbandoned = ({ workspaceId, id: agentId }: Agent) => failFree.run({ workspaceId, agentId, now: clock.now() })

/** Returns how many rows it changed: none if the publish was taken over. */
const finish = async (tx: Tx, { version }: Intent, data: Prisma.AgentVersionUpdateManyMutationInput) =>
  (await tx.agentVersion.updateMany({ where: heldBy(version), data: { ...data, ...ENDED_LEASE } })).count

const lockAgent = statement('agents.lock', sql`select from agents where workspace_id = $workspaceId and id = $agentId for update`)

const lock = (tx: Tx, { workspaceId, agentId }: Pick<AgentVersion, 'workspaceId' | 'agentId'>) => lockAgent.run({ workspaceId, agentId }, tx)
