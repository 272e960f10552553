import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock, inMs } from '../../kernel/lib/clock.ts'
import { db, pool, transaction, type Tx } from '../../kernel/db/db.ts'
import { conflict } from '../../kernel/vocabulary/errors.ts'
import { type Agent, type AgentVersion, Prisma, type ProviderAgent } from '../../generated/prisma/client.ts'
import { aliveOwner, isGone } from '../../kernel/liveness.ts'
import { asJson, stringify, written } from '../../kernel/json/jsonSource.ts'
import type { KnowledgeCopy } from '../../providers/knowledge.ts'
import { TakenOver } from '../../providers/outcomes.ts'
import type { AgentReference } from '../../providers/agentReference.ts'
import type { PublishedAgent } from '../../providers/provider.ts'
import { columns, query, sql } from '../../kernel/db/sql.ts'
import { configOf, settingsOf } from './agentConfig.ts'
import * as agents from './agents.ts'
import * as numbersFollow from './numbersFollow.ts'
import * as knowledgeCopies from '../knowledge/knowledgeCopies.ts'
import * as providerAgents from './providerAgents.ts'
import * as storage from '../shared/storage.ts'
import { ADDRESS_VERSION } from '../voiceProviders/webhookAddresses.ts'
import { publishedConfigOf, toJson } from '../shared/jsonColumns.ts'

/** Longer than every request between two steps that are saved. */
const LEASE_MS = 120_000
const FIELDS = Object.keys(Prisma.AgentVersionScalarFieldEnum)

/** A publish under way in this process: the version it is to become, and where the agent lives at its provider. */
export interface Intent {
  version: AgentVersion
  home: ProviderAgent
  owner: string
  /** Something may have been made at the provider without being saved here. */
  mayHaveMore: boolean
}

/**
 * Commits that the agent as it is now is to be published with this knowledge and these agents in its tools, before anything is asked of the provider. CONFLICT while
 * another publish of it is under way, and when the version does not fit into the workspace's storage; one that nobody works on is given up, and what it left is found by its tag.
 */
export async function begin(actor: Actor, agent: Agent, knowledge: KnowledgeCopy[], named: Record<string, AgentReference> = {}): Promise<Intent> {
  const owner = aliveOwner()
  const attempt = () => commit(actor, agent, knowledge, named, owner)
  const intent = (await attempt()) ?? ((await giveUpAbandoned(agent)) && (await attempt()))
  if (!intent) throw conflict('This agent is already being published. Try again in a moment.')
  return intent
}

/**
 * The same for what the agent was last published as, so that its provider learns the agent's webhook address. Null where the provider knows it by
 * now, while the agent is being published, and where what was published cannot be published again as it was.
 */
export const beginReaddressing = ({ id, workspaceId, agentId, engine }: ProviderAgent): Promise<Intent | null> =>
  transaction(async (tx) => {
    const ofAgent = { workspaceId, agentId }
    await lock(tx, ofAgent)
    const home = await tx.providerAgent.findFirst({ where: { workspaceId, id, retiredAt: null } })
    if (!home || Math.abs(home.webhookVersion) >= ADDRESS_VERSION) return null
    const { published, publishedConfig: config } = await tx.agent.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: agentId } } })
    if ((published as { engine?: string } | null)?.engine !== engine) return null
    const { number, isUnderWay, before } = await earlier(tx, { ...ofAgent, engine })
    const [last] = await tx.$queryRaw<{ fields: string }[]>(sql`
      select fields::text from agent_versions where workspace_id = ${workspaceId} and agent_id = ${agentId} and engine = ${engine} and state = 'published'
      order by number desc limit 1`)
    if (isUnderWay || !last || !(await knowledgeCopies.keep(tx, workspaceId, publishedConfigOf({ publishedConfig: config })?.knowledge ?? []))) return null
    const owner = aliveOwner()
    const version = await tx.agentVersion.create({
      data: {
        ...ofAgent,
        engine,
        number: number + 1,
        fields: written(last.fields) as Prisma.InputJsonObject,
        config: asJson(config),
        owner,
        leaseUntil: inMs(LEASE_MS),
        isReaddressing: true,
      },
    })
    return { version, home, owner, mayHaveMore: before !== 'published' }
  })

