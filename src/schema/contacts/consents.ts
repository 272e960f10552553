import DataLoader from 'dataloader'
import type { Consent as ConsentRecord } from '../../generated/prisma/client.ts'
import { ConsentInput } from '../../inputs/consents.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as consents from '../../services/compliance/consents.ts'
import { actorOf, builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { connection } from '../base/page.ts'
import { perOperation } from '../base/perOperation.ts'
import { needs } from '../base/selection.ts'
import { ConsentBasisEnum, ConsentPurposeEnum, ConsentStatusEnum } from '../enums/workspace.ts'
import { Lead } from '../leads/leads.ts'
import { Contact } from './contacts.ts'

const Consent = builder.objectRef<ConsentRecord>('Consent').implement({
  description: 'What permits calls to a phone number. It never changes, except that it can be revoked once.',
  fields: (t) => ({
    id: t.exposeID('id'),
    phoneNumber: t.exposeString('phoneNumber', { description: 'Phone number in E.164 format.' }),
    basis: t.expose('basis', { type: ConsentBasisEnum }),
    purpose: t.expose('purpose', { type: ConsentPurposeEnum }),
    status: t.field({ type: ConsentStatusEnum, resolve: consents.statusOf }),
    text: t.exposeString('text', { nullable: true, description: 'Text that the contact agreed to.' }),
    source: t.exposeString('source', { nullable: true, description: 'Where it was given.' }),
    givenAt: t.expose('givenAt', { type: 'DateTime', nullable: true, description: 'When it was given.' }),
    isGivenAtDateOnly: t.boolean({
      ...needs('givenAt'),
      description: 'Whether only the date is known. True for a time at exactly midnight in UTC, as which a date is stored.',
      resolve: ({ givenAt }) => consents.isDateOnly(givenAt),
    }),
    evidence: t.exposeString('evidence', { nullable: true, description: 'Where the proof is: a URL or a reference.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When it expires. `null` if it does not.' }),
    isExpiresAtDateOnly: t.boolean({
      ...needs('expiresAt'),
      description: 'Whether only the date is known, as for `isGivenAtDateOnly`.',
      resolve: ({ expiresAt }) => consents.isDateOnly(expiresAt),
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked. `null` if it was not.' }),
    importId: t.exposeID('importId', { nullable: true, description: 'Import of leads that recorded it. `null` if it was recorded alone.' }),
    userId: t.exposeID('userId', { nullable: true, description: 'Member who recorded it. `null` if it was an import or no member.' }),
    apiKeyId: t.exposeID('apiKeyId', { nullable: true, description: 'API key, CLI token or connected app that recorded it. `null` if there was none.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const NEWEST = 'Newest 20 consents of the number, newest first.'

/** Loads the consents of numbers, batched per operation. */
const loaderOf = perOperation((ctx) => new DataLoader((numbers: readonly string[]) => consents.listOfNumbers(actorOf(ctx), numbers), { cache: false }))

builder.objectField(Lead, 'consents', (t) =>
  t.field({
    ...needs('phoneNumber'),
    type: [Consent],
    description: NEWEST,
    authScopes: { scope: 'compliance:read' },
    resolve: ({ phoneNumber }, _, ctx) => loaderOf(ctx).load(phoneNumber),
  }),
)

builder.objectField(Contact, 'consents', (t) =>
  t.field({
    type: [Consent],
    description: NEWEST,
    authScopes: { scope: 'compliance:read' },
    resolve: ({ phoneNumber }, _, ctx) => loaderOf(ctx).load(phoneNumber),
  }),
)

builder.queryField('consents', (t) =>
  t.connection({
    type: Consent,
    description: 'List the consents of a phone number, newest first, including expired and revoked ones.',
    authScopes: { scope: 'compliance:read' },
    args: { phoneNumber: t.arg.string({ required: true }) },
    resolve: async (_, { phoneNumber, first, after }, ctx) => connection(await consents.list(actorOf(ctx), phoneNumber, { first, after }), after),
  }),
)

builder.mutationFields((t) => ({
  recordConsent: t.field({
    type: Consent,
    description: 'Record a consent of a phone number. A consent that states the same as an earlier one is stored once.',
    authScopes: { scope: 'compliance:write' },
    args: { input: t.arg({ type: inputFromZod('ConsentInput', ConsentInput), required: true }) },
    resolve: (_, { input }, ctx) => consents.record(actorOf(ctx), input),
  }),
  revokeConsent: t.field({
    type: Consent,
    description: 'Revoke a consent. It stays in the list as revoked. A consent that was revoked before keeps its time.',
    authScopes: { scope: 'compliance:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => consents.revoke(actorOf(ctx), parseRowId(id, 'Consent')),
  }),
}))
