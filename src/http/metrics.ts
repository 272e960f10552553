import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Router } from 'express'
import { gatherMetrics } from '../kernel/metrics.ts'
import { asCurrentServer } from '../kernel/serverState.ts'
import { tracer } from '../kernel/tracing/spans.ts'
import { measure } from '../services/operator/stateMetrics.ts'
import { sameSecret } from '../kernel/crypto/sameSecret.ts'

/** Serves `/metrics` for Prometheus to requests with the token. Without a configured token it serves nothing. */
export function createMetricsRouter(token: string | undefined): Router {
  const router = Router()
  router.get('/metrics', (req, res) => {
    const sentToken = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? '')?.[1]
    return token !== undefined && sentToken !== undefined && sameSecret(sentToken, token) ? sendMetrics(req, res) : sendNotFound(res)
  })
  return router
}

/** Host headers of this machine. Rejects pages of other sites that resolve to this machine (DNS rebinding). */
const OWN_NAME = /^(127\.0\.0\.1|localhost)(:\d+)?$/

/**
 * Serves `/metrics` without a token on its own port of 127.0.0.1, which the server's proxy does not reach. Resolves to the port and a close
 * function. Rejects if the port is in use.
 */
export async function serveMetrics(port: number): Promise<{ port: number; close(): void }> {
  const answer = (req: IncomingMessage, res: ServerResponse) =>
    req.method === 'GET' && req.url === '/metrics' && OWN_NAME.test(req.headers.host ?? '') ? void sendMetrics(req, res) : sendNotFound(res)
  const server = createServer(asCurrentServer(answer))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is already in use. Set METRICS_PORT to another port.`) : error),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: taken } = server.address() as { port: number }
  return { port: taken, close: () => (server.close(), server.closeAllConnections()) }
}

/** Sends OpenMetrics if the client reads it and there are traces to name. */
async function sendMetrics({ headers }: IncomingMessage, res: ServerResponse) {
  await measure()
  const registry = gatherMetrics({ isOpenMetrics: tracer() !== null && headers.accept?.includes('application/openmetrics-text') === true })
  const text = await registry.metrics()
  res.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text)
}

const sendNotFound = (res: ServerResponse) => void res.writeHead(404, { 'Content-Type': 'application/json' }).end('{"detail":"Not Found"}')