/** Answers null while another publish is under way. */
const commit = (actor: Actor, agent: Agent, knowledge: KnowledgeCopy[], named: Record<string, AgentReference>, owner: string): Promise<Intent | null> =>
  transaction(async (tx) => {
    const { workspaceId, id: agentId, voiceEngine: engine } = agent
    const ofAgent = { workspaceId, agentId }
    await lock(tx, ofAgent)
    const { number, isUnderWay, before } = await earlier(tx, { ...ofAgent, engine })
    if (isUnderWay) return null
    if (!(await knowledgeCopies.keep(tx, workspaceId, knowledge))) throw conflict('A knowledge base of this agent changed during the publish. Try again.')
    const { home, isNew } = await providerAgents.open(tx, { ...ofAgent, engine })
    const version = await tx.agentVersion.create({
      data: {
        ...ofAgent,
        engine,
        number: number + 1,
        fields: written(stringify(settingsOf(agent))) as Prisma.InputJsonObject,
        config: asJson(configOf(agent, knowledge, named)),
        owner,
        leaseUntil: inMs(LEASE_MS),
        userId: actor.userId,
        apiKeyId: actor.keyId,
      },
    })
    await storage.requireRoom(tx, workspaceId)
    return { version, home, owner, mayHaveMore: !isNew && before !== 'published' }
  })

/** Of the versions there are: the highest number, whether one is under way, and how the last for that engine ended. */
async function earlier(tx: Tx, { workspaceId, agentId, engine }: { workspaceId: number; agentId: number; engine: string }) {
  const [found] = await tx.$queryRaw<{ number: number; isUnderWay: boolean; before: string | null }[]>`
    select coalesce(max(number), 0) as number, coalesce(bool_or(state = 'publishing'), false) as "isUnderWay",
      (array_agg(state order by number desc) filter (where engine = ${engine}))[1] as before
    from agent_versions where workspace_id = ${workspaceId} and agent_id = ${agentId}`
  return found!
}

/** Notes what there is at the provider now. Throws TakenOver when another process goes on with the publish. */
export async function save({ version, home, owner }: Intent, progress: Partial<PublishedAgent>) {
  const refs = { ...(home.refs as Partial<PublishedAgent>), ...progress }
  const [saved] = await query(sql`
    with held as (
      update agent_versions set lease_until = ${inMs(LEASE_MS)} where id = ${version.id} and state = 'publishing' and owner = ${owner}::uuid returning 1)
    update provider_agents set refs = ${JSON.stringify(refs)}::jsonb where id = ${home.id} and exists (select from held) returning id`)
  if (!saved) throw new TakenOver()
  home.refs = toJson(refs) as Prisma.JsonObject
}

/** Makes the version what calls use, in one transaction, and gives up what the agent has at other providers. Throws TakenOver. */
export const complete = (intent: Intent, published: PublishedAgent): Promise<Agent> =>
  transaction(async (tx) => {
    const { version, home } = intent
    const { workspaceId, agentId, engine } = version
    const publishedAt = clock.now()
    const placed = toJson({ ...published, engine })
    await lock(tx, version)
    if (!(await end(tx, intent, { state: 'published', publishedAt, providerAgent: placed }))) throw new TakenOver()
    await tx.providerAgent.updateMany({
      where: { workspaceId, id: home.id },
      data: { refs: toJson(published), webhookVersion: ADDRESS_VERSION },
    })
    const { count: left } = await providerAgents.retireOthers(tx, version, home)
    if (left > 0) await numbersFollow.follow(tx, version)
    return agents.save(tx, version, agentId, { published: placed as Prisma.JsonObject, publishedConfig: version.config, publishedAt })
  })

