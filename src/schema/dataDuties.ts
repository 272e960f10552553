import type { Erasure as ErasureRow } from '../generated/prisma/client.ts'
import { DataRetentionInput, type Redaction, REDACTIONS, Redactions } from '../inputs/dataDuties.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as dataDuties from '../services/privacy/dataDuties.ts'
import * as erasures from '../services/privacy/erasures.ts'
import { actorOf, builder } from './builder.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'

const DataRetention = builder.objectRef<dataDuties.DataRetention>('DataRetention').implement({
  description: 'How many days each class of data is kept; null keeps it',
  fields: (t) => ({
    recordings: t.exposeInt('recordings', { nullable: true, description: 'Audio, from the end of the call' }),
    transcripts: t.exposeInt('transcripts', { nullable: true, description: 'What was said, summarised and extracted, and what was given along with the call' }),
    calls: t.exposeInt('calls', { nullable: true, description: 'Calls with everything that hangs on them' }),
    messages: t.exposeInt('messages', { nullable: true, description: 'Texts' }),
    leadFiles: t.exposeInt('leadFiles', {
      description: 'Days that uploaded lead files are kept after their import ends. A file that is never imported is deleted after 1 day.',
    }),
  }),
})

const Erasure = builder.objectRef<ErasureRow>('Erasure').implement({
  description: 'The erasure of everything held about a phone number',
  fields: (t) => ({
    id: t.exposeID('id'),
    hint: t.exposeString('hint', { description: 'The last two digits of the number' }),
    keepsDnc: t.exposeBoolean('keepsDnc', { description: 'Whether the do-not-call list goes on naming the number, if it did' }),
    state: t.exposeString('state', { description: 'queued, running or done. It runs on while a call with the number is under way' }),
    counts: t.field({ type: 'JSON', description: 'How much was erased, by kind', resolve: erasures.countsOf }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
})

builder.queryFields((t) => ({
  dataRetention: t.field({ type: DataRetention, authScopes: { scope: 'me:read' }, resolve: (_, __, ctx) => dataDuties.retention(actorOf(ctx)) }),
  redactions: t.stringList({
    description: `What is masked in whatever is written about calls, out of ${REDACTIONS.join(', ')}`,
    authScopes: { scope: 'me:read' },
    resolve: (_, __, ctx) => dataDuties.redactions(actorOf(ctx)),
  }),
  erasures: t.connection({
    type: Erasure,
    authScopes: { scope: 'privacy:write' },
    resolve: async (_, { first, after }, ctx) => connection(await erasures.list(actorOf(ctx), { first, after }), after),
  }),
  erasure: t.field({
    type: Erasure,
    authScopes: { scope: 'privacy:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => erasures.get(actorOf(ctx), rowId(id, 'Erasure')),
  }),
}))

builder.mutationFields((t) => ({
  updateDataRetention: t.field({
    type: DataRetention,
    description: 'How long data is kept; what is older is deleted within minutes. A class that is not named stays as it is',
    authScopes: { scope: 'workspace:write' },
    args: { input: t.arg({ type: inputFromZod('DataRetentionInput', DataRetentionInput), required: true }) },
    resolve: (_, { input }, ctx) => dataDuties.keepFor(actorOf(ctx), input),
  }),
  updateRedactions: t.stringList({
    description: `What is masked from now on in transcripts, summaries and results, out of ${REDACTIONS.join(', ')}; recordings stay as they were spoken`,
    authScopes: { scope: 'workspace:write' },
    args: { kinds: t.arg({ type: ['String'], required: true, validate: Redactions as never }) },
    resolve: (_, { kinds }, ctx) => dataDuties.redact(actorOf(ctx), kinds as Redaction[]),
  }),
  eraseNumber: t.field({
    type: Erasure,
    description: 'Erases everything held about a phone number, here and at the voice provider. It cannot be taken back',
    authScopes: { scope: 'privacy:write' },
    args: {
      phoneNumber: t.arg.string({ required: true, description: 'Whose data is erased, E.164' }),
      keepDnc: t.arg.boolean({ defaultValue: true, description: 'Whether the do-not-call list goes on naming it, so that nobody calls it again' }),
    },
    resolve: (_, { phoneNumber, keepDnc }, ctx) => erasures.request(actorOf(ctx), phoneNumber, keepDnc ?? true),
  }),
}))
