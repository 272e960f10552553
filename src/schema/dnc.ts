import type { DncEntry as DncEntryRow } from '../generated/prisma/client.ts'
import { DncEntriesInput, DncInput } from '../inputs/dnc.ts'
import * as dnc from '../services/compliance/dnc.ts'
import { readReason } from '../services/compliance/dncReasons.ts'
import { findHonorDate } from '../services/compliance/honorDates.ts'
import { actorOf, builder } from './base/builder.ts'
import { needs } from './base/selection.ts'
import { inputFromZod } from './base/inputs.ts'
import { connection } from './base/page.ts'
import { DncReasonCode } from './enums/compliance.ts'
import { DncAddStatus, DncEntrySource } from './enums/workspace.ts'

export const DncEntry = builder.objectRef<DncEntryRow>('DncEntry').implement({
  description: 'Blocked number, which Callwright never calls or messages.',
  fields: (t) => ({
    id: t.exposeID('id'),
    phoneNumber: t.exposeString('phoneNumber', { description: 'Phone number in E.164 format.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Reason that was given when the number was added.' }),
    reasonCode: t.field({
      ...needs('reason'),
      type: DncReasonCode,
      nullable: true,
      description: 'Code of the reason, for other languages. `null` if a person wrote the reason.',
      resolve: ({ reason }) => readReason(reason)?.code ?? null,
    }),
    reasonDetails: t.field({
      ...needs('reason'),
      type: 'JSON',
      nullable: true,
      description: 'Facts of the code.',
      resolve: ({ reason }) => readReason(reason)?.details ?? null,
    }),
    source: t.expose('source', { type: DncEntrySource }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the wish was received. It is honored since then.' }),
    honorBy: t.string({
      ...needs('phoneNumber', 'createdAt'),
      nullable: true,
      description:
        'Last date on which the law would allow to honor the wish, such as 2026-03-16: 10 business days in the US (47 CFR 64.1200(d)(3)). `null` where it sets none.',
      resolve: ({ phoneNumber, createdAt }) => findHonorDate(phoneNumber, createdAt),
    }),
  }),
})

const DncCheck = builder.objectRef<Awaited<ReturnType<typeof dnc.check>>>('DncCheck').implement({
  description: 'Whether a number is on the do-not-call list.',
  fields: (t) => ({
    phoneNumber: t.exposeString('phoneNumber', { description: 'Phone number in E.164 format.' }),
    isOnDnc: t.exposeBoolean('isOnDnc', { description: 'Whether the number is on the do-not-call list.' }),
    entry: t.expose('entry', { type: DncEntry, nullable: true, description: 'Entry of the number. `null` if it is not on the list.' }),
  }),
})

const DncAddResult = builder.objectRef<dnc.DncAddResult>('DncAddResult').implement({
  description: 'Result of adding one of several numbers to the do-not-call list.',
  fields: (t) => ({
    phoneNumber: t.exposeString('phoneNumber', { description: 'Phone number in E.164 format, or as it was sent if it is invalid.' }),
    result: t.expose('result', { type: DncAddStatus }),
  }),
})

builder.queryFields((t) => ({
  dncEntries: t.connection({
    type: DncEntry,
    description: 'List the blocked numbers, newest first.',
    authScopes: { scope: 'compliance:read' },
    resolve: async (_, { first, after }, ctx) => connection(await dnc.list(actorOf(ctx), { first, after }), after),
  }),
  dncCheck: t.field({
    type: DncCheck,
    description: 'Check whether a number is on the do-not-call list.',
    authScopes: { scope: 'compliance:read' },
    args: { phoneNumber: t.arg.string({ required: true }) },
    resolve: (_, { phoneNumber }, ctx) => dnc.check(actorOf(ctx), phoneNumber),
  }),
}))

builder.mutationFields((t) => ({
  addDncEntry: t.field({
    type: DncEntry,
    description: 'Add a number to the do-not-call list. A number that is already on the list keeps its entry.',
    authScopes: { scope: 'compliance:write' },
    args: { input: t.arg({ type: inputFromZod('DncInput', DncInput), required: true }) },
    resolve: (_, { input }, ctx) => dnc.add(actorOf(ctx), input),
  }),
  addDncEntries: t.field({
    type: [DncAddResult],
    description: 'Add up to 1,000 numbers to the do-not-call list. Returns one result for each number, in the same order.',
    authScopes: { scope: 'compliance:write' },
    args: { input: t.arg({ type: inputFromZod('DncEntriesInput', DncEntriesInput), required: true }) },
    resolve: (_, { input }, ctx) => dnc.addMany(actorOf(ctx), input),
  }),
  removeDncEntry: t.string({
    description: 'Remove a number from the do-not-call list. Returns the number.',
    authScopes: { scope: 'compliance:write' },
    args: { phoneNumber: t.arg.string({ required: true }) },
    resolve: (_, { phoneNumber }, ctx) => dnc.remove(actorOf(ctx), phoneNumber),
  }),
}))
