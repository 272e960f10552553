import type { IncomingMessage, ServerResponse } from 'node:http'
import { baseOf, RESOURCE_DOCUMENT, resourceOf } from '../http/bases.ts'
import { pathOf } from '../kernel/http/requests.ts'
import { KEY_SCOPES } from '../kernel/vocabulary/scopes.ts'

/** Where the protected resource is described (RFC 9728): beside its path, and at the root for clients that look there. */
export const RESOURCE_DOCUMENTS = [RESOURCE_DOCUMENT, `${RESOURCE_DOCUMENT}/mcp`]

/** Other places where clients look for the authorization server's document, and where it is. */
export const SERVER_DOCUMENT = '/.well-known/oauth-authorization-server'
export const SERVER_DOCUMENT_ALIASES = [
  '/.well-known/oauth-authorization-server/mcp',
  '/.well-known/openid-configuration/mcp',
  '/mcp/.well-known/openid-configuration',
  '/mcp/.well-known/oauth-authorization-server',
]

/** Describes the resource in the spelling that was asked for: clients compare it byte for byte with what they were configured with. */
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

/** Answers a browser that asks whether a page of another site may ask. */
export function preflight(methods: string) {
  return (req: IncomingMessage, res: ServerResponse) => {
    res.setHeader('Access-Control-Allow-Origin', '*')
    res.setHeader('Access-Control-Allow-Methods', methods)
    res.setHeader('Access-Control-Allow-Headers', req.headers['access-control-request-headers'] ?? 'content-type')
    res.setHeader('Access-Control-Max-Age', '86400')
    res.writeHead(204).end()
  }
}
