import type { IncomingMessage, ServerResponse } from 'node:http'
import { settings } from '../kernel/config/settings.ts'

const isLoopback = (origin: string) => /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)

/**
 * Whether a request of a browser may come from where it comes (MCP: a request with a wrong Origin is a 403, against rebinding of names): from this
 * server's own pages, from an origin that the host allows, and to a server on somebody's own machine from that machine. No Origin, no browser.
 */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined) return true
  const own = new URL(settings.publicUrl).origin
  return origin === own || allowed.includes('*') || allowed.includes(origin) || (isLoopback(own) && isLoopback(origin))
}

/** Lets a page of that origin read the answers. */
export function setCorsHeaders({ headers }: IncomingMessage, res: ServerResponse) {
  if (headers.origin === undefined) return
  res.appendHeader('Vary', 'Origin')
  res.setHeader('Access-Control-Allow-Origin', headers.origin)
  res.setHeader(
    'Access-Control-Expose-Headers',
    'WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version, Retry-After, X-Request-Id, RateLimit, RateLimit-Policy',
  )
}

/** Answers what a browser asks before it sends the request. */
export function preflight({ headers }: IncomingMessage, res: ServerResponse) {
  res.setHeader('Access-Control-Allow-Methods', 'POST, GET, DELETE')
  res.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? 'Authorization, Content-Type, MCP-Protocol-Version')
  res.setHeader('Access-Control-Max-Age', '7200')
  res.writeHead(204).end()
}
