import type { IncomingMessage } from 'node:http'
import express from 'express'
import type { GraphQLSchema } from 'graphql'
import { type Admission, createAdmission } from '../kernel/http/bodyTurns.ts'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import type { RequestOrigin } from '../kernel/auditContext.ts'
import { inWorkspace } from '../kernel/db/workspaceContext.ts'
import { readJson } from '../kernel/json/json.ts'
import { type Allowance, requireAllowance, setRateLimitHeaders } from '../kernel/http/limits.ts'
import { registerResponse } from '../kernel/http/openStreams.ts'
import { pathOf } from '../kernel/http/requests.ts'
import { requireScope } from '../kernel/vocabulary/scopes.ts'
import { type RestRequest, BODY_LIMIT, createHandler } from './handler.ts'
import { leadErrorsOf, leadErrorsRoute, type ReadLeadErrors } from './files/leadErrors.ts'
import { ledgerOf, ledgerRoute, type ReadLedger } from './files/ledger.ts'
import type { IdempotencyStore } from './idempotency.ts'
import { openApiDocument } from './openapi/openapi.ts'
import { type OpenRecording, recordingOf, recordingRoute } from './files/recording.ts'
import { reference } from './reference.ts'
import { type OpenResults, resultsCsvRoute, resultsJsonRoute, resultsOf } from './files/resultExports.ts'
import type { Extension } from './route.ts'
import { answer, dispatchByMethod, type Exchange, serve, type Work } from './serve.ts'
import { routeTable } from './routeTable.ts'

type AuthenticatedWork = (actor: Actor, exchange: Exchange) => ReturnType<Work>

interface Options {
  schema: GraphQLSchema
  /** Authenticates a key and returns its remaining rate limits. Throws UNAUTHENTICATED, and RATE_LIMITED after too many guessed keys. */
  admit: (key: string | undefined, req: IncomingMessage) => Promise<{ actor: Actor; allowance: Allowance }>
  keys: IdempotencyStore
  /** Returns the client address of a request. */
  addressOf: (req: IncomingMessage) => string
  openRecording: OpenRecording
  readLedger: ReadLedger
  openResults: OpenResults
  readLeadErrors: ReadLeadErrors
}

/**
 * Creates the router of the public API, for /api/v1 of a plain `node:http` server. Order of checks (contract: order of checks): path 404, 405;
 * key 401; rate limit 429; scope 403; body and parameters 400, 404, 413, 415, 422; action.
 */
export function createRestRouter({ schema, admit, keys, addressOf, openRecording, readLedger, readLeadErrors, openResults }: Options): express.Router {
  const authenticated =
    (work: AuthenticatedWork): Work =>
    async (exchange) => {
      const { actor, allowance } = await admit(keyOf(exchange), exchange.req)
      exchange.record.workspaceId = actor.workspaceId
      registerResponse(actor, exchange.res)
      setRateLimitHeaders(exchange.res, allowance)
      requireAllowance(allowance)
      return work(actor, exchange)
    }
  const originOf = ({ req, record }: Pick<Exchange, 'req' | 'record'>): RequestOrigin => ({ address: addressOf(req), requestId: record.requestId })
  const extensionEndpoint = ({ method, path, scope }: Extension, work: AuthenticatedWork) => ({
    method,
    path,
    work: authenticated(async (actor, exchange) => {
      requireScope(actor.scopes, scope)
      return inWorkspace(actor.workspaceId, () => work(actor, exchange))
    }),
  })
  const sendLedger = ledgerOf(readLedger)
  const [sendCsv, sendJson] = [resultsOf('csv', openResults), resultsOf('json', openResults)]
  let api: ReturnType<typeof answer> | undefined
  const endpoints = [
    ...routeTable.map((row) => {
      const handle = createHandler(schema, keys, row)
      return {
        method: row.method,
        path: row.path,
        work: authenticated((actor, { req, res, record }) => {
          const admission = createAdmission(res, { workspaceId: actor.workspaceId })
          return handle(actor, toRestRequest(req, originOf({ req, record }), admission, row.bodyLimit))
        }),
      }
    }),
    extensionEndpoint(recordingRoute, recordingOf(openRecording)),
    extensionEndpoint(ledgerRoute, (actor, exchange) => sendLedger(actor, exchange, queryOf(exchange.req.url ?? ''))),
    extensionEndpoint(resultsCsvRoute, (actor, exchange) => sendCsv(actor, exchange, queryOf(exchange.req.url ?? ''))),
    extensionEndpoint(resultsJsonRoute, (actor, exchange) => sendJson(actor, exchange, queryOf(exchange.req.url ?? ''))),
    extensionEndpoint(leadErrorsRoute, leadErrorsOf(readLeadErrors)),
    { method: 'GET', path: '/openapi.json', work: async () => (api ??= answer(200, openApiDocument(schema))) },
    ...reference,
  ]
  const router = express.Router({ caseSensitive: true })
  const staticRoutes = new Map<string, ReturnType<typeof serve>>()
  router.use((req: Exchange['req'], res: express.Response, next: () => void) => {
    const serveIt = staticRoutes.get(decodedPathOf(req))
    return serveIt ? serveIt(req, res) : next()
  })
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const works = new Map(endpoints.filter((endpoint) => endpoint.path === path).map(({ method, work }) => [method, work]))
    const serveIt = serve(path, dispatchByMethod(works))
    router.all(expressPath(path), serveIt)
    // Paths without parameters are looked up in a map, so their number does not matter.
    if (!path.includes('{')) staticRoutes.set(path, serveIt)
  }
  const unknownPath = serve('unknown', async () => answer(404, { detail: 'Not Found' }))
  router.use(unknownPath)
  // A path whose percent-encoding is broken.
  router.use((_error: unknown, req: express.Request, res: express.Response, _next: express.NextFunction) => unknownPath(req, res))
  return router
}

/** Restores encoded colons in the path: some clients encode the one of `/leads:upsert`. */
const decodedPathOf = (req: Exchange['req']) => pathOf(req).replace(/%3a/gi, ':')

/** Converts `{id}` to Express syntax and escapes literal colons. */
const expressPath = (path: string) => path.replaceAll(':', '\\:').replace(/\{(\w+)\}/g, ':$1')

/** Returns the key from `X-API-Key` or from a bearer token. */
function keyOf({ req: { headers } }: Exchange): string | undefined {
  const key = headers['x-api-key']
  return key === undefined ? /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1] : String(key)
}

/** Depth of the deepest free-form JSON in a body: `leads[0].data`. */
const FREE_JSON_LEVELS = 3

const toRestRequest = (req: Exchange['req'], origin: RequestOrigin, admission: Admission, bodyLimit = BODY_LIMIT): RestRequest => ({
  path: decodedPathOf(req),
  params: req.params,
  query: queryOf(req.url ?? ''),
  idempotencyKeys: () => req.headersDistinct['idempotency-key'],
  body: () => readJson(req, bodyLimit, { levels: FREE_JSON_LEVELS, admission }),
  origin,
})

/** Parses the query string. A repeated parameter becomes a list, which fails validation as a string. */
export function queryOf(url: string): Record<string, string | string[]> {
  const mark = url.indexOf('?')
  if (mark < 0) return {}
  const search = new URLSearchParams(url.slice(mark + 1))
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name)
      return [name, values.length === 1 ? values[0]! : values]
    }),
  )
}
