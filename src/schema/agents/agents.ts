import DataLoader from 'dataloader'
import type { Agent as AgentRow } from '../../generated/prisma/client.ts'
import { AdvancedAgentChanges, AdvancedAgentInput } from '../../inputs/agents.ts'
import type { Problem } from '../../providers/problem.ts'
import * as agentConfig from '../../services/agents/agentConfig.ts'
import * as agents from '../../services/agents/agents.ts'
import * as agentVariables from '../../services/agents/agentVariables.ts'
import * as disclosures from '../../services/agents/disclosures.ts'
import type { OpenVariable } from '../../services/agents/agentVariables.ts'
import * as knowledgeCopies from '../../services/knowledge/knowledgeCopies.ts'
import * as publishing from '../../services/agents/publishing.ts'
import { actorOf, builder } from '../base/builder.ts'
import type { Context } from '../base/context.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import { inputFromZod } from '../base/inputs.ts'
import { connection } from '../base/page.ts'
import { needs, selectedColumns } from '../base/selection.ts'
import { VoiceEngine } from '../enums/calls.ts'
import { AgentProblemCode, DisclosureLaw } from '../enums/agents.ts'
import { DisclosureStatement } from '../enums/workspace.ts'
import { publishedOf } from '../../services/shared/jsonColumns.ts'

const AgentProblem = builder.objectRef<Problem>('AgentProblem').implement({
  description: 'Problem that prevents an agent from being published.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Name of the field in the REST API, such as `voice_id` or `general_tools[0].url`.' }),
    code: t.expose('code', { type: AgentProblemCode }),
    details: t.expose('details', { type: 'JSON', description: 'Facts of the code.' }),
    reason: t.exposeString('reason', { description: 'What is wrong with the field, in English.' }),
  }),
})

const DisclosureDemand = builder.objectRef<disclosures.DisclosureAdvisory['demands'][number]>('DisclosureDemand').implement({
  description: 'Law that requires a statement of callers.',
  fields: (t) => ({
    law: t.expose('law', { type: DisclosureLaw }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'Country of a rule on recording, as an ISO 3166 code. `null` if the rule is that of most countries.',
    }),
  }),
})

const DisclosureAdvisory = builder.objectRef<disclosures.DisclosureAdvisory>('DisclosureAdvisory').implement({
  description: 'Statement that callers must make, and that the draft of an agent leaves out.',
  fields: (t) => ({
    statement: t.expose('statement', { type: DisclosureStatement, description: 'Statement.' }),
    field: t.exposeString('field', { description: 'Field for the sentence.' }),
    message: t.exposeString('message', { description: 'What is missing.' }),
    laws: t.exposeStringList('laws', { description: 'Laws that require it, in English.' }),
    demands: t.field({ type: [DisclosureDemand], description: 'The same laws, for other languages.', resolve: ({ demands }) => demands }),
    sentence: t.exposeString('sentence', { description: 'Sentence to add.' }),
  }),
})

const AgentVariable = builder.objectRef<OpenVariable>('AgentVariable').implement({
  description: 'Variable that an agent uses and calls fill, such as `{{company}}`.',
  fields: (t) => ({
    name: t.exposeString('name'),
    defaultValue: t.exposeString('defaultValue', {
      nullable: true,
      description: 'Default of the agent, for calls that do not fill the variable. `null` if it has none.',
    }),
  }),
})

