import { badRequest } from '../../kernel/vocabulary/errors.ts'
import { parseMicros } from '../../kernel/lib/money.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { limitsOf, PLAN_NAMES, type Plan as PlanName, storageBytesOf } from '../../kernel/vocabulary/plans.ts'
import type { CostLine as Line } from '../../services/billing/charges.ts'
import * as costBreakdowns from '../../services/analytics/costBreakdowns.ts'
import type { Price as PriceRow } from '../../services/billing/priceList.ts'
import { priceOf, listPrices } from '../../services/billing/pricing.ts'
import * as usage from '../../services/billing/usage.ts'
import { actorOf, builder } from '../base/builder.ts'
import { CostGroup } from './costs.ts'
import { connection } from '../base/page.ts'
import { Wallet } from './wallet.ts'
import { PlanLimits } from '../workspaces/workspaces.ts'
import { PlanName as PlanNameEnum } from '../enums/accounts.ts'
import { CostLineType } from '../enums/billing.ts'

export const CostLine = builder.objectRef<Line>('CostLine').implement({
  description: 'Line of the cost of a call. The amounts of all lines add up to the cost.',
  fields: (t) => ({
    type: t.expose('kind', { type: CostLineType }),
    description: t.exposeString('description', { description: 'Description of the line in English.' }),
    details: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'Facts of the description, for other languages: `plan` and `minutes`, or `prefix`, `name`, `countries` and `is_mobile` as in `Price`, and `transferred`. `null` if it has none.',
      resolve: ({ details }) => details ?? null,
    }),
    seconds: t.exposeInt('seconds', { nullable: true, description: 'Seconds of conversation that the line covers.' }),
    unitPrice: t.field({
      type: 'Money',
      nullable: true,
      description: 'Price of a minute. `null` if the line has none.',
      resolve: (line) => (line.unit_price === null ? null : parseMicros(line.unit_price)),
    }),
    amount: t.field({ type: 'Money', resolve: ({ amount }) => parseMicros(amount)! }),
  }),
})

const BillingUsage = builder.objectRef<Awaited<ReturnType<typeof usage.getCurrent>>>('BillingUsage').implement({
  description: 'Usage of the plan in the current month.',
  fields: (t) => ({
    plan: t.expose('plan', { type: PlanNameEnum }),
    periodStart: t.expose('periodStart', { type: 'DateTime', description: 'Start of the calendar month in UTC.' }),
    periodEnd: t.expose('periodEnd', { type: 'DateTime', description: 'Start of the next calendar month in UTC.' }),
    includedMinutes: t.exposeInt('includedMinutes', { description: 'Minutes of conversation that the plan includes each month.' }),
    usedMinutes: t.exposeFloat('usedMinutes', { description: 'Minutes of conversation in calls that ended this month, whether included in the plan or not.' }),
    remainingMinutes: t.exposeFloat('remainingMinutes', { description: 'Included minutes that are left. Never below 0.' }),
    calls: t.exposeInt('calls', { description: 'Calls that ended this month.' }),
    limits: t.expose('limits', { type: PlanLimits }),
    wallet: t.expose('wallet', { type: Wallet }),
    charges: t.field({
      type: [CostGroup],
      description: "Cost of this month's calls and messages, by kind of cost line.",
      resolve: ({ periodStart, periodEnd }, _, ctx) => costBreakdowns.readMonth(actorOf(ctx), periodStart, periodEnd),
    }),
  }),
})

const UsagePeriod = builder.objectRef<Awaited<ReturnType<typeof usage.listPeriods>>['rows'][number]>('UsagePeriod').implement({
  description: 'Usage in a calendar month with calls.',
  fields: (t) => ({
    periodStart: t.expose('periodStart', { type: 'DateTime', description: 'Start of the calendar month in UTC.' }),
    periodEnd: t.expose('periodEnd', { type: 'DateTime', description: 'Start of the next calendar month in UTC.' }),
    usedMinutes: t.exposeFloat('usedMinutes', { description: 'Minutes of conversation in calls that ended in the month.' }),
    calls: t.exposeInt('calls', { description: 'Calls that ended in the month.' }),
  }),
})

const Plan = builder.objectRef<PlanName>('Plan').implement({
  description: 'Plan with its limits.',
  fields: (t) => ({
    name: t.field({ type: PlanNameEnum, resolve: (name) => name }),
    includedMinutes: t.int({ description: 'Minutes of conversation that the plan includes each month.', resolve: (name) => limitsOf(name).includedMinutes }),
    limits: t.field({ type: PlanLimits, resolve: (name) => limitsOf(name) }),
    storage: t.float({ description: 'Storage of a workspace in bytes.', resolve: (name) => storageBytesOf(name) }),
  }),
})

const Price = builder.objectRef<PriceRow>('Price').implement({
  description: 'Price of calls and messages to numbers with a calling prefix. The longest matching prefix applies.',
  fields: (t) => ({
    prefix: t.exposeString('prefix', { description: 'Calling prefix without the plus sign. Empty for all other numbers.' }),
    name: t.exposeString('name', { description: 'Name of the destination, in English or as the server administrator chose it.' }),
    countries: t.exposeStringList('countries', {
      nullable: true,
      description: 'Countries of the destination, as ISO 3166 codes. Empty for all other numbers. `null` if the server administrator chose the name.',
    }),
    isMobile: t.exposeBoolean('isMobile', { description: 'Whether the price is that of mobile numbers only.' }),
    perMinute: t.expose('perMinute', { type: 'Money', description: 'Price of a minute of conversation.' }),
    perSegment: t.expose('perSegment', { type: 'Money', description: 'Price of a message segment.' }),
  }),
})

builder.queryFields((t) => ({
  billingUsage: t.field({
    type: BillingUsage,
    description: 'Get the usage of the current month.',
    authScopes: { scope: 'billing:read' },
    resolve: (_, __, ctx) => usage.getCurrent(actorOf(ctx)),
  }),
  usagePeriods: t.connection({
    type: UsagePeriod,
    description: 'List the usage of each month, newest first, including the current month. Months without calls are left out.',
    authScopes: { scope: 'billing:read' },
    resolve: async (_, { first, after }, ctx) => connection(await usage.listPeriods(actorOf(ctx), { first, after }), after),
  }),
  plans: t.field({ type: [Plan], description: 'List the plans.', authScopes: { scope: 'billing:read' }, resolve: () => PLAN_NAMES }),
  price: t.field({
    type: Price,
    description: 'Get the price of calls and messages to a number.',
    authScopes: { scope: 'billing:read' },
    args: { toNumber: t.arg.string({ required: true, description: 'Phone number in E.164 format.' }) },
    resolve: (_, { toNumber }) => {
      const number = parseE164(toNumber)
      if (!number) throw badRequest('invalid_phone_number')
      return priceOf(number)
    },
  }),
  prices: t.field({ type: [Price], description: 'List the prices of all destinations.', authScopes: { scope: 'billing:read' }, resolve: () => listPrices() }),
}))
