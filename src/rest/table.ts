import { agentRoutes } from './agents.ts'
import { analyticsRoutes } from './analytics.ts'
import { billingRoutes } from './billing.ts'
import { callRoutes } from './calls.ts'
import { campaignRoutes } from './campaigns.ts'
import { carrierRoutes } from './carriers.ts'
import { dncRoutes } from './dnc.ts'
import { leadRoutes } from './leads.ts'
import { messageRoutes } from './messages.ts'
import { numberRoutes } from './numbers.ts'
import { reportRoutes } from './reports.ts'
import { resultRoutes } from './results.ts'
import type { Route } from './route.ts'
import { webhookRoutes } from './webhooks.ts'
import { workspaceRoutes } from './workspaces.ts'

/** The public API, row by row. The server, OpenAPI, the tools for AI clients and the contract tests are loops over it. */
export const table: readonly Route[] = [
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
  ...webhookRoutes,
]
