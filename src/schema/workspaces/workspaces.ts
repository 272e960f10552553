import { TimeZone } from '../../inputs/analytics.ts'
import { BillingDetailsInput } from '../../inputs/billing.ts'
import type { CallTiming } from '../../inputs/callTiming.ts'
import type { DisclosureMode } from '../../inputs/disclosure.ts'
import { Name, RetentionDays } from '../../inputs/common.ts'
import { limitsOf, type PlanLimits as Limits } from '../../kernel/vocabulary/plans.ts'
import * as privacySettings from '../../services/workspaces/privacySettings.ts'
import * as storage from '../../services/shared/storage.ts'
import * as workspaces from '../../services/workspaces/workspaces.ts'
import { actorOf, builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { PlanName } from '../enums/accounts.ts'
import { CallTimingMode, DisclosureModeEnum } from '../enums/workspace.ts'

export const PlanLimits = builder.objectRef<Limits>('PlanLimits').implement({
  description: 'Limits of a plan.',
  fields: (t) => ({
    rpm: t.exposeInt('rpm', { description: 'Requests per minute.' }),
    rpd: t.exposeInt('rpd', { description: 'Requests per day.' }),
    concurrentCalls: t.exposeInt('concurrentCalls', { description: 'Maximum number of concurrent calls.' }),
  }),
})

const Storage = builder.objectRef<storage.Storage>('Storage').implement({
  description:
    'Storage of the workspace in bytes. Documents, knowledge bases, agents with their versions, uploaded lead files and custom fields of leads count.',
  fields: (t) => ({
    used: t.exposeFloat('used', { description: 'Storage that is used.' }),
    limit: t.exposeFloat('limit', { description: 'Limit of the plan.' }),
  }),
})

export const Workspace = builder.prismaObject('Workspace', {
  description: 'Workspace, which owns all its data and shares none with other workspaces.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    plan: t.expose('plan', { type: PlanName }),
    limits: t.field({ type: PlanLimits, resolve: ({ plan }) => limitsOf(plan) }),
    storage: t.field({ type: Storage, resolve: ({ id }) => storage.readStorage({ workspaceId: id }) }),
    timezone: t.exposeString('timezone', { description: 'IANA time zone of days and hours in statistics.' }),
    recordingRetentionDays: t.exposeInt('recordingRetentionDays', {
      nullable: true,
      description: 'Days that recordings are kept after the call. `null` keeps them as long as the voice provider does.',
    }),
    keepsRecordings: t.exposeBoolean('keepsRecordings', {
      description: 'Whether recordings are copied to the storage of this server, if the server administrator turned this on.',
    }),
    callTiming: t.expose('callTiming', {
      type: CallTimingMode,
      description: 'What happens to a single call at a time when calls to its number are not permitted.',
    }),
    callConsent: t.expose('callConsent', {
      type: CallTimingMode,
      description: 'What happens to a single call without a campaign whose number has no consent that the law of its country demands.',
    }),
    disclosure: t.expose('disclosure', {
      type: DisclosureModeEnum,
      description: 'What happens when an agent is published that leaves out what callers must state.',
    }),
    legalName: t.exposeString('legalName', { description: 'Legal name on invoices.' }),
    billingAddress: t.exposeString('billingAddress', { description: 'Postal address on invoices.' }),
    taxId: t.exposeString('taxId', { description: 'Tax ID on invoices.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const RateLimits = builder.objectRef<{ rpm: number; rpd: number }>('RateLimits').implement({
  description: 'Rate limits of the API.',
  fields: (t) => ({ rpm: t.exposeInt('rpm', { description: 'Requests per minute.' }), rpd: t.exposeInt('rpd', { description: 'Requests per day.' }) }),
})

const WorkspaceInfo = builder.objectRef<Awaited<ReturnType<typeof workspaces.getInfo>>>('WorkspaceInfo').implement({
  description: 'Workspace of an API key.',
  fields: (t) => ({
    tenantId: t.exposeInt('tenantId', { description: 'ID of the workspace.' }),
    workspaceName: t.exposeString('workspaceName'),
    plan: t.expose('plan', { type: PlanName }),
    rateLimits: t.expose('rateLimits', { type: RateLimits }),
    apiKeyScopes: t.exposeStringList('apiKeyScopes', { description: 'Scopes of the API key.' }),
  }),
})

builder.queryFields((t) => ({
  workspace: t.field({
    type: Workspace,
    description: 'Get the current workspace.',
    authScopes: { scope: 'me:read' },
    resolve: (_, __, ctx) => workspaces.get(actorOf(ctx)),
  }),
  workspaceInfo: t.field({
    type: WorkspaceInfo,
    description: 'Get the workspace, its plan and the scopes of the API key.',
    authScopes: { scope: 'me:read' },
    resolve: (_, __, ctx) => workspaces.getInfo(actorOf(ctx)),
  }),
}))

builder.mutationFields((t) => ({
  renameWorkspace: t.field({
    type: Workspace,
    description: 'Rename the workspace.',
    authScopes: { scope: 'workspace:write' },
    args: { name: t.arg.string({ required: true, validate: Name }) },
    resolve: (_, { name }, ctx) => workspaces.rename(actorOf(ctx), name),
  }),
  setWorkspaceTimezone: t.field({
    type: Workspace,
    description: 'Set the time zone of days and hours in statistics, including past ones.',
    authScopes: { scope: 'workspace:write' },
    args: { timezone: t.arg.string({ required: true, validate: TimeZone, description: 'IANA time zone, such as `Europe/Rome`.' }) },
    resolve: (_, { timezone }, ctx) => workspaces.setTimezone(actorOf(ctx), timezone),
  }),
  setCallTiming: t.field({
    type: Workspace,
    description: 'Set what happens to a single call at a time when calls to its number are not permitted. Campaigns wait in any case.',
    authScopes: { scope: 'workspace:write' },
    args: { mode: t.arg({ type: CallTimingMode, required: true }) },
    resolve: (_, { mode }, ctx) => workspaces.setCallTiming(actorOf(ctx), mode as CallTiming),
  }),
  setCallConsent: t.field({
    type: Workspace,
    description:
      'Set what happens to a single call without a campaign whose number has no consent that the law of its country demands. Campaigns have their own setting.',
    authScopes: { scope: 'workspace:write' },
    args: { mode: t.arg({ type: CallTimingMode, required: true }) },
    resolve: (_, { mode }, ctx) => workspaces.setCallConsent(actorOf(ctx), mode as CallTiming),
  }),
  setDisclosure: t.field({
    type: Workspace,
    description: 'Set what happens when an agent is published that does not say that it is an AI, on whose behalf it calls, or that the call is recorded.',
    authScopes: { scope: 'privacy:write' },
    args: { mode: t.arg({ type: DisclosureModeEnum, required: true }) },
    resolve: (_, { mode }, ctx) => workspaces.setDisclosure(actorOf(ctx), mode as DisclosureMode),
  }),
  updateBillingDetails: t.field({
    type: Workspace,
    description: 'Update who invoices are issued to. Omitted fields keep their value, and issued invoices do not change.',
    authScopes: { scope: 'workspace:write' },
    args: { input: t.arg({ type: inputFromZod('BillingDetailsInput', BillingDetailsInput), required: true }) },
    resolve: (_, { input }, ctx) => workspaces.setBillingDetails(actorOf(ctx), input),
  }),
  setRecordingCopies: t.field({
    type: Workspace,
    description: 'Set whether recordings are copied to the storage of this server, if the server administrator turned this on. Earlier copies stay.',
    authScopes: { scope: 'workspace:write' },
    args: { areMade: t.arg.boolean({ required: true, description: 'Whether copies are made.' }) },
    resolve: (_, { areMade }, ctx) => privacySettings.setRecordingCopies(actorOf(ctx), areMade),
  }),
  setRecordingRetention: t.field({
    type: Workspace,
    description: 'Set how long recordings are kept. Older recordings are deleted within minutes, also at the voice provider.',
    authScopes: { scope: 'workspace:write' },
    args: { days: t.arg.int({ description: 'Days after the call. `null` keeps recordings as long as the voice provider does.', validate: RetentionDays }) },
    resolve: (_, { days }, ctx) => privacySettings.setRecordingRetention(actorOf(ctx), days ?? null),
  }),
}))
