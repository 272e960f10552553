import type { DncEntry as DncEntryRow } from '../generated/prisma/client.ts'
import { DncEntriesInput, DncInput } from '../inputs/dnc.ts'
import * as dnc from '../services/compliance/dnc.ts'
import { actorOf, builder } from './builder.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'

const DncEntry = builder.objectRef<DncEntryRow>('DncEntry').implement({
  description: 'A number that is never called or texted',
  fields: (t) => ({
    id: t.exposeID('id'),
    phoneNumber: t.exposeString('phoneNumber'),
    reason: t.exposeString('reason', { nullable: true }),
    source: t.exposeString('source', { description: 'manual, or what put the number here' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const DncCheck = builder.objectRef<Awaited<ReturnType<typeof dnc.check>>>('DncCheck').implement({
  fields: (t) => ({
    phoneNumber: t.exposeString('phoneNumber'),
    isOnDnc: t.exposeBoolean('isOnDnc'),
    entry: t.expose('entry', { type: DncEntry, nullable: true }),
  }),
})

const DncVerdict = builder.objectRef<dnc.DncVerdict>('DncVerdict').implement({
  fields: (t) => ({
    phoneNumber: t.exposeString('phoneNumber', { description: 'As it was sent where it is none' }),
    verdict: t.exposeString('verdict', { description: 'added, listed (it was already) or invalid' }),
  }),
})

builder.queryFields((t) => ({
  dncEntries: t.connection({
    type: DncEntry,
    authScopes: { scope: 'compliance:read' },
    resolve: async (_, { first, after }, ctx) => connection(await dnc.list(actorOf(ctx), { first, after }), after),
  }),
  dncCheck: t.field({
    type: DncCheck,
    authScopes: { scope: 'compliance:read' },
    args: { phoneNumber: t.arg.string({ required: true }) },
    resolve: (_, { phoneNumber }, ctx) => dnc.check(actorOf(ctx), phoneNumber),
  }),
}))

builder.mutationFields((t) => ({
  addDncEntry: t.field({
    type: DncEntry,
    authScopes: { scope: 'compliance:write' },
    args: { input: t.arg({ type: inputFromZod('DncInput', DncInput), required: true }) },
    resolve: (_, { input }, ctx) => dnc.add(actorOf(ctx), input),
  }),
  addDncEntries: t.field({
    type: [DncVerdict],
    description: 'Lists up to 1,000 numbers at once, each by itself; answers what became of each, in their order',
    authScopes: { scope: 'compliance:write' },
    args: { input: t.arg({ type: inputFromZod('DncEntriesInput', DncEntriesInput), required: true }) },
    resolve: (_, { input }, ctx) => dnc.addMany(actorOf(ctx), input),
  }),
  removeDncEntry: t.string({
    description: 'Answers the number that was taken off',
    authScopes: { scope: 'compliance:write' },
    args: { phoneNumber: t.arg.string({ required: true }) },
    resolve: (_, { phoneNumber }, ctx) => dnc.remove(actorOf(ctx), phoneNumber),
  }),
}))
