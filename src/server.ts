import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Router } from 'express'
import { useCarrierHosts } from './carriers/hosts.ts'
import { connect, disconnect, requireDatabase } from './db.ts'
import { type Simulator, startSimulator } from './embedded/simulator.ts'
import { VOICE_ENGINES } from './engines.ts'
import type { Env } from './env.ts'
import { connectEvents, disconnectEvents, endStreams } from './events.ts'
import { trustProxies, wholeAddressOf } from './http/address.ts'
import { type Admit, admission } from './http/caller.ts'
import { watchConnections } from './http/connections.ts'
import { dashboard } from './http/dashboard.ts'
import { docsSearch } from './http/docsSearch.ts'
import { downloads } from './http/downloads.ts'
import { graphqlHandler, identifyCaller } from './http/graphql.ts'
import { health } from './http/health.ts'
import { metrics } from './http/metrics.ts'
import { recordingLinks } from './http/recordings.ts'
import { serveSockets } from './http/sockets.ts'
import { strictBody } from './http/strictBody.ts'
import { answerUnreadable } from './http/unreadable.ts'
import { carrierRouter } from './inbound/carriers.ts'
import { providerRouter } from './inbound/providers.ts'
import { startWorker } from './jobs/worker.ts'
import { startLiveness, stopLiveness } from './liveness.ts'
import { log } from './log.ts'
import { closeMail, useMailServer } from './mail.ts'
import { mcpRouter } from './mcp/router.ts'
import { retellProvider } from './providers/retell.ts'
import { vapiProvider } from './providers/vapi.ts'
import { authorizationServer } from './oauth/router.ts'
import { prepareDatabase } from './prepare.ts'
import { houseAccount } from './houseAccount.ts'
import { beginRequest } from './requests.ts'
import { restRouter } from './rest/mount.ts'
import { schema } from './schema/index.ts'
import { keyFor } from './seal.ts'
import * as answers from './services/answers.ts'
import { forgetGuesses } from './services/guesses.ts'
import * as idempotency from './services/idempotency.ts'
import * as leadErrorFiles from './services/leadErrorFiles.ts'
import * as ledger from './services/ledger.ts'
import * as lines from './services/lines.ts'
import { type RateLimits, startRateLimits } from './services/rateLimits.ts'
import * as recordings from './services/recordings.ts'
import { useFileStore } from './services/reportFiles.ts'
import * as results from './services/resultExports.ts'
import { useProvider } from './services/voice.ts'
import { settings } from './settings.ts'
import { localStore } from './storage/localStore.ts'
import { s3Store } from './storage/s3Store.ts'

export interface Running {
  url: string
  simulator: Simulator | null
  /** Stops in order: no new work, requests and jobs under way finish, sockets close, connections end. */
  close(): Promise<void>
}

/** Real vendors may list a call late; for as long nobody can say it was not placed. */
const VENDOR_LIST_LAG_MS = 90_000
const SIMULATOR_LIST_LAG_MS = 2_000
const DRAIN_MS = 20_000

interface Moments {
  /** Once the tables are there, while no other process starts. */
  prepared?: () => Promise<void>
  /** When everything works, before the server says that it is ready. */
  started?: (running: Running) => Promise<void>
}

