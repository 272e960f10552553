import DataLoader from 'dataloader'
import type { AgentVersion as AgentVersionRow } from '../generated/prisma/client.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as agentVersions from '../services/agents/agentVersions.ts'
import { Agent } from './agents.ts'
import { actorOf, builder } from './builder.ts'
import type { Context } from './context.ts'
import { connection } from './page.ts'
import { needs, selectedColumns } from './selection.ts'

const AgentPublisher = builder.objectRef<agentVersions.Publisher>('AgentPublisher').implement({
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'user, api_key, or cli or app: a person by a CLI token or a connected app, whose id this is' }),
    id: t.exposeID('id'),
    name: t.exposeString('name', { description: 'Of the person or the key; of both, as in "Ada (Laptop)"' }),
  }),
})

const AgentVersion = builder.objectRef<AgentVersionRow>('AgentVersion').implement({
  description: 'One publish of an agent, and the agent as it was then',
  fields: (t) => ({
    id: t.exposeID('id'),
    number: t.exposeInt('number', { description: 'Counts from 1' }),
    state: t.exposeString('state', { description: 'publishing, published or failed' }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed' }),
    voiceEngine: t.string({ ...needs('engine'), resolve: ({ engine }) => engine }),
    isCurrent: t.boolean({
      ...needs('agentId', 'number'),
      description: 'Whether new calls use it',
      resolve: async ({ agentId, number }, _, ctx) => (await loadersOf(ctx).current.load(agentId)) === number,
    }),
    publishedBy: t.field({
      ...needs('userId', 'apiKeyId'),
      type: AgentPublisher,
      nullable: true,
      resolve: (version, _, ctx) => loadersOf(ctx).publishers.load(version),
    }),
    settings: t.field({ ...needs('fields'), type: 'JSON', description: 'The agent as it was, under its public names', resolve: agentVersions.publicSettings }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime', nullable: true }),
  }),
})

const AgentDifference = builder.objectRef<agentVersions.Difference>('AgentDifference').implement({
  fields: (t) => ({
    field: t.exposeString('field', { description: 'As REST names it' }),
    before: t.expose('before', { type: 'JSON', nullable: true }),
    after: t.expose('after', { type: 'JSON', nullable: true }),
  }),
})

builder.objectField(Agent, 'versions', (t) =>
  t.connection({
    ...needs(),
    type: AgentVersion,
    description: 'Every publish, newest first',
    resolve: async ({ id }, { first, after }, ctx, info) =>
      connection(await agentVersions.list(actorOf(ctx), id, { first, after }, selectedColumns(info, agentVersions.FIELDS)), after),
  }),
)

builder.queryFields((t) => ({
  agentVersion: t.field({
    type: AgentVersion,
    authScopes: { scope: 'agents:read' },
    args: { agentId: t.arg.id({ required: true }), number: t.arg.int({ required: true }) },
    resolve: (_, { agentId, number }, ctx) => agentVersions.get(actorOf(ctx), rowId(agentId, 'Agent'), rowId(number, 'Agent version')),
  }),
  agentVersionDiff: t.field({
    type: [AgentDifference],
    description: 'What changed between two versions: `from` is the one that calls use now when absent, `to` the agent as it is being edited',
    authScopes: { scope: 'agents:read' },
    args: { agentId: t.arg.id({ required: true }), from: t.arg.int(), to: t.arg.int() },
    resolve: (_, { agentId, from, to }, ctx) => agentVersions.diff(actorOf(ctx), rowId(agentId, 'Agent'), numberOf(from), numberOf(to)),
  }),
}))

builder.mutationFields((t) => ({
  restoreAgentVersion: t.field({
    type: Agent,
    description: 'Makes the agent as it is being edited what that version was; calls hear of it at the next publish',
    authScopes: { scope: 'agents:write' },
    args: { agentId: t.arg.id({ required: true }), number: t.arg.int({ required: true }) },
    resolve: (_, { agentId, number }, ctx) => agentVersions.restore(actorOf(ctx), rowId(agentId, 'Agent'), rowId(number, 'Agent version')),
  }),
}))

const numberOf = (number: number | null | undefined) => (number == null ? null : rowId(number, 'Agent version'))

interface Loaders {
  current: DataLoader<number, number | undefined>
  publishers: DataLoader<AgentVersionRow, agentVersions.Publisher | null>
}
const loaders = new WeakMap<Context, Loaders>()

/** What versions share, read once for all of them in an operation. */
function loadersOf(ctx: Context): Loaders {
  const known = loaders.get(ctx)
  if (known) return known
  const made: Loaders = {
    current: new DataLoader(async (agentIds) => {
      const numbers = await agentVersions.currentNumbers(actorOf(ctx), agentIds)
      return agentIds.map((agentId) => numbers.get(agentId))
    }),
    publishers: new DataLoader((versions) => agentVersions.publishers(actorOf(ctx), versions)),
  }
  loaders.set(ctx, made)
  return made
}
