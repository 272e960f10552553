import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Router } from 'express'
import { registry } from '../metrics.ts'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** `/metrics` for Prometheus: for who sends the token, or, where none is set, for this machine itself and not what comes through a proxy. */
export function metrics(token: string | undefined): Router {
  const router = Router()
  router.get('/metrics', async (req, res) => {
    if (!mayRead(req, token)) return void res.writeHead(404, { 'Content-Type': 'application/json' }).end('{"detail":"Not Found"}')
    const text = await registry.metrics()
    res.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text)
  })
  return router
}

function mayRead({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return LOOPBACK.test(socket.remoteAddress ?? '') && !headers['x-forwarded-for'] && !headers.forwarded
  const given = Buffer.from(/^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
