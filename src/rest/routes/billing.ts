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
    summary: 'Get billing usage',
    about:
      'Usage of the plan in the current calendar month in UTC, and the wallet. A call counts in the month it ended. `held` is reserved for active calls and ' +
      'messages.',
    document: BillingUsageDocument,
    variables: () => ({}),
    reply: only('usage'),
    example: { answer: billingUsage },
  }),
]
