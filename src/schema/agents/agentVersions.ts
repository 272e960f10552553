import DataLoader from 'dataloader'
import type { AgentVersion as AgentVersionRow } from '../../generated/prisma/client.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as agentVersions from '../../services/agents/agentVersions.ts'
import { Agent } from './agents.ts'
import { actorOf, builder } from '../base/builder.ts'
import type { Context } from '../base/context.ts'
import { connection } from '../base/page.ts'
import { needs, selectedColumns } from '../base/selection.ts'
import { PublisherType } from '../enums/accounts.ts'
import { VoiceEngine } from '../enums/calls.ts'
import { AgentVersionStatus } from '../enums/workspace.ts'

const AgentPublisher = builder.objectRef<agentVersions.Publisher>('AgentPublisher').implement({
  description: 'Person or API key that published an agent.',
  fields: (t) => ({
    type: t.expose('kind', { type: PublisherType }),
    id: t.exposeID('id', { description: 'ID of the person or the API key.' }),
    name: t.exposeString('name', {
      description: 'Name of the person or the API key. For CLI tokens and connected apps it has both names, such as `Ada (Laptop)`.',
    }),
  }),
})

const AgentVersion = builder.objectRef<AgentVersionRow>('AgentVersion').implement({
  description: 'Published version of an agent, with its configuration.',
  fields: (t) => ({
    id: t.exposeID('id'),
    number: t.exposeInt('number', { description: 'Version number, starting at 1.' }),
    status: t.expose('status', { ...needs('status'), type: AgentVersionStatus }),
    error: t.exposeString('error', { nullable: true, description: 'Why publishing failed. `null` if it did not fail.' }),
    voiceEngine: t.field({ ...needs('engine'), type: VoiceEngine, resolve: ({ engine }) => engine }),
    isCurrent: t.boolean({
      ...needs('agentId', 'number'),
      description: 'Whether new calls use this version.',
      resolve: async ({ agentId, number }, _, ctx) => (await loadersOf(ctx).current.load(agentId)) === number,
    }),
    publishedBy: t.field({
      ...needs('userId', 'apiKeyId'),
      type: AgentPublisher,
      nullable: true,
      description: 'Who published the version.',
      resolve: (version, _, ctx) => loadersOf(ctx).publishers.load(version),
    }),
    settings: t.field({
      ...needs('fields'),
      type: 'JSON',
      description: 'Configuration of the agent in this version, with the field names of the REST API.',
      resolve: agentVersions.publicSettingsOf,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When publishing started.' }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime', nullable: true, description: 'When publishing succeeded. `null` if it has not.' }),
  }),
})

const AgentDifference = builder.objectRef<agentVersions.Difference>('AgentDifference').implement({
  description: 'Field that differs between two versions of an agent.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Name of the field in the REST API.' }),
    before: t.expose('before', { type: 'JSON', nullable: true, description: 'Value in the earlier version.' }),
    after: t.expose('after', { type: 'JSON', nullable: true, description: 'Value in the later version.' }),
  }),
})

builder.objectField(Agent, 'versions', (t) =>
  t.connection({
    ...needs(),
    type: AgentVersion,
    description: 'Versions of the agent, newest first.',
    resolve: async ({ id }, { first, after }, ctx, info) =>
      connection(await agentVersions.list(actorOf(ctx), id, { first, after }, selectedColumns(info, agentVersions.FIELDS)), after),
  }),
)

builder.queryFields((t) => ({
  agentVersion: t.field({
    type: AgentVersion,
    description: 'Get a version of an agent.',
    authScopes: { scope: 'agents:read' },
    args: { agentId: t.arg.id({ required: true }), number: t.arg.int({ required: true }) },
    resolve: (_, { agentId, number }, ctx) => agentVersions.get(actorOf(ctx), parseRowId(agentId, 'Agent'), parseRowId(number, 'Agent version')),
  }),
  agentVersionDiff: t.field({
    type: [AgentDifference],
    description: 'Compare two versions of an agent.',
    authScopes: { scope: 'agents:read' },
    args: {
      agentId: t.arg.id({ required: true }),
      from: t.arg.int({ description: 'Number of the earlier version. Defaults to the version that calls use.' }),
      to: t.arg.int({ description: 'Number of the later version. Defaults to the draft.' }),
    },
    resolve: (_, { agentId, from, to }, ctx) => agentVersions.diff(actorOf(ctx), parseRowId(agentId, 'Agent'), numberOf(from), numberOf(to)),
  }),
}))

builder.mutationFields((t) => ({
  restoreAgentVersion: t.field({
    type: Agent,
    description: 'Replace the draft of an agent with an earlier version. Calls use it once you publish the agent.',
    authScopes: { scope: 'agents:write' },
    args: { agentId: t.arg.id({ required: true }), number: t.arg.int({ required: true }) },
    resolve: (_, { agentId, number }, ctx) => agentVersions.restore(actorOf(ctx), parseRowId(agentId, 'Agent'), parseRowId(number, 'Agent version')),
  }),
}))

const numberOf = (number: number | null | undefined) => (number == null ? null : parseRowId(number, 'Agent version'))

interface Loaders {
  current: DataLoader<number, number | undefined>
  publishers: DataLoader<AgentVersionRow, agentVersions.Publisher | null>
}
const loaders = new WeakMap<Context, Loaders>()

/** Loads current version numbers and publishers, batched per operation. */
function loadersOf(ctx: Context): Loaders {
  const known = loaders.get(ctx)
  if (known) return known
  const created: Loaders = {
    current: new DataLoader(async (agentIds) => {
      const numbers = await agentVersions.listCurrentNumbers(actorOf(ctx), agentIds)
      return agentIds.map((agentId) => numbers.get(agentId))
    }),
    publishers: new DataLoader((versions) => agentVersions.listPublishers(actorOf(ctx), versions)),
  }
  loaders.set(ctx, created)
  return created
}
