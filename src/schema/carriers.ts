import { CARRIERS } from '../kernel/vocabulary/carrierNames.ts'
import type { OwnedNumber } from '../carriers/carrier.ts'
import { ConnectInput, type CredentialField, fieldsOf } from '../inputs/carriers.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as carrierConnections from '../services/carriers/carrierConnections.ts'
import * as carrierNumbers from '../services/carriers/carrierNumbers.ts'
import { actorOf, builder } from './builder.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'

const CarrierConnection = builder.objectRef<carrierConnections.ShownConnection>('CarrierConnection').implement({
  description: "The workspace's account at a carrier, or that of one of its end customers. No field ever holds a credential",
  fields: (t) => ({
    id: t.exposeID('id'),
    carrier: t.exposeString('carrier'),
    externalOwnerId: t.string({
      nullable: true,
      description: "The end customer whose account it is, in your words; null for the workspace's own",
      resolve: ({ externalOwnerId }) => externalOwnerId || null,
    }),
    accountId: t.exposeString('accountId', { description: "The account's public id at the carrier" }),
    smsReady: t.boolean({ description: 'Whether texts can be sent and received', resolve: ({ smsMissing }) => smsMissing.length === 0 }),
    smsMissing: t.exposeStringList('smsMissing', { description: 'What is missing for texts, in words that stay' }),
    numbers: t.exposeInt('numbers', { description: 'Active numbers that are linked through it' }),
    inboundUrl: t.string({
      nullable: true,
      description: 'Where the carrier sends texts; null unless you may change numbers',
      resolve: (row, _args, ctx) => carrierConnections.inboundUrl(actorOf(ctx), row),
    }),
    heardAt: t.expose('hookSeenAt', { type: 'DateTime', nullable: true, description: 'When a genuine request of the carrier first came in there' }),
    verifiedAt: t.expose('verifiedAt', { type: 'DateTime', description: 'When the carrier last took the credentials' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const CarrierCredentialField = builder.objectRef<CredentialField>('CarrierCredentialField').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    about: t.exposeString('about'),
    required: t.exposeBoolean('required'),
    secret: t.exposeBoolean('secret', { description: 'Never shown again once it was given' }),
    pattern: t.exposeString('pattern', { nullable: true, description: 'What it looks like, as a regular expression' }),
    choices: t.exposeStringList('choices', { nullable: true, description: 'What it may be' }),
  }),
})

const CarrierCredentials = builder.objectRef<(typeof CARRIERS)[number]>('CarrierCredentials').implement({
  description: 'What a carrier knows a customer by',
  fields: (t) => ({
    carrier: t.string({ resolve: (name) => name }),
    fields: t.field({ type: [CarrierCredentialField], resolve: fieldsOf }),
  }),
})

const CarrierNumber = builder.objectRef<OwnedNumber & { numberId: number | null }>('CarrierNumber').implement({
  description: 'A number as the carrier has it',
  fields: (t) => ({
    phoneNumber: t.exposeString('e164', { description: 'E.164' }),
    voice: t.exposeBoolean('voice'),
    sms: t.exposeBoolean('sms'),
    smsMissing: t.exposeStringList('smsMissing', { description: 'What it needs for texts besides what its account needs' }),
    numberId: t.exposeID('numberId', { nullable: true, description: "The workspace's number that it is linked as" }),
  }),
})

const CarrierNumberPage = builder.objectRef<Awaited<ReturnType<typeof carrierNumbers.list>>>('CarrierNumberPage').implement({
  fields: (t) => ({
    numbers: t.expose('numbers', { type: [CarrierNumber] }),
    next: t.exposeString('next', { nullable: true, description: 'What to ask for next; null on the last page' }),
  }),
})

builder.queryFields((t) => ({
  carrierConnections: t.connection({
    type: CarrierConnection,
    authScopes: { scope: 'numbers:read' },
    resolve: async (_, { first, after }, ctx) => connection(await carrierConnections.list(actorOf(ctx), { first, after }), after),
  }),
  carrierConnection: t.field({
    type: CarrierConnection,
    authScopes: { scope: 'numbers:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => carrierConnections.get(actorOf(ctx), rowId(id, 'Carrier connection')),
  }),
  carrierCredentialFields: t.field({
    type: [CarrierCredentials],
    description: "What each carrier's credentials consist of",
    authScopes: { scope: 'numbers:read' },
    resolve: () => [...CARRIERS],
  }),
  carrierNumbers: t.field({
    type: CarrierNumberPage,
    description: "The account's numbers at the carrier, a page at a time",
    authScopes: { scope: 'numbers:write' },
    args: { connectionId: t.arg.id({ required: true }), after: t.arg.string({ description: '`next` of the page before' }) },
    resolve: (_, { connectionId, after }, ctx) => carrierNumbers.list(actorOf(ctx), rowId(connectionId, 'Carrier connection'), after),
  }),
}))

builder.mutationFields((t) => ({
  connectCarrier: t.field({
    type: CarrierConnection,
    description: 'Connects an account at a carrier once the carrier confirms the credentials, or replaces the credentials of a connected one',
    authScopes: { scope: 'numbers:write' },
    args: { input: t.arg({ type: inputFromZod('ConnectInput', ConnectInput), required: true }) },
    resolve: (_, { input }, ctx) => carrierConnections.connect(actorOf(ctx), input),
  }),
  disconnectCarrier: t.field({
    type: 'ID',
    description: 'Forgets an account that no active number is linked through; answers its id',
    authScopes: { scope: 'numbers:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => carrierConnections.disconnect(actorOf(ctx), rowId(id, 'Carrier connection')),
  }),
}))
