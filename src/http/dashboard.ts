import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Request, type Response, Router } from 'express'
import sirv, { type Options } from 'sirv'
import { ROOT } from '../kernel/config/root.ts'

const folder = join(ROOT, 'dist/web')

/** Nothing but our own files, and the styles that carry this answer's nonce; nobody may frame us. */
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
 * The dashboard: its files, whose names change with their contents, compressed when they were built; and its page at
 * every other address that a browser opens. Where it was not built nothing answers here.
 */
export function dashboard(): Router {
  const router = Router()
  if (!existsSync(join(folder, 'index.html'))) return router
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  router.use('/assets', filesOf(join(folder, 'assets'), { immutable: true, maxAge: 31_536_000, brotli: true, gzip: true }))
  router.use('/static', filesOf(join(folder, 'static'), { maxAge: 3600, brotli: true, gzip: true }))
  // Whoever leaves out docs/ does without its pictures, as without its pages.
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

/** Some apps open the page that asks for consent in a window of their own, and wait for it to come back to them: it must not lose its opener. */
const openerPolicy = (url: string) => (url.startsWith('/connect/') ? 'unsafe-none' : 'same-origin')

/** Files that browsers take for what they are named, and ask for again by their mark. */
const filesOf = (path: string, options: Options) =>
  sirv(path, { etag: true, setHeaders: (res) => res.setHeader('X-Content-Type-Options', 'nosniff'), ...options })

/** Below these there are no pages: an unknown address is told in JSON, as clients of the API expect. */
const NOT_PAGES = /^\/(api|assets|static|graphql|inbound|mcp|oauth|downloads|recordings|listen|email|metrics|\.well-known)([/?]|$)/

/** A client that takes HTML or anything, or does not say what, is shown a page. One that asks for JSON or another type is told 404. */
const wantsPage = ({ headers: { accept = '*/*' }, url }: Request) => /text\/(html|\*)|\*\/\*/i.test(accept) && !NOT_PAGES.test(url)
