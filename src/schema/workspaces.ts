import { TimeZone } from '../inputs/analytics.ts'
import { Name, RetentionDays } from '../inputs/common.ts'
import { limitsOf, type PlanLimits as Limits } from '../kernel/vocabulary/plans.ts'
import * as recordingDeletions from '../services/calls/recordings/recordingDeletions.ts'
import * as storage from '../services/shared/storage.ts'
import * as workspaces from '../services/workspaces/workspaces.ts'
import { actorOf, builder } from './builder.ts'

export const PlanLimits = builder.objectRef<Limits>('PlanLimits').implement({
  description: 'What a plan allows',
  fields: (t) => ({
    rpm: t.exposeInt('rpm', { description: 'Requests a minute' }),
    rpd: t.exposeInt('rpd', { description: 'Requests a day' }),
    concurrentCalls: t.exposeInt('concurrentCalls'),
  }),
})

const Storage = builder.objectRef<storage.Storage>('Storage').implement({
  description: 'Storage of a workspace in bytes: documents, knowledge bases, agents with their versions, uploaded lead files, and data of leads.',
  fields: (t) => ({ used: t.exposeFloat('used'), limit: t.exposeFloat('limit', { description: 'Limit of the plan.' }) }),
})

export const Workspace = builder.prismaObject('Workspace', {
  description: 'A tenant: everything belongs to one and nothing is shared between two',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    plan: t.exposeString('plan'),
    limits: t.field({ type: PlanLimits, resolve: ({ plan }) => limitsOf(plan) }),
    storage: t.field({ type: Storage, resolve: ({ id }) => storage.of({ workspaceId: id }) }),
    timezone: t.exposeString('timezone', { description: 'IANA time zone whose days and hours count in statistics' }),
    recordingRetentionDays: t.exposeInt('recordingRetentionDays', {
      nullable: true,
      description: 'Recordings are deleted so many days after the call; null keeps them as long as the voice provider does',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const RateLimits = builder.objectRef<{ rpm: number; rpd: number }>('RateLimits').implement({
  fields: (t) => ({ rpm: t.exposeInt('rpm', { description: 'Requests a minute' }), rpd: t.exposeInt('rpd', { description: 'Requests a day' }) }),
})

const WorkspaceInfo = builder.objectRef<Awaited<ReturnType<typeof workspaces.info>>>('WorkspaceInfo').implement({
  description: 'The workspace as its API keys see it',
  fields: (t) => ({
    tenantId: t.exposeInt('tenantId'),
    workspaceName: t.exposeString('workspaceName'),
    plan: t.exposeString('plan'),
    rateLimits: t.expose('rateLimits', { type: RateLimits }),
    apiKeyScopes: t.exposeStringList('apiKeyScopes', { description: 'What the caller may do' }),
  }),
})

builder.queryFields((t) => ({
  workspace: t.field({ type: Workspace, authScopes: { scope: 'me:read' }, resolve: (_, __, ctx) => workspaces.get(actorOf(ctx)) }),
  workspaceInfo: t.field({ type: WorkspaceInfo, authScopes: { scope: 'me:read' }, resolve: (_, __, ctx) => workspaces.info(actorOf(ctx)) }),
}))

builder.mutationFields((t) => ({
  renameWorkspace: t.field({
    type: Workspace,
    authScopes: { scope: 'workspace:write' },
    args: { name: t.arg.string({ required: true, validate: Name }) },
    resolve: (_, { name }, ctx) => workspaces.rename(actorOf(ctx), name),
  }),
  setWorkspaceTimezone: t.field({
    type: Workspace,
    description: 'Whose days and hours count in statistics, past ones as well',
    authScopes: { scope: 'workspace:write' },
    args: { timezone: t.arg.string({ required: true, validate: TimeZone, description: 'An IANA name, such as Europe/Rome' }) },
    resolve: (_, { timezone }, ctx) => workspaces.setTimezone(actorOf(ctx), timezone),
  }),
  setRecordingRetention: t.field({
    type: Workspace,
    description: 'How long recordings are kept; older ones are deleted within minutes, at the voice provider too',
    authScopes: { scope: 'workspace:write' },
    args: { days: t.arg.int({ validate: RetentionDays }) },
    resolve: (_, { days }, ctx) => recordingDeletions.keepFor(actorOf(ctx), days ?? null),
  }),
}))