/** Puts the parts together and starts them on a database. */
export async function startServer(env: Env, databaseUrl: string, { prepared, started }: Moments = {}): Promise<Running> {
  const simulated = !env.RETELL_API_KEY || !env.VAPI_API_KEY
  const simulatedCarriers = (env.CARRIERS ?? (env.RETELL_API_KEY || env.VAPI_API_KEY ? 'live' : 'simulator')) === 'simulator'
  connect(databaseUrl)
  await requireDatabase()
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 })
  const stopListening = watchConnections(server)
  let serve: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) =>
    res.writeHead(503, { 'Retry-After': '1', 'Content-Type': 'application/json' }).end('{"detail":"The server is starting"}')
  server.on('request', (req, res) => serve(req, res))
  answerUnreadable(server)
  const port = await listen(server, env.PORT)
  const publicUrl = (env.PUBLIC_URL ?? `http://127.0.0.1:${port}`).replace(/\/$/, '')
  Object.assign(settings, {
    allowPrivateWebhooks: env.ALLOW_PRIVATE_WEBHOOKS,
    publicUrl,
    bases: env.PUBLIC_URL ? [publicUrl] : [publicUrl, `http://localhost:${port}`],
    simulated,
    simulatedCarriers,
    carrierListLagMs: simulatedCarriers ? SIMULATOR_LIST_LAG_MS : VENDOR_LIST_LAG_MS,
    simulatedEngines: VOICE_ENGINES.filter((engine) => !env[`${engine.toUpperCase() as 'RETELL' | 'VAPI'}_API_KEY`]),
    pace: simulated ? env.SIMULATOR_SPEED : 1,
    keepsLegalHours: env.CALLING_HOURS === 'law',
    accounts: accountsOf(env),
  })
  await prepareDatabase(env, databaseUrl, prepared)
  await lines.prepare()
  await startLiveness(databaseUrl)
  if (env.REDIS_URL) connectEvents(env.REDIS_URL)
  useMailServer(env.SMTP_URL, env.MAIL_FROM)
  trustProxies(env.TRUSTED_PROXIES)
  forgetGuesses()
  const limits = startRateLimits(env.ROLE === 'worker' ? undefined : env.REDIS_URL)
  const admit = admission(limits)
  let simulator: Simulator | null = null
  useFileStore(storeOf(env))
  if (!simulatedCarriers) useCarrierHosts(null)
  const keeper =
    simulated || simulatedCarriers
      ? await startSimulator(
          databaseUrl,
          { speed: env.SIMULATOR_SPEED, port: env.SIMULATOR_PORT, house: houseAccount(), storeKey: Buffer.from(keyFor('simulator store')).toString('hex') },
          (found) => {
            simulator = found
            useProviders(env, found)
            if (simulatedCarriers) useCarrierHosts(`${found.url}/carriers`)
          },
        )
      : null
  if (!keeper) useProviders(env, null)

  const worker = env.ROLE === 'api' ? null : await startWorker()
  const checks = health(env)
  const sockets = env.ROLE === 'worker' ? null : serveSockets(server, admit)
  serve = faces(env, checks.router, admit, limits)
  const running: Running = {
    url: settings.publicUrl,
    get simulator() {
      return simulator
    },
    async close() {
      checks.draining()
      await sockets?.close()
      await endStreams()
      await stopListening(DRAIN_MS)
      await worker?.stop()
      closeMail()
      await answers.close()
      await keeper?.stop()
      disconnectEvents()
      limits.close()
      await stopLiveness()
      await disconnect()
    },
  }
  await started?.(running)
  checks.ready()
  return running
}

/** What each account takes at first, as its provider says; the simulator takes everything unless it is told otherwise. */
const ACCOUNTS = { retell: { maxCalls: 20, callsPerSecond: 1 }, vapi: { maxCalls: 10, callsPerSecond: 1 } }

const accountsOf = (env: Env): typeof settings.accounts => ({
  retell: {
    maxCalls: env.RETELL_MAX_CALLS ?? (env.RETELL_API_KEY ? ACCOUNTS.retell.maxCalls : null),
    callsPerSecond: env.RETELL_CALLS_PER_SECOND ?? (env.RETELL_API_KEY ? ACCOUNTS.retell.callsPerSecond : null),
  },
  vapi: {
    maxCalls: env.VAPI_MAX_CALLS ?? (env.VAPI_API_KEY ? ACCOUNTS.vapi.maxCalls : null),
    callsPerSecond: env.VAPI_CALLS_PER_SECOND ?? (env.VAPI_API_KEY ? ACCOUNTS.vapi.callsPerSecond : null),
  },
})

