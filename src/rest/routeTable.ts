import { agentRoutes } from './routes/agents.ts'
import { analyticsRoutes } from './routes/analytics.ts'
import { billingRoutes } from './routes/billing.ts'
import { callRoutes } from './routes/calls.ts'
import { campaignRoutes } from './routes/campaigns.ts'
import { carrierRoutes } from './routes/carriers.ts'
import { complianceRoutes } from './routes/compliance.ts'
import { consentRoutes } from './routes/consents.ts'
import { dncRoutes } from './routes/dnc.ts'
import { leadRoutes } from './routes/leads.ts'
import { messageRoutes } from './routes/messages.ts'
import { numberRoutes } from './routes/numbers.ts'
import { reportRoutes } from './routes/reports.ts'
import { resultRoutes } from './routes/results.ts'
import type { Route } from './route.ts'
import { webhookEndpointRoutes } from './routes/webhookEndpoints.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { workspaceRoutes } from './routes/workspaces.ts'

/** All routes of the public API. The server, OpenAPI, the tools for AI clients and the contract tests iterate over it. */
export const routeTable: readonly Route[] = [
  ...workspaceRoutes,
  ...agentRoutes,
  ...campaignRoutes,
  ...leadRoutes,
  ...resultRoutes,
  ...callRoutes,
  ...messageRoutes,
  ...numberRoutes,
  ...carrierRoutes,
  ...billingRoutes,
  ...analyticsRoutes,
  ...reportRoutes,
  ...dncRoutes,
  ...consentRoutes,
  ...complianceRoutes,
  ...webhookRoutes,
  ...webhookEndpointRoutes,
]
