import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Router } from 'express'
import { registry } from '../kernel/metrics.ts'
import { sameSecret } from '../kernel/crypto/sameSecret.ts'

/** `/metrics` for Prometheus, for requests with the token; without a token nothing answers here. */
export function metrics(token: string | undefined): Router {
  const router = Router()
  router.get('/metrics', (req, res) => {
    const given = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? '')?.[1]
    return token !== undefined && given !== undefined && sameSecret(given, token) ? tell(res) : refuse(res)
  })
  return router
}

/** What names this machine to itself: a page that another site leads here by its own name is not answered. */
const OWN_NAME = /^(127\.0\.0\.1|localhost)(:\d+)?$/

/**
 * Serves the same at 127.0.0.1 on a port of its own, without a token: nothing that comes through the server's proxy arrives there. Answers
 * its port, and how to stop. Rejects when the port is taken.
 */
export async function serveMetrics(port: number): Promise<{ port: number; close(): void }> {
  const server = createServer((req: IncomingMessage, res) =>
    req.method === 'GET' && req.url === '/metrics' && OWN_NAME.test(req.headers.host ?? '') ? void tell(res) : refuse(res),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is already in use. Set METRICS_PORT to another port.`) : error),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: taken } = server.address() as { port: number }
  return { port: taken, close: () => (server.close(), server.closeAllConnections()) }
}

async function tell(res: ServerResponse) {
  const text = await registry.metrics()
  res.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text)
}

const refuse = (res: ServerResponse) => void res.writeHead(404, { 'Content-Type': 'application/json' }).end('{"detail":"Not Found"}')
