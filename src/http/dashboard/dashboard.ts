import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Request, type Response, Router } from 'express'
import sirv, { type Options, type RequestHandler } from 'sirv'
import { ROOT } from '../../kernel/config/root.ts'

const folder = join(ROOT, 'dist/web')

/** Allows only our own files and styles with this response's nonce; forbids framing. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * Serves the dashboard: its files, which have content hashes in their names and are compressed by the build, and its page at every other
 * URL that a browser opens. Serves nothing if the dashboard was not built.
 */
export function createDashboardRouter(): Router {
  const router = Router()
  if (!existsSync(join(folder, 'index.html'))) return router
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  router.use('/assets', filesOf(join(folder, 'assets'), { immutable: true, maxAge: 31_536_000, brotli: true, gzip: true }))
  router.use('/static', filesOf(join(folder, 'static'), { maxAge: 3600, brotli: true, gzip: true }))
  // A server without docs/ has no pictures either.
  const pictures = join(ROOT, 'docs/pictures')
  if (existsSync(pictures)) router.use('/docs/pictures', filesOf(pictures, { maxAge: 3600 }))
  router.use((req: Request, res: Response, next) => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || !wantsPage(req)) return next()
    const nonce = randomBytes(18).toString('base64url')
    const body = page.replaceAll('NONCE', nonce)
    res.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy(nonce),
      'Cross-Origin-Opener-Policy': openerPolicy(req.url),
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    res.end(req.method === 'HEAD' ? undefined : body)
  })
  return router
}

/** Some apps open the consent page in a popup and wait for its redirect, so the page must keep its opener. */
const openerPolicy = (url: string) => (url.startsWith('/connect/') ? 'unsafe-none' : 'same-origin')

/** Serves files with an ETag and without content sniffing. The folder is listed on first use, to keep the server's start fast. */
function filesOf(path: string, options: Options): RequestHandler {
  let serve: RequestHandler | undefined
  return (req, res, next) => {
    serve ??= sirv(path, { etag: true, setHeaders: (each) => each.setHeader('X-Content-Type-Options', 'nosniff'), ...options })
    serve(req, res, next)
  }
}

/** Paths without pages: unknown URLs get a JSON error, as API clients expect. */
const NOT_PAGES = /^\/(api|assets|static|graphql|inbound|mcp|oauth|downloads|recordings|listen|email|metrics|\.well-known)([/?]|$)/

/** Whether the client accepts HTML. Clients that ask for JSON or another type get a 404. */
const wantsPage = ({ headers: { accept = '*/*' }, url }: Request) => /text\/(html|\*)|\*\/\*/i.test(accept) && !NOT_PAGES.test(url)
