import DataLoader from 'dataloader'
import type { Agent as AgentRow } from '../generated/prisma/client.ts'
import { AdvancedAgentChanges, AdvancedAgentInput } from '../inputs/agents.ts'
import type { Problem, PublishedAgent } from '../providers/provider.ts'
import * as agentConfig from '../services/agents/agentConfig.ts'
import * as agents from '../services/agents/agents.ts'
import * as knowledgeCopies from '../services/knowledge/knowledgeCopies.ts'
import * as publishing from '../services/agents/publishing.ts'
import { actorOf, builder } from './builder.ts'
import type { Context } from './context.ts'
import { rowId } from '../kernel/db/rows.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'
import { needs, selectedColumns } from './selection.ts'

const AgentProblem = builder.objectRef<Problem>('AgentProblem').implement({
  description: 'Why an agent cannot be published as it is',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'As REST names it: voice_id, general_tools[0].url' }),
    reason: t.exposeString('reason'),
  }),
})

export const Agent = builder.objectRef<AgentRow>('Agent').implement({
  description: 'A voice agent: what it says, how it sounds, and where it is published',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    lang: t.exposeString('lang', { description: 'BCP-47' }),
    voiceEngine: t.exposeString('voiceEngine', { description: 'retell or vapi' }),
    voiceId: t.exposeString('voiceId', { nullable: true }),
    model: t.exposeString('model'),
    systemPrompt: t.exposeString('systemPrompt', { nullable: true }),
    generalTools: t.expose('generalTools', { type: 'JSON' }),
    postCallAnalysisData: t.expose('postCallAnalysisData', { type: 'JSON' }),
    recordingEnabled: t.exposeBoolean('recordingEnabled'),
    firstMessage: t.exposeString('firstMessage', { nullable: true, description: 'What it says first; null lets the language model begin' }),
    voicemailMessage: t.exposeString('voicemailMessage', { nullable: true, description: 'What it leaves on an answering machine; null hangs up' }),
    maxCallSeconds: t.exposeInt('maxCallSeconds', { description: 'The longest call' }),
    ringSeconds: t.exposeInt('ringSeconds', { description: 'How long it rings before nobody answers' }),
    knowledgeBaseIds: t.exposeIDList('knowledgeBaseIds', { description: 'What it answers from, once it is published' }),
    isActive: t.exposeBoolean('isActive'),
    isPublished: t.boolean({ ...needs('published'), resolve: ({ published }) => published !== null }),
    providerAgentId: t.string({
      ...needs('published'),
      nullable: true,
      resolve: ({ published }) => (published as unknown as PublishedAgent | null)?.providerAgentId ?? null,
    }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime', nullable: true }),
    hasUnpublishedChanges: t.boolean({
      description: 'Whether it, or what it answers from, was edited after it was published',
      resolve: (agent, _, ctx) => hasChanges(agent, ctx),
    }),
    problems: t.field({ type: [AgentProblem], description: 'What keeps it from being published as it is now', resolve: agents.problems }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

const NOTHING: ReadonlyMap<number, number> = new Map()
const versionLoaders = new WeakMap<Context, DataLoader<number, number | undefined>>()

/** An agent without knowledge is judged as it is; the others share one look at what their knowledge bases are at. */
function hasChanges(agent: AgentRow, ctx: Context): boolean | Promise<boolean> {
  const { knowledgeBaseIds, published } = agent
  if (published === null || knowledgeBaseIds.length === 0) return agentConfig.hasUnpublishedChanges(agent, NOTHING)
  const read = async (ids: readonly number[]) => {
    const versions = await knowledgeCopies.versions(actorOf(ctx).workspaceId, ids)
    return ids.map((id) => versions.get(id))
  }
  const loader = versionLoaders.get(ctx) ?? new DataLoader(read, { cache: false })
  versionLoaders.set(ctx, loader)
  return Promise.all(knowledgeBaseIds.map((id) => loader.load(id))).then((versions) => {
    const known = knowledgeBaseIds.flatMap((id, at) => (versions[at] === undefined ? [] : [[id, versions[at]] as const]))
    return agentConfig.hasUnpublishedChanges(agent, new Map(known))
  })
}

const AgentInputType = inputFromZod('AgentInput', AdvancedAgentInput, ['knowledgeBaseIds'])
const AgentChangesType = inputFromZod('AgentChanges', AdvancedAgentChanges, ['knowledgeBaseIds'])

builder.queryFields((t) => ({
  agents: t.connection({
    type: Agent,
    authScopes: { scope: 'agents:read' },
    args: { isActive: t.arg.boolean() },
    resolve: async (_, { first, after, isActive }, ctx, info) =>
      connection(await agents.list(actorOf(ctx), { first, after }, isActive, selectedColumns(info, agents.FIELDS)), after),
  }),
  agent: t.field({
    type: Agent,
    authScopes: { scope: 'agents:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => agents.get(actorOf(ctx), rowId(id, 'Agent')),
  }),
}))

builder.mutationFields((t) => ({
  createAgent: t.field({
    type: Agent,
    authScopes: { scope: 'agents:write' },
    args: { input: t.arg({ type: AgentInputType, required: true }) },
    resolve: (_, { input }, ctx) => agents.create(actorOf(ctx), input),
  }),
  updateAgent: t.field({
    type: Agent,
    authScopes: { scope: 'agents:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: AgentChangesType, required: true }) },
    resolve: (_, { id, input }, ctx) => agents.update(actorOf(ctx), rowId(id, 'Agent'), input),
  }),
  publishAgent: t.field({
    type: Agent,
    description: 'Syncs the agent to its voice provider; calls use it from then on',
    authScopes: { scope: 'agents:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => publishing.publish(actorOf(ctx), rowId(id, 'Agent')),
  }),
  retireAgent: t.field({
    type: Agent,
    authScopes: { scope: 'agents:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => agents.retire(actorOf(ctx), rowId(id, 'Agent')),
  }),
}))
