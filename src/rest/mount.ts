import type { IncomingMessage } from 'node:http'
import express from 'express'
import type { GraphQLSchema } from 'graphql'
import { type Admission, admitting } from '../kernel/http/bodyTurns.ts'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import type { Origin } from '../kernel/auditing.ts'
import { readJson } from '../kernel/json/json.ts'
import { type Allowance, refuseBeyond, tellLimits } from '../kernel/http/limits.ts'
import { registerAnswer } from '../kernel/http/openStreams.ts'
import { pathOf } from '../kernel/http/requests.ts'
import { requireScope } from '../kernel/vocabulary/scopes.ts'
import { type Ask, BODY_LIMIT, handler } from './handle.ts'
import { leadErrorsOf, leadErrorsRoute, type ReadLeadErrors } from './files/leadErrors.ts'
import { ledgerOf, ledgerRoute, type ReadLedger } from './files/ledger.ts'
import type { Keys } from './once.ts'
import { openApiDocument } from './openapi/openapi.ts'
import { type OpenRecording, recordingOf, recordingRoute } from './files/recording.ts'
import { reference } from './reference.ts'
import { type OpenResults, resultsCsvRoute, resultsJsonRoute, resultsOf } from './files/resultExports.ts'
import type { Extension } from './route.ts'
import { answer, byMethod, type Exchange, serve, type Work } from './serve.ts'
import { table } from './table.ts'

type WorkForKey = (actor: Actor, exchange: Exchange) => ReturnType<Work>

interface Options {
  schema: GraphQLSchema
  /** Who the key of a request speaks for, and what is left of their limits. Throws UNAUTHENTICATED, and RATE_LIMITED where keys are guessed. */
  admit: (key: string | undefined, req: IncomingMessage) => Promise<{ actor: Actor; allowance: Allowance }>
  keys: Keys
  /** Where a request came from. */
  addressOf: (req: IncomingMessage) => string
  openRecording: OpenRecording
  readLedger: ReadLedger
  openResults: OpenResults
  readLeadErrors: ReadLeadErrors
}

/**
 * The public API, to be mounted at /api/v1 of a plain `node:http` server. The checks come in this order (contract:
 * order of checks): path 404, 405; key 401; rate limit 429; scope 403; body and parameters 400, 404, 413, 415, 422; action.
 */
export function restRouter({ schema, admit, keys, addressOf, openRecording, readLedger, readLeadErrors, openResults }: Options): express.Router {
  const forKeys =
    (work: WorkForKey): Work =>
    async (exchange) => {
      const { actor, allowance } = await admit(keyOf(exchange), exchange.req)
      exchange.record.workspaceId = actor.workspaceId
      registerAnswer(actor, exchange.res)
      tellLimits(exchange.res, allowance)
      refuseBeyond(allowance)
      return work(actor, exchange)
    }
  const originOf = ({ req, record }: Pick<Exchange, 'req' | 'record'>): Origin => ({ address: addressOf(req), requestId: record.requestId })
  const beside = ({ method, path, scope }: Extension, work: WorkForKey) => ({
    method,
    path,
    work: forKeys(async (actor, exchange) => {
      requireScope(actor.scopes, scope)
      return work(actor, exchange)
    }),
  })
  const sendLedger = ledgerOf(readLedger)
  const [sendCsv, sendJson] = [resultsOf('csv', openResults), resultsOf('json', openResults)]
  let api: ReturnType<typeof answer> | undefined
  const endpoints = [
    ...table.map((row) => {
      const handle = handler(schema, keys, row)
      return {
        method: row.method,
        path: row.path,
        work: forKeys((actor, { req, res, record }) => {
          const admission = admitting(res, { workspaceId: actor.workspaceId })
          return handle(actor, askOf(req, originOf({ req, record }), admission, row.bodyLimit))
        }),
      }
    }),
    beside(recordingRoute, recordingOf(openRecording)),
    beside(ledgerRoute, (actor, exchange) => sendLedger(actor, exchange, queryOf(exchange.req.url ?? ''))),
    beside(resultsCsvRoute, (actor, exchange) => sendCsv(actor, exchange, queryOf(exchange.req.url ?? ''))),
    beside(resultsJsonRoute, (actor, exchange) => sendJson(actor, exchange, queryOf(exchange.req.url ?? ''))),
    beside(leadErrorsRoute, leadErrorsOf(readLeadErrors)),
    { method: 'GET', path: '/openapi.json', work: async () => (api ??= answer(200, openApiDocument(schema))) },
    ...reference,
  ]
  const router = express.Router({ caseSensitive: true })
  const fixed = new Map<string, ReturnType<typeof serve>>()
  router.use((req: Exchange['req'], res: express.Response, next: () => void) => {
    const serveIt = fixed.get(decodedPathOf(req))
    return serveIt ? serveIt(req, res) : next()
  })
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const works = new Map(endpoints.filter((endpoint) => endpoint.path === path).map(({ method, work }) => [method, work]))
    const serveIt = serve(path, byMethod(works))
    router.all(expressPath(path), serveIt)
    // A path without parameters is found at once, however many there are.
    if (!path.includes('{')) fixed.set(path, serveIt)
  }
  const unknownPath = serve('unknown', async () => answer(404, { detail: 'Not Found' }))
  router.use(unknownPath)
  // A path whose percent-encoding is broken.
  router.use((_error: unknown, req: express.Request, res: express.Response, _next: express.NextFunction) => unknownPath(req, res))
  return router
}

/** The path with its colons as they are documented: some clients encode the one of `/leads:upsert`. */
const decodedPathOf = (req: Exchange['req']) => pathOf(req).replace(/%3a/gi, ':')

/** `{id}` as Express writes it; a colon of ours is no parameter. */
const expressPath = (path: string) => path.replaceAll(':', '\\:').replace(/\{(\w+)\}/g, ':$1')

/** The key as `X-API-Key` or as a bearer token. */
function keyOf({ req: { headers } }: Exchange): string | undefined {
  const key = headers['x-api-key']
  return key === undefined ? /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1] : String(key)
}

/** `leads[0].data`: the deepest place of free JSON. */
const LEVELS = 3

const askOf = (req: Exchange['req'], origin: Origin, admission: Admission, bodyLimit = BODY_LIMIT): Ask => ({
  path: decodedPathOf(req),
  params: req.params,
  query: queryOf(req.url ?? ''),
  idempotencyKeys: () => req.headersDistinct['idempotency-key'],
  body: () => readJson(req, bodyLimit, { levels: LEVELS, admission }),
  origin,
})

/** A parameter that is repeated becomes a list, which is no valid text. */
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
