import { InboundInput, LinkInput, NumberInput } from '../inputs/numbers.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as inboundSettings from '../services/numbers/inboundSettings.ts'
import * as numberLinks from '../services/numbers/numberLinks.ts'
import * as numberReleases from '../services/numbers/numberReleases.ts'
import * as numbers from '../services/numbers/numbers.ts'
import { agentOf } from './agentOf.ts'
import { Agent } from './agents.ts'
import { actorOf, builder } from './builder.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'
import { needs, selectedColumns } from './selection.ts'

export const PhoneNumber = builder.objectRef<inboundSettings.ShownNumber>('PhoneNumber').implement({
  description: 'A number of the workspace: calls go out from it, and come in to it',
  fields: (t) => ({
    id: t.exposeID('id'),
    phoneNumber: t.exposeString('phoneNumber', { description: 'E.164' }),
    country: t.exposeString('country', { nullable: true, description: 'ISO 3166' }),
    carrier: t.exposeString('carrier'),
    connectionId: t.exposeID('connectionId', { nullable: true, description: 'The account at the carrier that it belongs to; null on a SIP trunk' }),
    label: t.exposeString('label', { nullable: true }),
    voiceEngines: t.stringList({
      ...needs('providerNumbers'),
      description: 'Voice providers that were told of it; any other one is at its first call',
      resolve: ({ providerNumbers }) => Object.keys(providerNumbers as object),
    }),
    externalOwnerId: t.exposeString('externalOwnerId', { nullable: true, description: 'The end customer it belongs to, in your words' }),
    smsReady: t.exposeBoolean('smsReady', { description: 'Whether texts can be sent from it' }),
    smsMissing: t.exposeStringList('smsMissing', { description: 'What is missing for texts, in stable words' }),
    inboundEnabled: t.exposeBoolean('inboundEnabled', { description: 'Whether calls to it are answered' }),
    inboundAgentId: t.exposeID('inboundAgentId', { nullable: true, description: 'Who answers where nothing else was said' }),
    inboundAgent: t.field({
      ...needs('inboundAgentId'),
      type: Agent,
      nullable: true,
      description: 'The same as an agent; null for whoever may not see agents',
      authScopes: { scope: 'agents:read' },
      unauthorizedResolver: () => null,
      resolve: ({ inboundAgentId }, _, ctx) => (inboundAgentId === null ? null : agentOf(ctx, inboundAgentId)),
    }),
    assistantRequestUrl: t.exposeString('assistantRequestUrl', { nullable: true, description: 'The server that is asked who answers' }),
    secretSet: t.boolean({
      ...needs('assistantRequestSecret'),
      description: 'Whether requests to that server are signed',
      resolve: ({ assistantRequestSecret }) => assistantRequestSecret !== null,
    }),
    secret: t.string({
      ...needs(),
      nullable: true,
      description: 'Only in the answer to the change that made it',
      resolve: ({ secret }) => secret ?? null,
    }),
    isActive: t.exposeBoolean('isActive'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  phoneNumbers: t.connection({
    type: PhoneNumber,
    description: 'Newest first; active ones unless asked otherwise',
    authScopes: { scope: 'numbers:read' },
    args: { isActive: t.arg.boolean({ description: 'False for those that were released' }) },
    resolve: async (_, { first, after, isActive }, ctx, info) =>
      connection(await numbers.list(actorOf(ctx), { first, after }, isActive, selectedColumns(info, numbers.FIELDS)), after),
  }),
  phoneNumber: t.field({
    type: PhoneNumber,
    authScopes: { scope: 'numbers:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => numbers.get(actorOf(ctx), rowId(id, 'Phone number')),
  }),
}))

builder.mutationFields((t) => ({
  linkNumber: t.field({
    type: PhoneNumber,
    description: 'Links a number of your own, from a connected carrier or on a SIP trunk',
    authScopes: { scope: 'numbers:write' },
    args: { input: t.arg({ type: inputFromZod('LinkInput', LinkInput), required: true }) },
    resolve: (_, { input }, ctx) => numberLinks.link(actorOf(ctx), input),
  }),
  updateNumber: t.field({
    type: PhoneNumber,
    description: 'Says what the number is called',
    authScopes: { scope: 'numbers:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('NumberInput', NumberInput), required: true }) },
    resolve: (_, { id, input }, ctx) => numbers.update(actorOf(ctx), rowId(id, 'Phone number'), input),
  }),
  releaseNumber: t.field({
    type: PhoneNumber,
    description: 'Takes the number off the workspace; it stays readable',
    authScopes: { scope: 'numbers:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => numberReleases.release(actorOf(ctx), rowId(id, 'Phone number')),
  }),
  setInbound: t.field({
    type: PhoneNumber,
    description: 'Says who answers calls to the number',
    authScopes: { scope: 'numbers:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('InboundInput', InboundInput, ['agentId']), required: true }) },
    resolve: (_, { id, input }, ctx) => inboundSettings.set(actorOf(ctx), rowId(id, 'Phone number'), input),
  }),
}))
