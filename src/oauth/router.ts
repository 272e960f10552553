import type { IncomingMessage, ServerResponse } from 'node:http'
import { type NextFunction, Router } from 'express'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { Env } from '../kernel/config/env.ts'
import { addressOf } from '../http/address.ts'
import { baseOf } from '../http/bases.ts'
import { RateLimitError } from '../kernel/http/limits.ts'
import { looksPublic } from '../outbound/addresses.ts'
import { beginRequest, pathOf } from '../kernel/http/requests.ts'
import { createAnonymousLimit } from '../services/rateLimits/anonymousLimit.ts'
import { consentRouter } from './consent.ts'
import { ERROR_PAGE_HEADERS, renderErrorPage } from './errorPage.ts'
import { AUTHORIZATION_LIMITS, REGISTRATION_LIMITS } from './limits.ts'
import { describeResource, PATHS, preflight, RESOURCE_DOCUMENTS, SERVER_DOCUMENT, SERVER_DOCUMENT_ALIASES } from './metadata.ts'
import { normalizeTarget, withoutSession } from './requests.ts'

/** Path and query of an absolute request target, as clients of a proxy send it. */
const pathAndQueryOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname + new URL(url).search : '/')

interface Server {
  provider: Provider
  serve: ReturnType<Provider['callback']>
}

const mayRegister = createAnonymousLimit('registrations', REGISTRATION_LIMITS)
const mayFetchDocument = createAnonymousLimit('client documents', REGISTRATION_LIMITS)
const mayAuthorize = createAnonymousLimit('authorization requests', AUTHORIZATION_LIMITS)

/** The authorization server: OAuth 2.1 for apps that connect to `/mcp`. Each base URL is its own issuer. */
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
  const servers = new Map<string, Promise<Server>>()
  /** Returns the server of a base URL. Creates it on first use, and only then loads the library. */
  function serverOf(req: IncomingMessage): Promise<Server> {
    const base = baseOf(req)
    const server = servers.get(base) ?? createServer(base)
    servers.set(base, server)
    return server
  }
  async function createServer(base: string): Promise<Server> {
    const { createProvider } = await import('./provider.ts')
    const provider = createProvider(base, options)
    return { provider, serve: provider.callback() }
  }

  /**
   * Passes a request to the library with its URL unchanged and its body unread. The library builds URLs from the request's host, which
   * clients control, so the host is replaced by one of ours.
   */
  async function forward(req: IncomingMessage, res: ServerResponse) {
    beginRequest(req, res, pathOf(req).replace(/^(\/oauth\/\w+)\/.*/, '$1/{id}'))
    const { serve } = await serverOf(req)
    const base = new URL(baseOf(req))
    req.headers['x-forwarded-proto'] = base.protocol.slice(0, -1)
    req.headers.host = base.host
    delete req.headers['x-forwarded-host']
    if (!req.url!.startsWith('/')) Object.assign(req, { url: pathAndQueryOf(req.url!), originalUrl: pathAndQueryOf(req.url!) })
    await serve(req, res)
  }

  function resume(req: IncomingMessage, res: ServerResponse) {
    req.headers.cookie = withoutSession(req.headers.cookie)
    return forward(req, res)
  }

  async function authorize(req: IncomingMessage, res: ServerResponse, next: NextFunction) {
    try {
      await mayAuthorize(addressOf(req))
      req.url = normalizeTarget(req.url!, baseOf(req))
      await resume(req, res)
    } catch (error) {
      if (!(error instanceof RateLimitError)) return next(error)
      res.writeHead(429, { ...ERROR_PAGE_HEADERS, 'Retry-After': error.retryAfterSeconds })
      res.end(renderErrorPage('temporarily_unavailable', error.message))
    }
  }

  async function register(req: IncomingMessage, res: ServerResponse, next: NextFunction) {
    res.setHeader('Access-Control-Allow-Origin', '*')
    try {
      await mayRegister(addressOf(req))
      await forward(req, res)
    } catch (error) {
      if (!(error instanceof RateLimitError)) return next(error)
      res.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': error.retryAfterSeconds, 'Cache-Control': 'no-store' })
      res.end(JSON.stringify({ error: 'temporarily_unavailable', error_description: error.message }))
    }
  }

  const router = Router()
  router.get(RESOURCE_DOCUMENTS, describeResource)
  router.options(RESOURCE_DOCUMENTS, preflight('GET'))
  router.all(SERVER_DOCUMENT_ALIASES, (req, res) => {
    req.url = SERVER_DOCUMENT
    return forward(req, res)
  })
  router.all([SERVER_DOCUMENT, '/.well-known/openid-configuration', PATHS.jwks, PATHS.token, PATHS.revocation], forward)
  // GET only: a form posted by another site would bypass `normalizeTarget`.
  router.get(PATHS.authorization, authorize)
  router.get(`${PATHS.authorization}/:uid`, resume)
  router.options(PATHS.registration, preflight('POST'))
  router.post(PATHS.registration, register)
  router.get(`${PATHS.registration}/:clientId`, forward)
  router.use(consentRouter(async (req) => (await serverOf(req)).provider))
  return router
}
