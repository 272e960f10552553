import type { IncomingMessage, ServerResponse } from 'node:http'
import { baseOf, RESOURCE_DOCUMENT, resourceOf } from '../http/bases.ts'
import { pathOf } from '../kernel/http/requests.ts'
import { KEY_SCOPES } from '../kernel/vocabulary/scopes.ts'

/** Paths of the protected resource metadata (RFC 9728): with the path of the resource, and at the root for clients that look there. */
export const RESOURCE_DOCUMENTS = [RESOURCE_DOCUMENT, `${RESOURCE_DOCUMENT}/mcp`]

/** Path of the authorization server metadata, and other paths where clients look for it. */
export const SERVER_DOCUMENT = '/.well-known/oauth-authorization-server'
export const SERVER_DOCUMENT_ALIASES = [
  '/.well-known/oauth-authorization-server/mcp',
  '/.well-known/openid-configuration/mcp',
  '/mcp/.well-known/openid-configuration',
  '/mcp/.well-known/oauth-authorization-server',
]

/** Paths of the authorization server. */
export const PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
}

/** Describes the resource in the requested spelling: clients compare it byte for byte with their configuration. */
export function describeResource(req: IncomingMessage, res: ServerResponse) {
  const base = baseOf(req)
  const resource = resourceOf(base)
  res.setHeader('Access-Control-Allow-Origin', '*')
  res.setHeader('Cache-Control', 'public, max-age=3600')
  res.setHeader('Vary', 'Host')
  res.setHeader('Content-Type', 'application/json')
  res.end(
    JSON.stringify({
      resource: pathOf(req).endsWith('/mcp/') ? `${resource}/` : resource,
      authorization_servers: [base],
      scopes_supported: KEY_SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Callwright',
    }),
  )
}

/** Answers CORS preflight requests. */
export function preflight(methods: string) {
  return (req: IncomingMessage, res: ServerResponse) => {
    res.setHeader('Access-Control-Allow-Origin', '*')
    res.setHeader('Access-Control-Allow-Methods', methods)
    res.setHeader('Access-Control-Allow-Headers', req.headers['access-control-request-headers'] ?? 'content-type')
    res.setHeader('Access-Control-Max-Age', '86400')
    res.writeHead(204).end()
  }
}
