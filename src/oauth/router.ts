import type { IncomingMessage, ServerResponse } from 'node:http'
import { type NextFunction, Router } from 'express'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { Env } from '../env.ts'
import { addressOf } from '../http/address.ts'
import { baseOf } from '../http/bases.ts'
import { RateLimited } from '../limits.ts'
import { looksPublic } from '../outbound/addresses.ts'
import { beginRequest, pathOf } from '../requests.ts'
import type { RateLimits } from '../services/rateLimits.ts'
import { consent } from './consent.ts'
import { strangersLimit } from './limits.ts'
import { describeResource, preflight, RESOURCE_DOCUMENTS, SERVER_DOCUMENT, SERVER_DOCUMENT_ALIASES } from './metadata.ts'
import { PATHS, providerAt } from './provider.ts'
import { meant, withoutSession } from './requests.ts'

interface Server {
  provider: Provider
  serve: ReturnType<Provider['callback']>
}

/** The authorization server: OAuth 2.1 for apps that connect to `/mcp`. Each base address is an issuer of its own. */
export function authorizationServer(env: Pick<Env, 'MCP_DCR' | 'MCP_CIMD'>, limits: RateLimits): Router {
  const mayRegister = strangersLimit(limits, 'registrations')
  const mayFetchDocument = strangersLimit(limits, 'client documents')
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

  /** Hands a request over as the library wants it: its address unchanged, its body unread. */
  function handOver(req: IncomingMessage, res: ServerResponse) {
    beginRequest(req, res, pathOf(req).replace(/^(\/oauth\/\w+)\/.*/, '$1/{id}'))
    req.headers['x-forwarded-proto'] = new URL(baseOf(req)).protocol.slice(0, -1)
    delete req.headers['x-forwarded-host']
    void serverOf(req).serve(req, res)
  }

  function resume(req: IncomingMessage, res: ServerResponse) {
    req.headers.cookie = withoutSession(req.headers.cookie)
    handOver(req, res)
  }

  function authorize(req: IncomingMessage, res: ServerResponse) {
    req.url = meant(req.url!, baseOf(req))
    resume(req, res)
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
