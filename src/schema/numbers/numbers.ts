import { InboundInput, LinkInput, NumberInput } from '../../inputs/numbers.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as inboundSettings from '../../services/numbers/inboundSettings.ts'
import * as numberLinks from '../../services/numbers/numberLinks.ts'
import * as numberReleases from '../../services/numbers/numberReleases.ts'
import * as numbers from '../../services/numbers/numbers.ts'
import { agentOf } from '../agents/agentOf.ts'
import { Agent } from '../agents/agents.ts'
import { actorOf, builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { connection } from '../base/page.ts'
import { needs, selectedColumns } from '../base/selection.ts'
import { VoiceEngine } from '../enums/calls.ts'
import { Carrier, SmsRequirement } from '../enums/messages.ts'

export const PhoneNumber = builder.objectRef<inboundSettings.PublicNumber>('PhoneNumber').implement({
  description: 'Phone number of the workspace.',
  fields: (t) => ({
    id: t.exposeID('id'),
    phoneNumber: t.exposeString('phoneNumber', { description: 'Phone number in E.164 format.' }),
    country: t.exposeString('country', { nullable: true, description: 'Country as an ISO 3166 code. `null` if unknown.' }),
    carrier: t.expose('carrier', { type: Carrier }),
    connectionId: t.exposeID('connectionId', { nullable: true, description: 'Carrier account that the number belongs to. `null` for a SIP trunk.' }),
    label: t.exposeString('label', { nullable: true, description: 'Label of the number.' }),
    voiceEngines: t.field({
      type: [VoiceEngine],
      ...needs('providerNumbers'),
      description: 'Voice providers where the number is registered. Others are added on the first call.',
      resolve: ({ providerNumbers }) => Object.keys(providerNumbers as object),
    }),
    externalOwnerId: t.exposeString('externalOwnerId', { nullable: true, description: 'Your ID for the end customer that owns the number.' }),
    smsReady: t.exposeBoolean('smsReady', { description: 'Whether the number can send SMS messages.' }),
    smsMissing: t.expose('smsMissing', { type: [SmsRequirement], description: 'Codes for what the number is missing before it can send SMS messages.' }),
    inboundEnabled: t.exposeBoolean('inboundEnabled', { description: 'Whether inbound calls are answered.' }),
    inboundAgentId: t.exposeID('inboundAgentId', { nullable: true, description: 'Agent that answers inbound calls unless your server selects another one.' }),
    inboundAgent: t.field({
      ...needs('inboundAgentId'),
      type: Agent,
      nullable: true,
      description: 'Agent that answers inbound calls unless your server selects another one. `null` without permission to list agents.',
      authScopes: { scope: 'agents:read' },
      unauthorizedResolver: () => null,
      resolve: ({ inboundAgentId }, _, ctx) => (inboundAgentId === null ? null : agentOf(ctx, inboundAgentId)),
    }),
    assistantRequestUrl: t.exposeString('assistantRequestUrl', {
      nullable: true,
      description: 'URL of your server that selects the agent for inbound calls. `null` if there is none.',
    }),
    secretSet: t.boolean({
      ...needs('assistantRequestSecret'),
      description: 'Whether requests to that URL are signed.',
      resolve: ({ assistantRequestSecret }) => assistantRequestSecret !== null,
    }),
    secret: t.string({
      ...needs(),
      nullable: true,
      description: 'Signing secret. `null` except in the response to the request that created it.',
      resolve: ({ secret }) => secret ?? null,
    }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether the number is active. `false` if it was disconnected.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  phoneNumbers: t.connection({
    type: PhoneNumber,
    description: 'List phone numbers, newest first.',
    authScopes: { scope: 'numbers:read' },
    args: { isActive: t.arg.boolean({ description: 'Whether to list active or disconnected numbers. Defaults to `true`.' }) },
    resolve: async (_, { first, after, isActive }, ctx, info) =>
      connection(await numbers.list(actorOf(ctx), { first, after }, isActive, selectedColumns(info, numbers.FIELDS)), after),
  }),
  phoneNumber: t.field({
    type: PhoneNumber,
    description: 'Get a phone number.',
    authScopes: { scope: 'numbers:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => numbers.get(actorOf(ctx), parseRowId(id, 'Phone number')),
  }),
}))

builder.mutationFields((t) => ({
  linkNumber: t.field({
    type: PhoneNumber,
    description: 'Connect a phone number from a connected carrier or a SIP trunk.',
    authScopes: { scope: 'numbers:write' },
    args: { input: t.arg({ type: inputFromZod('LinkInput', LinkInput), required: true }) },
    resolve: (_, { input }, ctx) => numberLinks.link(actorOf(ctx), input),
  }),
  updateNumber: t.field({
    type: PhoneNumber,
    description: 'Update the label of a phone number.',
    authScopes: { scope: 'numbers:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('NumberInput', NumberInput), required: true }) },
    resolve: (_, { id, input }, ctx) => numbers.update(actorOf(ctx), parseRowId(id, 'Phone number'), input),
  }),
  releaseNumber: t.field({
    type: PhoneNumber,
    description: 'Disconnect a phone number from the workspace. It can still be read.',
    authScopes: { scope: 'numbers:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => numberReleases.release(actorOf(ctx), parseRowId(id, 'Phone number')),
  }),
  setInbound: t.field({
    type: PhoneNumber,
    description: 'Configure inbound calls to a phone number.',
    authScopes: { scope: 'numbers:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('InboundInput', InboundInput, ['agentId']), required: true }) },
    resolve: (_, { id, input }, ctx) => inboundSettings.set(actorOf(ctx), parseRowId(id, 'Phone number'), input),
  }),
}))
