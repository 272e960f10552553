import type { NumberId } from '../../kernel/vocabulary/ids.ts'
import { CARRIERS } from '../../kernel/vocabulary/carrierNames.ts'
import type { OwnedNumber } from '../../carriers/carrier.ts'
import { ConnectInput, type CredentialField, fieldsOf } from '../../inputs/carriers.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as carrierConnections from '../../services/carriers/carrierConnections.ts'
import * as carrierNumbers from '../../services/carriers/carrierNumbers.ts'
import * as carrierDisconnection from '../../services/numbers/carrierDisconnection.ts'
import { actorOf, builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { connection } from '../base/page.ts'
import { Carrier, SmsRequirement } from '../enums/messages.ts'

const CarrierConnection = builder.objectRef<carrierConnections.PublicConnection>('CarrierConnection').implement({
  description: 'Connected account at a carrier. No field contains a credential.',
  fields: (t) => ({
    id: t.exposeID('id'),
    carrier: t.expose('carrier', { type: Carrier }),
    externalOwnerId: t.string({
      nullable: true,
      description: "Your ID for the end customer that owns the account. `null` for the workspace's own account.",
      resolve: ({ externalOwnerId }) => externalOwnerId || null,
    }),
    accountId: t.exposeString('accountId', { description: 'Public ID of the account at the carrier.' }),
    smsReady: t.boolean({ description: 'Whether the account can send and receive SMS messages.', resolve: ({ smsMissing }) => smsMissing.length === 0 }),
    smsMissing: t.expose('smsMissing', {
      type: [SmsRequirement],
      description: 'Codes for what the account is missing before it can send and receive SMS messages.',
    }),
    numbers: t.exposeInt('numbers', { description: 'Active numbers that are connected through the account.' }),
    inboundUrl: t.string({
      nullable: true,
      description: 'URL where the carrier sends SMS messages. `null` without permission to manage numbers.',
      resolve: (row, _args, ctx) => carrierConnections.inboundUrlOf(actorOf(ctx), row),
    }),
    webhookVerifiedAt: t.expose('webhookVerifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the first verified request from the carrier arrived at that URL. `null` if none has arrived.',
    }),
    verifiedAt: t.expose('verifiedAt', { type: 'DateTime', description: 'When the carrier last accepted the credentials.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const CarrierCredentialField = builder.objectRef<CredentialField>('CarrierCredentialField').implement({
  description: 'Field of the credentials for a carrier.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the field.' }),
    about: t.exposeString('about', { description: 'Description of the field in English.' }),
    required: t.exposeBoolean('required', { description: 'Whether the field is required.' }),
    secret: t.exposeBoolean('secret', { description: 'Whether the value is secret and never shown again.' }),
    pattern: t.exposeString('pattern', { nullable: true, description: 'Regular expression that the value must match. `null` if there is none.' }),
    choices: t.exposeStringList('choices', { nullable: true, description: 'Allowed values. `null` if any value is allowed.' }),
  }),
})

const CarrierCredentials = builder.objectRef<(typeof CARRIERS)[number]>('CarrierCredentials').implement({
  description: 'Credentials that a carrier requires.',
  fields: (t) => ({
    carrier: t.field({ type: Carrier, resolve: (name) => name }),
    fields: t.field({ type: [CarrierCredentialField], description: 'Fields of the credentials.', resolve: fieldsOf }),
  }),
})

const CarrierNumber = builder.objectRef<OwnedNumber & { numberId: NumberId | null }>('CarrierNumber').implement({
  description: 'Number of an account at a carrier.',
  fields: (t) => ({
    phoneNumber: t.exposeString('e164', { description: 'Phone number in E.164 format.' }),
    voice: t.exposeBoolean('voice', { description: 'Whether the number can place and receive calls.' }),
    sms: t.exposeBoolean('sms', { description: 'Whether the number can send and receive SMS messages.' }),
    smsMissing: t.expose('smsMissing', {
      type: [SmsRequirement],
      description: 'Codes for what the number is missing for SMS, in addition to what the account is missing.',
    }),
    numberId: t.exposeID('numberId', { nullable: true, description: 'ID of the number in the workspace. `null` if the number is not connected.' }),
  }),
})

const CarrierNumberPage = builder.objectRef<Awaited<ReturnType<typeof carrierNumbers.list>>>('CarrierNumberPage').implement({
  description: 'Page of numbers of an account at a carrier.',
  fields: (t) => ({
    numbers: t.expose('numbers', { type: [CarrierNumber] }),
    next: t.exposeString('next', { nullable: true, description: 'Value of `after` for the next page. `null` on the last page.' }),
  }),
})

builder.queryFields((t) => ({
  carrierConnections: t.connection({
    type: CarrierConnection,
    description: 'List connected carrier accounts, newest first.',
    authScopes: { scope: 'numbers:read' },
    resolve: async (_, { first, after }, ctx) => connection(await carrierConnections.list(actorOf(ctx), { first, after }), after),
  }),
  carrierConnection: t.field({
    type: CarrierConnection,
    description: 'Get a connected carrier account.',
    authScopes: { scope: 'numbers:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => carrierConnections.get(actorOf(ctx), parseRowId(id, 'Carrier connection')),
  }),
  carrierCredentialFields: t.field({
    type: [CarrierCredentials],
    description: 'List the credential fields of each carrier.',
    authScopes: { scope: 'numbers:read' },
    resolve: () => [...CARRIERS],
  }),
  carrierNumbers: t.field({
    type: CarrierNumberPage,
    description: 'List the numbers of a connected account at its carrier.',
    authScopes: { scope: 'numbers:write' },
    args: { connectionId: t.arg.id({ required: true }), after: t.arg.string({ description: '`next` of the previous page.' }) },
    resolve: (_, { connectionId, after }, ctx) => carrierNumbers.list(actorOf(ctx), parseRowId(connectionId, 'Carrier connection'), after),
  }),
}))

builder.mutationFields((t) => ({
  connectCarrier: t.field({
    type: CarrierConnection,
    description: 'Connect an account at a carrier, or replace its credentials. The carrier verifies the credentials first.',
    authScopes: { scope: 'numbers:write' },
    args: { input: t.arg({ type: inputFromZod('ConnectInput', ConnectInput), required: true }) },
    resolve: (_, { input }, ctx) => carrierConnections.connect(actorOf(ctx), input),
  }),
  disconnectCarrier: t.field({
    type: 'ID',
    description: 'Disconnect a carrier account that has no active numbers. Returns its ID.',
    authScopes: { scope: 'numbers:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => carrierDisconnection.disconnect(actorOf(ctx), parseRowId(id, 'Carrier connection')),
  }),
}))
