import type { IncomingMessage, ServerResponse } from 'node:http'
import { type RequestHandler, Router } from 'express'
import type { Env } from './kernel/config/env.ts'
import { fullAddressOf } from './http/address.ts'
import type { Admit } from './http/caller.ts'
import { createDashboardRouter } from './http/dashboard/dashboard.ts'
import { docsSearch } from './http/dashboard/docsSearch.ts'
import { createDownloadRouter } from './http/dashboard/downloads.ts'
import { createEmailLinkRouter } from './http/dashboard/emailLinks.ts'
import { graphqlHandler, identifyCaller } from './http/graphql/graphql.ts'
import { setPrivateHeaders } from './http/headers.ts'
import { createMetricsRouter } from './http/metrics.ts'
import { createRegisterUploadRouter } from './http/registerUploads.ts'
import { createRecordingRouter } from './http/dashboard/recordings.ts'
import { strictBody } from './http/graphql/strictBody.ts'
import { carrierRouter } from './inbound/carriers.ts'
import { providerRouter } from './inbound/providers.ts'
import { log } from './kernel/log.ts'
import { authorizationServer } from './oauth/router.ts'
import { beginRequest } from './kernel/http/requests.ts'
import { createRestRouter } from './rest/mount.ts'
import { schema } from './schema/index.ts'
import * as idempotency from './services/shared/idempotency.ts'
import * as leadErrorFiles from './services/leads/imports/leadErrorFiles.ts'
import * as ledger from './services/billing/ledger.ts'
import type { RateLimits } from './services/rateLimits/rateLimits.ts'
import * as recordings from './services/calls/recordings/recordings.ts'
import * as results from './services/calls/results/resultExports.ts'

/** Creates the router of all HTTP endpoints. It runs on a bare server, because an Express app would double the cost of each request. */
export function createRouter(env: Env, checks: Router, admit: Admit, limits: RateLimits) {
  const router = Router()
  // First, because most requests go there and would pass all other routes.
  if (env.ROLE !== 'worker') {
    router.use(
      '/api/v1',
      setPrivateHeaders,
      createRestRouter({
        schema,
        admit,
        keys: idempotency,
        addressOf: fullAddressOf,
        openRecording: recordings.open,
        readLedger: ledger.read,
        readLeadErrors: leadErrorFiles.streamRows,
        openResults: results.open,
      }),
    )
    router.all(
      '/graphql',
      setPrivateHeaders,
      (req, res, next) => (beginRequest(req, res, '/graphql'), next()),
      identifyCaller(admit, limits),
      strictBody,
      (req, res) => graphqlHandler(req, res),
    )
  }
  router.use(checks)
  router.use(createMetricsRouter(env.METRICS_TOKEN))
  router.use(providerRouter())
  router.use(carrierRouter())
  if (env.ROLE !== 'worker') {
    router.use(createDownloadRouter())
    router.use(createRecordingRouter())
    router.use(['/mcp', '/connect', '/uploads'], setPrivateHeaders)
    router.use(createRegisterUploadRouter(admit, limits))
    router.use(createEmailLinkRouter())
    router.all(
      '/mcp',
      onFirstUse(async () => (await import('./mcp/router.ts')).mcpRouter({ schema, keys: idempotency, limits, allowedOrigins: env.MCP_ALLOWED_ORIGINS })),
    )
    router.all('/docs/search', docsSearch)
    router.use(authorizationServer(env))
    router.use(createDashboardRouter())
  }
  return (req: IncomingMessage, res: ServerResponse) =>
    // Express also routes plain requests, although its types do not allow them.
    (router as unknown as (req: IncomingMessage, res: ServerResponse, done: (err?: unknown) => void) => void)(req, res, (err) => {
      // A URL that cannot be decoded is not found. It may contain a secret, so it is not logged.
      const isOurs = err && !(err instanceof URIError)
      if (isOurs) log.error({ err }, 'a request failed')
      if (!res.headersSent) res.writeHead(isOurs ? 500 : 404, { 'Content-Type': 'application/json' })
      res.end(JSON.stringify({ detail: isOurs ? 'Internal server error' : 'Not Found' }))
    })
}

/** Loads a router's modules for its first request: not every server uses it. */
function onFirstUse(load: () => Promise<Router>): RequestHandler {
  let loaded: Promise<Router> | null = null
  return async (req, res, next) => {
    loaded ??= load()
    ;(await loaded)(req, res, next)
  }
}
