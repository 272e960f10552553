import { BillingUsageDocument } from '../../generated/rest.ts'
import { billingUsage } from '../examples/billing.ts'
import { only } from '../reply.ts'
import { route } from '../route.ts'

export const billingRoutes = [
  route({
    method: 'GET',
    path: '/billing/usage',
    scope: 'billing:read',
    status: 200,
    tool: 'get_billing_usage',
    command: 'billing usage',
    summary: 'What this month has used of the plan, and the wallet',
    about:
      "Months are the calendar's, in UTC, and a call counts in the month in which it ended. `held` is the part of the balance set aside for calls under way.",
    document: BillingUsageDocument,
    variables: () => ({}),
    reply: only('usage'),
    example: { answer: billingUsage },
  }),
]
