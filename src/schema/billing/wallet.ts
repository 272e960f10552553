import { LowBalance } from '../../inputs/billing.ts'
import * as balanceAlerts from '../../services/billing/balanceAlerts.ts'
import * as ledger from '../../services/billing/ledger.ts'
import * as wallet from '../../services/billing/wallet.ts'
import { actorOf, builder } from '../base/builder.ts'
import { connection } from '../base/page.ts'
import { LedgerEntryType } from '../enums/billing.ts'

const LedgerEntry = builder.prismaObject('LedgerEntry', {
  description: 'Transaction of the wallet. Transactions never change.',
  fields: (t) => ({
    id: t.exposeID('id'),
    type: t.expose('type', { type: LedgerEntryType }),
    ref: t.exposeString('ref', { description: 'What caused the transaction, such as the ID of a call or message.' }),
    amount: t.expose('amount', { type: 'Money', description: 'Amount of the transaction. Negative for a charge or debit.' }),
    balance: t.expose('balance', { type: 'Money', description: 'Balance after the transaction.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Reason that was given for the transaction.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

export const Wallet = builder.objectRef<Awaited<ReturnType<typeof wallet.get>>>('Wallet').implement({
  description: 'Prepaid funds of the workspace.',
  fields: (t) => ({
    balance: t.expose('balance', { type: 'Money', description: 'Available and reserved funds.' }),
    reserved: t.expose('held', { type: 'Money', description: 'Funds reserved for active calls and messages.' }),
    available: t.expose('available', { type: 'Money', description: 'Funds that are not reserved.' }),
    currency: t.exposeString('currency'),
    lowBalanceThreshold: t.expose('lowBalanceThresholdMicros', {
      type: 'Money',
      description: 'Balance below which Callwright raises an alert. 0 if the alert is off.',
    }),
  }),
})

builder.queryFields((t) => ({
  wallet: t.field({ type: Wallet, description: 'Get the wallet.', authScopes: { scope: 'billing:read' }, resolve: (_, __, ctx) => wallet.get(actorOf(ctx)) }),
  ledgerEntries: t.connection({
    type: LedgerEntry,
    description: 'List the transactions of the wallet, newest first.',
    authScopes: { scope: 'billing:read' },
    resolve: async (_, { first, after }, ctx) => connection(await ledger.list(actorOf(ctx), { first, after }), after),
  }),
}))

builder.mutationFields((t) => ({
  setLowBalanceThreshold: t.field({
    type: Wallet,
    description: 'Set the balance below which Callwright raises an alert.',
    authScopes: { scope: 'billing:write' },
    args: {
      amount: t.arg({
        type: 'Money',
        required: true,
        description: 'Balance below which Callwright raises an alert. 0 turns the alert off.',
        validate: LowBalance,
      }),
    },
    resolve: async (_, { amount }, ctx) => {
      await balanceAlerts.setThreshold(actorOf(ctx), amount)
      return wallet.get(actorOf(ctx))
    },
  }),
}))
