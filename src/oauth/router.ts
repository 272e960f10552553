import type { IncomingMessage, ServerResponse } from 'node:http'
import { type NextFunction, Router } from 'express'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { Env } from '../kernel/config/env.ts'
import { addressOf } from '../http/address.ts'
import { baseOf } from '../http/bases.ts'
import { RateLimited } from '../kernel/http/limits.ts'
import { looksPublic } from '../outbound/addresses.ts'
import { beginRequest, pathOf } from '../kernel/http/requests.ts'
import { strangersLimit } from '../services/rateLimits/strangersLimit.ts'
import { consent } from './consent.ts'
import { ERROR_PAGE_HEADERS, errorPage } from './errorPage.ts'
import { AUTHORIZATIONS, STRANGERS } from './limits.ts'
import { describeResource, preflight, RESOURCE_DOCUMENTS, SERVER_DOCUMENT, SERVER_DOCUMENT_ALIASES } from './metadata.ts'
import { PATHS, providerAt } from './provider.ts'
import { meant, withoutSession } from './requests.ts'

/** Path and query of a target that names a host too, as a client of a proxy sends it. */
const targetOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname + new URL(url).search : '/')

interface Server {
  provider: Provider
  serve: ReturnType<Provider['callback']>
}

const mayRegister = strangersLimit('registrations', STRANGERS)
const mayFetchDocument = strangersLimit('client documents', STRANGERS)
const mayAuthorize = strangersLimit('authorization requests', AUTHORIZATIONS)

/** The authorization server: OAuth 2.1 for apps that connect to `/mcp`. Each base address is an issuer of its own. */
export function authorizationServer(env: Pick<Env, 'MCP_DCR' | 'MCP_CIMD'>): Router {
  const options = {
    registration: env.MCP_DCR === 'on',
    documents: env.MCP_CIMD === 'on',
    mayFetch: async ({ req }: { req: IncomingMessage }, address: string) => {
      if (!looksPublic(new URL(address))) return false
      return mayFetchDocument(addressOf(req)).then(
        () => true,
        () => false,
      )
    },
  }
  const servers = new Map<string, Server>()
  /** Made when it is first asked for. */
  function serverOf(req: IncomingMessage): Server {
    const base = baseOf(req)
    const known = servers.get(base)
    if (known) return known
    const provider = providerAt(base, options)
    const server = { provider, serve: provider.callback() }
    servers.set(base, server)
    return server
  }

  /**
   * Hands a request over as the library wants it: its address unchanged, its body unread. The library makes addresses of what
   * the request says of its host, which is whatever a client sends: it is told one of ours.
   */
  function handOver(req: IncomingMessage, res: ServerResponse) {
    beginRequest(req, res, pathOf(req).replace(/^(\/oauth\/\w+)\/.*/, '$1/{id}'))
    const { serve } = serverOf(req)
    const base = new URL(baseOf(req))
    req.headers['x-forwarded-proto'] = base.protocol.slice(0, -1)
    req.headers.host = base.host
    delete req.headers['x-forwarded-host']
    if (!req.url!.startsWith('/')) Object.assign(req, { url: targetOf(req.url!), originalUrl: targetOf(req.url!) })
    void serve(req, res)
  }

  function resume(req: IncomingMessage, res: ServerResponse) {
    req.headers.cookie = withoutSession(req.headers.cookie)
    handOver(req, res)
  }

  async function authorize(req: IncomingMessage, res: ServerResponse, next: NextFunction) {
    try {
      await mayAuthorize(addressOf(req))
      req.url = meant(req.url!, baseOf(req))
      resume(req, res)
    } catch (error) {
      if (!(error instanceof RateLimited)) return next(error)
      res.writeHead(429, { ...ERROR_PAGE_HEADERS, 'Retry-After': error.retryAfterSeconds })
      res.end(errorPage('temporarily_unavailable', error.message))
    }
  }

  async function register(req: IncomingMessage, res: ServerResponse, next: NextFunction) {
    res.setHeader('Access-Control-Allow-Origin', '*')
    try {
      await mayRegister(addressOf(req))
      handOver(req, res)
    } catch (error) {
      if (!(error instanceof RateLimited)) return next(error)
      res.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': error.retryAfterSeconds, 'Cache-Control': 'no-store' })
      res.end(JSON.stringify({ error: 'temporarily_unavailable', error_description: error.message }))
    }
  }

  const router = Router()
  router.get(RESOURCE_DOCUMENTS, describeResource)
  router.options(RESOURCE_DOCUMENTS, preflight('GET'))
  router.all(SERVER_DOCUMENT_ALIASES, (req, res) => {
    req.url = SERVER_DOCUMENT
    handOver(req, res)
  })
  router.all([SERVER_DOCUMENT, '/.well-known/openid-configuration', PATHS.jwks, PATHS.token, PATHS.revocation], handOver)
  // A form that another site posts here would not have passed `meant`.
  router.get(PATHS.authorization, authorize)
  router.get(`${PATHS.authorization}/:uid`, resume)
  router.options(PATHS.registration, preflight('POST'))
  router.post(PATHS.registration, register)
  router.get(`${PATHS.registration}/:clientId`, handOver)
  router.use(consent((req) => serverOf(req).provider))
  return router
}
