import type { IncomingMessage, ServerResponse } from 'node:http'
import { settings } from '../kernel/config/settings.ts'

const isLoopback = (origin: string) => /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)

/**
 * Whether a browser request's Origin is allowed (MCP: 403 for a wrong one, against DNS rebinding): this server's own pages, configured
 * origins, and for a server on loopback any page on loopback. Requests without an Origin do not come from a browser.
 */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined) return true
  const ownOrigin = new URL(settings.publicUrl).origin
  return origin === ownOrigin || allowed.includes('*') || allowed.includes(origin) || (isLoopback(ownOrigin) && isLoopback(origin))
}

/** Allows the page of this origin to read the response. */
export function setCorsHeaders({ headers }: IncomingMessage, res: ServerResponse) {
  if (headers.origin === undefined) return
  res.appendHeader('Vary', 'Origin')
  res.setHeader('Access-Control-Allow-Origin', headers.origin)
  res.setHeader(
    'Access-Control-Expose-Headers',
    'WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version, Retry-After, X-Request-Id, RateLimit, RateLimit-Policy',
  )
}

/** Answers a CORS preflight request. */
export function preflight({ headers }: IncomingMessage, res: ServerResponse) {
  res.setHeader('Access-Control-Allow-Methods', 'POST, GET, DELETE')
  res.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? 'Authorization, Content-Type, MCP-Protocol-Version')
  res.setHeader('Access-Control-Max-Age', '7200')
  res.writeHead(204).end()
}
