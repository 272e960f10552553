import type { Erasure as ErasureRow } from '../../generated/prisma/client.ts'
import { DataRetentionInput, type Redaction } from '../../inputs/privacySettings.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as erasures from '../../services/privacy/erasures.ts'
import * as privacySettings from '../../services/workspaces/privacySettings.ts'
import { actorOf, builder } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { connection } from '../base/page.ts'
import { ErasureStatus, RedactionType } from '../enums/workspace.ts'

const DataRetention = builder.objectRef<privacySettings.DataRetention>('DataRetention').implement({
  description: 'Number of days that each kind of data is kept. `null` keeps the data.',
  fields: (t) => ({
    recordings: t.exposeInt('recordings', { nullable: true, description: 'Audio, from the end of the call.' }),
    transcripts: t.exposeInt('transcripts', {
      nullable: true,
      description: 'Transcripts, summaries, extracted data and the data sent with the call, from the end of the call.',
    }),
    calls: t.exposeInt('calls', { nullable: true, description: 'Calls with all their data, from the end of the call.' }),
    messages: t.exposeInt('messages', { nullable: true, description: 'SMS messages.' }),
    leadFiles: t.exposeInt('leadFiles', {
      description: 'Days that uploaded lead files are kept after their import ends. A file that is never imported is deleted after 1 day.',
    }),
  }),
})

const Erasure = builder.objectRef<ErasureRow>('Erasure').implement({
  description: 'Erasure of all data about a phone number.',
  fields: (t) => ({
    id: t.exposeID('id'),
    hint: t.exposeString('hint', { description: 'Last two digits of the number.' }),
    retainsDncEntry: t.exposeBoolean('retainsDncEntry', { description: 'Whether the number stays on the do-not-call list.' }),
    status: t.expose('status', { type: ErasureStatus }),
    counts: t.field({ type: 'JSON', description: 'Number of erased items of each kind.', resolve: erasures.countsOf }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When the erasure was finished. `null` until then.' }),
  }),
})

builder.queryFields((t) => ({
  dataRetention: t.field({
    type: DataRetention,
    description: 'Get how long data is kept.',
    authScopes: { scope: 'me:read' },
    resolve: (_, __, ctx) => privacySettings.getRetention(actorOf(ctx)),
  }),
  redactions: t.field({
    type: [RedactionType],
    description: 'Get the sensitive data that is redacted in transcripts, summaries and results.',
    authScopes: { scope: 'me:read' },
    resolve: (_, __, ctx) => privacySettings.getRedactions(actorOf(ctx)),
  }),
  erasures: t.connection({
    type: Erasure,
    description: 'List erasures, newest first.',
    authScopes: { scope: 'privacy:write' },
    resolve: async (_, { first, after }, ctx) => connection(await erasures.list(actorOf(ctx), { first, after }), after),
  }),
  erasure: t.field({
    type: Erasure,
    description: 'Get an erasure.',
    authScopes: { scope: 'privacy:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => erasures.get(actorOf(ctx), parseRowId(id, 'Erasure')),
  }),
}))

builder.mutationFields((t) => ({
  updateDataRetention: t.field({
    type: DataRetention,
    description: 'Change how long data is kept. Older data is deleted within minutes. Omitted kinds keep their value.',
    authScopes: { scope: 'workspace:write' },
    args: { input: t.arg({ type: inputFromZod('DataRetentionInput', DataRetentionInput), required: true }) },
    resolve: (_, { input }, ctx) => privacySettings.setRetention(actorOf(ctx), input),
  }),
  updateRedactions: t.field({
    type: [RedactionType],
    description: 'Set which sensitive data is redacted in new transcripts, summaries and results. Recordings are not changed.',
    authScopes: { scope: 'workspace:write' },
    args: { types: t.arg({ type: [RedactionType], required: true }) },
    resolve: (_, { types }, ctx) => privacySettings.setRedactions(actorOf(ctx), types as Redaction[]),
  }),
  erasePersonalData: t.field({
    type: Erasure,
    description: 'Erase all data about a phone number in Callwright and at the voice provider. This cannot be undone.',
    authScopes: { scope: 'privacy:write' },
    args: {
      phoneNumber: t.arg.string({ required: true, description: 'Phone number whose data is erased, in E.164 format.' }),
      retainDncEntry: t.arg.boolean({
        defaultValue: true,
        description: 'Whether the number stays on the do-not-call list if it is there, so that it is not called again. Defaults to `true`.',
      }),
    },
    resolve: (_, { phoneNumber, retainDncEntry }, ctx) => erasures.request(actorOf(ctx), phoneNumber, retainDncEntry ?? true),
  }),
}))
