import { badInput } from '../kernel/vocabulary/errors.ts'
import { parseMicros } from '../kernel/lib/money.ts'
import { e164 } from '../kernel/lib/phones.ts'
import { limitsOf, PLAN_NAMES, type Plan as PlanName, storageBytesOf } from '../kernel/vocabulary/plans.ts'
import type { CostLine as Line } from '../services/billing/charges.ts'
import * as costBreakdowns from '../services/analytics/costBreakdowns.ts'
import type { Price as PriceRow } from '../services/billing/priceList.ts'
import { priceOf, pricesAt } from '../services/billing/pricing.ts'
import * as usage from '../services/billing/usage.ts'
import { actorOf, builder } from './builder.ts'
import { CostGroup } from './costs.ts'
import { connection } from './page.ts'
import { Wallet } from './wallet.ts'
import { PlanLimits } from './workspaces.ts'

export const CostLine = builder.objectRef<Line>('CostLine').implement({
  description: 'Why a call cost what it did; the amounts of its lines add up to its cost',
  fields: (t) => ({
    kind: t.exposeString('kind', {
      description: "included: within the plan's minutes; minutes: at the number's price; ceiling: above what was set aside, not charged",
    }),
    description: t.exposeString('description'),
    seconds: t.exposeInt('seconds', { nullable: true, description: 'Seconds of conversation that the line is about' }),
    unitPrice: t.field({
      type: 'Money',
      nullable: true,
      description: 'Of a minute',
      resolve: (line) => (line.unit_price === null ? null : parseMicros(line.unit_price)),
    }),
    amount: t.field({ type: 'Money', resolve: ({ amount }) => parseMicros(amount)! }),
  }),
})

const BillingUsage = builder.objectRef<Awaited<ReturnType<typeof usage.current>>>('BillingUsage').implement({
  description: 'What this month has used of the plan',
  fields: (t) => ({
    plan: t.exposeString('plan'),
    periodStart: t.expose('periodStart', { type: 'DateTime', description: 'The first instant of the calendar month, in UTC' }),
    periodEnd: t.expose('periodEnd', { type: 'DateTime', description: 'The first instant of the next one' }),
    includedMinutes: t.exposeInt('includedMinutes'),
    usedMinutes: t.exposeFloat('usedMinutes', { description: 'Conversation of the calls that ended in the month, included or not' }),
    remainingMinutes: t.exposeFloat('remainingMinutes', { description: 'Of the included ones; never below 0' }),
    calls: t.exposeInt('calls', { description: 'Calls that ended in the month' }),
    limits: t.expose('limits', { type: PlanLimits }),
    wallet: t.expose('wallet', { type: Wallet }),
    charges: t.field({
      type: [CostGroup],
      description: 'What calls and texts of the month cost, by kind of cost line',
      resolve: ({ periodStart, periodEnd }, _, ctx) => costBreakdowns.ofMonth(actorOf(ctx), periodStart, periodEnd),
    }),
  }),
})

const UsagePeriod = builder.objectRef<Awaited<ReturnType<typeof usage.periods>>['rows'][number]>('UsagePeriod').implement({
  description: 'A calendar month in which calls ended',
  fields: (t) => ({
    periodStart: t.expose('periodStart', { type: 'DateTime' }),
    periodEnd: t.expose('periodEnd', { type: 'DateTime' }),
    usedMinutes: t.exposeFloat('usedMinutes'),
    calls: t.exposeInt('calls'),
  }),
})

const Plan = builder.objectRef<PlanName>('Plan').implement({
  fields: (t) => ({
    name: t.string({ resolve: (name) => name }),
    includedMinutes: t.int({ description: 'Minutes of conversation a month', resolve: (name) => limitsOf(name).includedMinutes }),
    limits: t.field({ type: PlanLimits, resolve: (name) => limitsOf(name) }),
    storage: t.float({ description: 'Bytes that a workspace can keep', resolve: (name) => storageBytesOf(name) }),
  }),
})

const Price = builder.objectRef<PriceRow>('Price').implement({
  description: 'What a minute of a call and a segment of a text cost to the numbers that begin so; the longest prefix counts',
  fields: (t) => ({
    prefix: t.exposeString('prefix', { description: 'Calling prefix without the plus sign; empty for all other numbers' }),
    name: t.exposeString('name'),
    perMinute: t.expose('perMinute', { type: 'Money' }),
    perSegment: t.expose('perSegment', { type: 'Money' }),
  }),
})

builder.queryFields((t) => ({
  billingUsage: t.field({ type: BillingUsage, authScopes: { scope: 'billing:read' }, resolve: (_, __, ctx) => usage.current(actorOf(ctx)) }),
  usagePeriods: t.connection({
    type: UsagePeriod,
    description: 'Past months and this one, newest first; months without calls are left out',
    authScopes: { scope: 'billing:read' },
    resolve: async (_, { first, after }, ctx) => connection(await usage.periods(actorOf(ctx), { first, after }), after),
  }),
  plans: t.field({ type: [Plan], authScopes: { scope: 'billing:read' }, resolve: () => PLAN_NAMES }),
  price: t.field({
    type: Price,
    description: 'What calls and texts to that number cost',
    authScopes: { scope: 'billing:read' },
    args: { toNumber: t.arg.string({ required: true, description: 'E.164' }) },
    resolve: (_, { toNumber }) => {
      const number = e164(toNumber)
      if (!number) throw badInput('Invalid phone number')
      return priceOf(number)
    },
  }),
  prices: t.field({ type: [Price], authScopes: { scope: 'billing:read' }, resolve: () => pricesAt() }),
}))