/** A bucket where one is named, else a folder. */
const storeOf = (env: Env) =>
  env.S3_ENDPOINT
    ? s3Store({ endpoint: env.S3_ENDPOINT, region: env.S3_REGION, accessKeyId: env.S3_ACCESS_KEY_ID!, secretAccessKey: env.S3_SECRET_ACCESS_KEY! })
    : localStore(join(env.DATA_DIR, 'files'))

function useProviders(env: Env, simulator: Simulator | null) {
  const hook = (name: string) => `${settings.publicUrl}/inbound/${name}`
  useProvider(
    retellProvider({
      ...(env.RETELL_API_KEY
        ? { apiKey: env.RETELL_API_KEY, baseUrl: 'https://api.retellai.com', listLagMs: VENDOR_LIST_LAG_MS }
        : { apiKey: simulator!.retellApiKey, baseUrl: `${simulator!.url}/retell`, listLagMs: SIMULATOR_LIST_LAG_MS }),
      webhookUrl: hook('retell'),
    }),
  )
  useProvider(
    vapiProvider({
      ...(env.VAPI_API_KEY
        ? { apiKey: env.VAPI_API_KEY, baseUrl: 'https://api.vapi.ai', listLagMs: VENDOR_LIST_LAG_MS }
        : { apiKey: simulator!.vapiApiKey, baseUrl: `${simulator!.url}/vapi`, listLagMs: SIMULATOR_LIST_LAG_MS }),
      webhookUrl: hook('vapi'),
      webhookSecret: Buffer.from(keyFor('vapi webhook')).toString('hex'),
      ...(env.VAPI_WEBHOOK_CREDENTIAL_ID && {
        webhookCredential: { id: env.VAPI_WEBHOOK_CREDENTIAL_ID, secret: env.VAPI_WEBHOOK_CREDENTIAL_SECRET! },
      }),
    }),
  )
}

/** One router on a bare server: an Express app would cost every request twice as much. */
export function faces(env: Env, checks: Router, admit: Admit, limits: RateLimits) {
  const router = Router()
  router.use(checks)
  router.use(metrics(env.METRICS_TOKEN))
  router.use(providerRouter())
  router.use(carrierRouter())
  if (env.ROLE !== 'worker') {
    router.use(downloads())
    router.use(recordingLinks())
    router.use(
      '/api/v1',
      restRouter({
        schema,
        admit,
        keys: idempotency,
        addressOf: wholeAddressOf,
        openRecording: recordings.open,
        readLedger: ledger.read,
        readLeadErrors: leadErrorFiles.lines,
        openResults: results.open,
      }),
    )
    router.use(mcpRouter({ schema, keys: idempotency, limits, allowedOrigins: env.MCP_ALLOWED_ORIGINS }))
    router.all('/docs/search', docsSearch)
    router.all(
      '/graphql',
      (req, res, next) => (beginRequest(req, res, '/graphql'), next()),
      identifyCaller(admit),
      strictBody,
      (req, res) => graphqlHandler(req, res),
    )
    router.use(authorizationServer(env, limits))
    router.use(dashboard())
  }
  return (req: IncomingMessage, res: ServerResponse) =>
    (router as unknown as (req: IncomingMessage, res: ServerResponse, done: (err?: unknown) => void) => void)(req, res, (err) => {
      // An address that cannot be decoded names nothing; it may hold something secret, so that it is not logged.
      const isOurs = err && !(err instanceof URIError)
      if (isOurs) log.error({ err }, 'a request failed')
      if (!res.headersSent) res.writeHead(isOurs ? 500 : 404, { 'Content-Type': 'application/json' })
      res.end(JSON.stringify({ detail: isOurs ? 'Internal server error' : 'Not Found' }))
    })
}

const listen = (server: ReturnType<typeof createServer>, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken. Set PORT to another one.`) : error),
    )
    server.listen(port, () => resolve((server.address() as AddressInfo).port))
  })
