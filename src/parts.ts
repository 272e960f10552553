import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { watchConnections } from './http/connections.ts'
import type { JobsState } from './http/health.ts'
import { setCommonHeaders } from './http/headers.ts'
import { serveMetrics } from './http/metrics.ts'
import { answerUnreadable } from './http/unreadable.ts'
import { startWorker } from './jobs/worker.ts'
import type { Env } from './kernel/config/env.ts'
import { parseHeaders, samplingOf } from './kernel/config/traceSettings.ts'
import { version } from './kernel/config/version.ts'
import { connect, disconnect } from './kernel/db/db.ts'
import { requireDatabase } from './kernel/db/requirements.ts'
import { connectEvents, disconnectEvents } from './kernel/events.ts'
import { processId, startLiveness, stopLiveness } from './kernel/liveness.ts'
import { closeMail, setMailServer } from './kernel/mail.ts'
import { asCurrentServer, emitAsCurrentServer } from './kernel/serverState.ts'
import { tracer } from './kernel/tracing/spans.ts'
import * as callTexts from './services/calls/progress/callTexts.ts'
import * as answers from './services/extraction/answers.ts'
import { rateLimits, startRateLimits } from './services/rateLimits/rateLimits.ts'
import { startReports } from './services/operator/serverProcesses.ts'
import { fileStore } from './services/shared/files.ts'
import * as fileReading from './services/shared/fileReading.ts'
import { localStore } from './storage/localStore.ts'
import { roleKey, type StoreKey } from './storage/storeCredentials.ts'

/** A running part of the server: the values that other parts need, and a function that stops it. */
export type Part<T = object> = T & { stop?: () => unknown }

/** The running parts of a server. `close` stops them in reverse order. */
export function collectParts() {
  const running: Part[] = []
  const add = async <P extends Part>(starting: P | Promise<P>): Promise<P> => {
    const part = await starting
    running.unshift(part)
    return part
  }
  const close = asCurrentServer(async () => {
    for (const part of running.splice(0)) await part.stop?.()
  })
  return { add, close }
}

export async function openDatabase(env: Env, url: string): Promise<Part> {
  connect(url, { size: env.DATABASE_POOL_SIZE, directUrl: env.DATABASE_DIRECT_URL })
  await requireDatabase()
  return { stop: disconnect }
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void
const starting: Handler = (_req, res) =>
  res.writeHead(503, { 'Retry-After': '1', 'Content-Type': 'application/json' }).end('{"detail":"The server is starting. Try again in a moment."}')

/** Opens the port. It responds with 503 until `serve` is called. `drain` waits for active requests, for at most the given milliseconds. */
export async function openPort(wanted: number) {
  let handler = starting
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 })
  emitAsCurrentServer(server)
  server.on('connection', emitAsCurrentServer)
  const drain = watchConnections(server)
  server.on('request', (req, res) => (setCommonHeaders(res), handler(req, res)))
  answerUnreadable(server)
  const number = await new Promise<number>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${wanted} is already in use. Set PORT to another port.`) : error),
    )
    server.listen(wanted, () => resolve((server.address() as AddressInfo).port))
  })
  return { number, server, drain, serve: (next: Handler) => void (handler = next), stop: () => server.close() }
}

export async function openLiveness(databaseUrl: string): Promise<Part> {
  await startLiveness(databaseUrl)
  return { stop: stopLiveness }
}

/** Starts the rate limits, shared by all processes if Redis is set. Workers serve no requests, so they count separately. */
export async function openRateLimits(env: Env) {
  const limits = startRateLimits(
    env.REDIS_URL && env.ROLE !== 'worker' ? (await import('./services/rateLimits/sharedRedis.ts')).connectRedis(env.REDIS_URL) : undefined,
  )
  rateLimits.set(limits)
  return { limits, stop: () => limits.close() }
}

/** Connects events to the other processes if Redis is set. */
export async function openEvents(env: Env): Promise<Part> {
  if (env.REDIS_URL) await connectEvents(env.REDIS_URL)
  return { stop: disconnectEvents }
}

export function openMail(env: Env): Part {
  setMailServer(env.SMTP_URL, env.MAIL_FROM)
  return { stop: closeMail }
}

/** Sets up the file store: an S3 bucket if set, otherwise a folder. `timeoutMs` is how long a request to the bucket may take. */
export async function openFiles(env: Env, timeoutMs?: number): Promise<Part> {
  fileStore.set(env.S3_ENDPOINT ? await openBucket(env, env.S3_ENDPOINT, timeoutMs) : localStore(join(env.DATA_DIR, 'files')))
  return {}
}

async function openBucket(env: Env, endpoint: string, timeoutMs?: number) {
  const { s3Store } = await import('./storage/s3Store.ts')
  return s3Store({ endpoint, region: env.S3_REGION, key: await keyOf(env), timeoutMs })
}

async function keyOf({ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }: Env): Promise<() => Promise<StoreKey>> {
  return accessKeyId && secretAccessKey ? async () => ({ accessKeyId, secretAccessKey }) : roleKey()
}

/** The worker threads, which start when they are first needed. */
export const threads: Part = { stop: () => Promise.all([answers.close(), fileReading.close(), callTexts.close()]) }

export async function openWorker(env: Env): Promise<Part<{ jobs: () => JobsState }>> {
  const started = env.ROLE === 'api' ? null : await startWorker()
  const jobs = () => (started ? (started.isRunning() ? 'running' : 'stopped') : 'off')
  return { jobs, stop: () => started?.stop() }
}

/** Sends traces to a collector if one is set. Only then is the exporter loaded. */
export async function openTracing(env: Env): Promise<Part> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return {}
  const { startTraceExport } = await import('./outbound/traceExport.ts')
  const headers = parseHeaders(env.OTEL_EXPORTER_OTLP_HEADERS ?? '')!
  const resource = { serviceName: env.OTEL_SERVICE_NAME, version, instance: processId() ?? '' }
  const { take, stop } = startTraceExport({ endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, headers, ...resource })
  tracer.set({ take, ...samplingOf(env.OTEL_TRACES_SAMPLER, env.OTEL_TRACES_SAMPLER_ARG) })
  return { stop: () => (tracer.set(null), stop()) }
}

/** Lists this process among those that run, or a child of it, while it runs. */
export const openReports = (role: Env['ROLE'], isRunning = () => true): Promise<Part> => startReports(role, isRunning)

/** Serves metrics on a separate port if METRICS_PORT is set. */
export async function openMetrics(env: Env): Promise<Part> {
  const server = env.METRICS_PORT ? await serveMetrics(env.METRICS_PORT) : null
  return { stop: () => server?.close() }
}
