import * as wallet from '../services/wallet.ts'
import { actorOf, builder } from './builder.ts'
import { connection } from './page.ts'

const LedgerEntry = builder.prismaObject('LedgerEntry', {
  description: 'One movement of money; entries are never changed',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.exposeString('kind', { description: 'credit or call' }),
    ref: t.exposeString('ref', { description: "What caused it: a call's id, for one" }),
    amount: t.expose('amount', { type: 'Money', description: 'Negative for a charge' }),
    balance: t.expose('balance', { type: 'Money', description: 'The balance after it' }),
    reason: t.exposeString('reason', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const Wallet = builder.objectRef<Awaited<ReturnType<typeof wallet.get>>>('Wallet').implement({
  description: 'Prepaid money',
  fields: (t) => ({
    balance: t.expose('balance', { type: 'Money' }),
    held: t.expose('held', { type: 'Money', description: 'Promised to calls under way' }),
    available: t.expose('available', { type: 'Money' }),
    currency: t.exposeString('currency'),
  }),
})

builder.queryFields((t) => ({
  wallet: t.field({ type: Wallet, authScopes: { scope: 'billing:read' }, resolve: (_, __, ctx) => wallet.get(actorOf(ctx)) }),
  ledgerEntries: t.connection({
    type: LedgerEntry,
    authScopes: { scope: 'billing:read' },
    resolve: async (_, { first, after }, ctx) => connection(await wallet.entries(actorOf(ctx), { first, after }), after),
  }),
}))
