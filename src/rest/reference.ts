import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Work } from './serve.ts'

const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

const PAGE = '/docs'
/** The version is part of the path, so the files at a path never change. */
const ASSETS = `${PAGE}/${version}`
const MOUNT = '/api/v1'
const TEXT = 'charset=utf-8'

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Callwright API reference</title>
    <link rel="icon" type="image/png" href="${MOUNT}${ASSETS}/favicon-32x32.png">
    <link rel="stylesheet" href="${MOUNT}${ASSETS}/swagger-ui.css">
    <link rel="stylesheet" href="${MOUNT}${PAGE}/page.css">
  </head>
  <body>
    <main id="reference"></main>
    <noscript>This page requires JavaScript. You can read <a href="${MOUNT}/openapi.json">openapi.json</a> instead.</noscript>
    <script src="${MOUNT}${ASSETS}/swagger-ui-bundle.js"></script>
    <script src="${MOUNT}${PAGE}/page.js"></script>
  </body>
</html>
`

const css = `body { margin: 0 }
`

// Only the page holds keys, and it sends no requests to other hosts.
const script = `SwaggerUIBundle({
  url: '${MOUNT}/openapi.json',
  dom_id: '#reference',
  layout: 'BaseLayout',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
})
`

/** Swagger UI needs only this server, and images in its style sheet. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface File {
  path: string
  type: string
  /** Value of the Cache-Control header. */
  cache: string
  read: () => Promise<Buffer>
}

const inlineFile = (path: string, type: string, text: string): File => ({ path, type, cache: 'no-cache', read: async () => Buffer.from(text) })
const packageFile = (name: string, type: string): File => ({
  path: `${ASSETS}/${name}`,
  type,
  cache: 'public, max-age=31536000, immutable',
  read: () => readFile(join(dirname(manifest), name)),
})

const FILES = [
  inlineFile(PAGE, `text/html; ${TEXT}`, html),
  inlineFile(`${PAGE}/page.css`, `text/css; ${TEXT}`, css),
  inlineFile(`${PAGE}/page.js`, `text/javascript; ${TEXT}`, script),
  packageFile('swagger-ui.css', `text/css; ${TEXT}`),
  packageFile('swagger-ui-bundle.js', `text/javascript; ${TEXT}`),
  packageFile('favicon-32x32.png', 'image/png'),
]

/** Routes of the interactive reference: a page and its files, all served from this server. They require no key. */
export const reference = FILES.map((file) => ({ method: 'GET', path: file.path, work: serveFile(file) }))

const ENCODERS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
  identity: async (bytes: Buffer) => bytes,
}
type Encoding = keyof typeof ENCODERS

/** Serves a file. Each encoding is computed once, on first use. */
function serveFile({ type, cache, read }: File): Work {
  const encodedFiles = new Map<Encoding, Promise<Buffer>>()
  const inEncoding = (encoding: Encoding) => {
    const cached = encodedFiles.get(encoding)
    if (cached) return cached
    const bytes = read().then(ENCODERS[encoding])
    encodedFiles.set(encoding, bytes)
    bytes.catch(() => encodedFiles.delete(encoding))
    return bytes
  }
  return async ({ req, res }) => {
    const encoding = type.startsWith('image/') ? 'identity' : chooseEncoding(req.headers['accept-encoding'])
    const bytes = await inEncoding(encoding)
    res.writeHead(200, {
      'Content-Type': type,
      'Content-Length': bytes.length,
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      Vary: 'Accept-Encoding',
      'Cache-Control': cache,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    })
    res.end(bytes)
    return null
  }
}

/** Picks the best encoding that the browser accepts. */
function chooseEncoding(accepted = ''): Encoding {
  const offers = accepted.split(',').map((offer) => offer.trim().split(/\s*;\s*q=/))
  const takes = (name: string) => offers.some(([encoding, weight]) => encoding === name && Number(weight ?? 1) > 0)
  return (['br', 'gzip'] as const).find(takes) ?? 'identity'
}
