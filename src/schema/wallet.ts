import { LowBalance } from '../inputs/billing.ts'
import * as balanceNotices from '../services/billing/balanceNotices.ts'
import * as ledger from '../services/billing/ledger.ts'
import * as wallet from '../services/billing/wallet.ts'
import { actorOf, builder } from './builder.ts'
import { connection } from './page.ts'

const LedgerEntry = builder.prismaObject('LedgerEntry', {
  description: 'One movement of money; entries are never changed',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.exposeString('kind', { description: 'credit, debit, call or sms' }),
    ref: t.exposeString('ref', { description: 'What caused it: the id of a call or a text, for one' }),
    amount: t.expose('amount', { type: 'Money', description: 'Negative for a charge' }),
    balance: t.expose('balance', { type: 'Money', description: 'The balance after it' }),
    reason: t.exposeString('reason', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

export const Wallet = builder.objectRef<Awaited<ReturnType<typeof wallet.get>>>('Wallet').implement({
  description: 'Prepaid money',
  fields: (t) => ({
    balance: t.expose('balance', { type: 'Money' }),
    held: t.expose('held', { type: 'Money', description: 'Promised to calls and texts under way' }),
    available: t.expose('available', { type: 'Money' }),
    currency: t.exposeString('currency'),
    lowBalance: t.expose('lowBalanceMicros', { type: 'Money', description: 'A balance below it raises a notice' }),
  }),
})

builder.queryFields((t) => ({
  wallet: t.field({ type: Wallet, authScopes: { scope: 'billing:read' }, resolve: (_, __, ctx) => wallet.get(actorOf(ctx)) }),
  ledgerEntries: t.connection({
    type: LedgerEntry,
    authScopes: { scope: 'billing:read' },
    resolve: async (_, { first, after }, ctx) => connection(await ledger.list(actorOf(ctx), { first, after }), after),
  }),
}))

builder.mutationFields((t) => ({
  setLowBalance: t.field({
    type: Wallet,
    description: 'Sets the balance under which a notice is raised',
    authScopes: { scope: 'billing:write' },
    args: { amount: t.arg({ type: 'Money', required: true, validate: LowBalance }) },
    resolve: async (_, { amount }, ctx) => {
      await balanceNotices.setThreshold(actorOf(ctx), amount)
      return wallet.get(actorOf(ctx))
    },
  }),
}))