export const Agent = builder.objectRef<AgentRow>('Agent').implement({
  description: 'AI agent that places and answers calls.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    lang: t.exposeString('lang', { description: 'Language that the agent speaks, as a BCP-47 tag.' }),
    voiceEngine: t.expose('voiceEngine', { type: VoiceEngine, description: 'Voice provider of the agent.' }),
    voiceId: t.exposeString('voiceId', { nullable: true, description: 'Voice ID at the voice provider. Required to publish.' }),
    model: t.exposeString('model', { description: 'Language model of the agent.' }),
    systemPrompt: t.exposeString('systemPrompt', { nullable: true, description: 'Instructions for the agent.' }),
    generalTools: t.expose('generalTools', { type: 'JSON', description: 'Tools that the agent can use during a call.' }),
    postCallAnalysisData: t.expose('postCallAnalysisData', { type: 'JSON', description: 'Post-call questions, which are answered after each call.' }),
    recordingEnabled: t.exposeBoolean('recordingEnabled', { description: 'Whether calls are recorded where the law allows it.' }),
    firstMessage: t.exposeString('firstMessage', { nullable: true, description: 'First message of the agent. `null` if the language model chooses it.' }),
    voicemailMessage: t.exposeString('voicemailMessage', {
      nullable: true,
      description: 'Message that the agent leaves on voicemail. `null` if the agent hangs up instead.',
    }),
    maxDurationSeconds: t.exposeInt('maxDurationSeconds', { description: 'Maximum length of a call in seconds.' }),
    ringTimeoutSeconds: t.exposeInt('ringTimeoutSeconds', { description: 'Ring timeout in seconds, after which the call ends as not answered.' }),
    knowledgeBaseIds: t.exposeIDList('knowledgeBaseIds', { description: 'Knowledge bases that the agent uses once it is published.' }),
    defaultVariables: t.expose('defaultVariables', {
      type: 'JSON',
      description: 'Defaults of variables, by name. Each is used in calls that do not fill the variable.',
    }),
    variables: t.field({
      type: [AgentVariable],
      description: 'Variables that the draft uses and calls fill. Leaves out those of the voice provider and of its own tools.',
      resolve: agentVariables.listOfDraft,
    }),
    publishedVariables: t.field({
      ...needs('published', 'publishedConfig'),
      type: [AgentVariable],
      description: 'Variables that the published version uses and calls fill. Empty if the agent is not published.',
      resolve: agentVariables.listOfPublished,
    }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether the agent is active. `false` if it is archived.' }),
    isPublished: t.boolean({
      ...needs('published'),
      description: 'Whether the agent is published and can take calls.',
      resolve: ({ published }) => published !== null,
    }),
    providerAgentId: t.string({
      ...needs('published'),
      nullable: true,
      description: 'ID of the agent at the voice provider. `null` if the agent is not published.',
      resolve: (agent) => publishedOf(agent)?.providerAgentId ?? null,
    }),
    publishedAt: t.expose('publishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the agent was last published. `null` if it is not published.',
    }),
    hasUnpublishedChanges: t.boolean({
      description: 'Whether the agent or its knowledge bases changed after the agent was published.',
      resolve: (agent, _, ctx) => hasChanges(agent, ctx),
    }),
    problems: t.field({ type: [AgentProblem], description: 'Problems that prevent the draft from being published.', resolve: agents.listProblems }),
    disclosureAdvisories: t.field({
      type: [DisclosureAdvisory],
      description: 'What callers must state, and the draft leaves out.',
      resolve: disclosures.listAdvisories,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

const NOTHING: ReadonlyMap<number, number> = new Map()
const versionLoaders = new WeakMap<Context, DataLoader<number, number | undefined>>()

/** Whether an agent has unpublished changes. Versions of knowledge bases are loaded in a batch for all agents that use any. */
function hasChanges(agent: AgentRow, ctx: Context): boolean | Promise<boolean> {
  const { knowledgeBaseIds, published } = agent
  if (published === null || knowledgeBaseIds.length === 0) return agentConfig.hasUnpublishedChanges(agent, NOTHING)
  const read = async (ids: readonly number[]) => {
    const versions = await knowledgeCopies.listVersions(actorOf(ctx).workspaceId, ids)
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
    description: 'List agents, newest first.',
    authScopes: { scope: 'agents:read' },
    args: { isActive: t.arg.boolean({ description: 'Whether to list active or archived agents. Defaults to `true`.' }) },
    resolve: async (_, { first, after, isActive }, ctx, info) =>
      connection(await agents.list(actorOf(ctx), { first, after }, isActive, selectedColumns(info, agents.FIELDS)), after),
  }),
  agent: t.field({
    type: Agent,
    description: 'Get an agent.',
    authScopes: { scope: 'agents:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => agents.get(actorOf(ctx), parseRowId(id, 'Agent')),
  }),
}))

builder.mutationFields((t) => ({
  createAgent: t.field({
    type: Agent,
    description: 'Create an agent. It can take calls once it is published.',
    authScopes: { scope: 'agents:write' },
    args: { input: t.arg({ type: AgentInputType, required: true }) },
    resolve: (_, { input }, ctx) => agents.create(actorOf(ctx), input),
  }),
  updateAgent: t.field({
    type: Agent,
    description: 'Update an agent. Calls use the changes once you publish the agent.',
    authScopes: { scope: 'agents:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: AgentChangesType, required: true }) },
    resolve: (_, { id, input }, ctx) => agents.update(actorOf(ctx), parseRowId(id, 'Agent'), input),
  }),
  publishAgent: t.field({
    type: Agent,
    description: 'Publish an agent to its voice provider. New calls use the published version.',
    authScopes: { scope: 'agents:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => publishing.publish(actorOf(ctx), parseRowId(id, 'Agent')),
  }),
  archiveAgent: t.field({
    type: Agent,
    description: 'Archive an agent. It places and answers no more calls. Active calls continue.',
    authScopes: { scope: 'agents:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => agents.archive(actorOf(ctx), parseRowId(id, 'Agent')),
  }),
}))