/** Ends the publish in vain. Where no published version lives at that provider, what was made there is given up. */
export const fail = (intent: Intent, error: string): Promise<void> =>
  transaction(async (tx) => {
    const { workspaceId, agentId, engine } = intent.version
    await lock(tx, intent.version)
    if (intent.version.isReaddressing) return leave(tx, intent)
    if (!(await end(tx, intent, { state: 'failed', error }))) return
    const { published } = await tx.agent.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: agentId } }, select: { published: true } })
    if ((published as { engine?: string } | null)?.engine !== engine) await providerAgents.retire(tx, intent.home)
  })

/** Nobody asked for it, so that nobody is shown that it failed; the agent gets its address when it is published the next time. */
async function leave(tx: Tx, { version: { workspaceId, id }, home, owner }: Intent): Promise<void> {
  const { count } = await tx.agentVersion.deleteMany({ where: { workspaceId, id, state: 'publishing', owner } })
  if (count > 0) await tx.providerAgent.updateMany({ where: { workspaceId, id: home.id }, data: { webhookVersion: -ADDRESS_VERSION } })
}

/** Leaves the publish to whoever comes by after so many milliseconds. */
export const release = ({ version, owner }: Intent, ms = 0) =>
  db.agentVersion.updateMany({
    where: { workspaceId: version.workspaceId, id: version.id, state: 'publishing', owner },
    data: { owner: null, leaseUntil: inMs(ms) },
  })

/** Takes over the publishes that nobody works on; each is taken by one process only. */
export async function takeAbandoned(limit = 20): Promise<Intent[]> {
  const owner = aliveOwner()
  const underWay = await query<AgentVersion>(sql`select ${columns(FIELDS)} from agent_versions where state = 'publishing' order by id limit ${limit}`)
  const taken: Intent[] = []
  for (const version of underWay) {
    if (!(await isAbandoned(version))) continue
    const { count } = await db.agentVersion.updateMany({ where: asSeen(version), data: { owner, leaseUntil: inMs(LEASE_MS) } })
    if (count === 1) taken.push({ version, owner, mayHaveMore: true, home: (await transaction((tx) => providerAgents.open(tx, version))).home })
  }
  return taken
}

/** Whoever publishes again needs not wait for what a dead process left. Answers whether there was such a publish. */
async function giveUpAbandoned({ workspaceId, id: agentId }: Agent): Promise<boolean> {
  const left = await db.agentVersion.findFirst({ where: { workspaceId, agentId, state: 'publishing' } })
  if (!left) return true
  if (left.owner !== null && !(await isAbandoned(left))) return false
  const { count } = await db.agentVersion.updateMany({ where: asSeen(left), data: { state: 'failed', error: 'interrupted', owner: null, leaseUntil: null } })
  return count === 1
}

const isAbandoned = async ({ owner, leaseUntil }: AgentVersion) => leaseUntil! <= clock.now() || (owner !== null && (await isGone(pool, owner)))

const asSeen = ({ workspaceId, id, owner, leaseUntil }: AgentVersion) => ({ workspaceId, id, state: 'publishing', owner, leaseUntil })

/** Answers whether this process still had the publish. */
const end = async (tx: Tx, { version: { workspaceId, id }, owner }: Intent, data: Prisma.AgentVersionUpdateManyMutationInput) =>
  (await tx.agentVersion.updateMany({ where: { workspaceId, id, state: 'publishing', owner }, data: { ...data, owner: null, leaseUntil: null } })).count === 1

const lock = (tx: Tx, { workspaceId, agentId }: Pick<AgentVersion, 'workspaceId' | 'agentId'>) =>
  tx.$queryRaw`select 1 from agents where workspace_id = ${workspaceId} and id = ${agentId} for update`
