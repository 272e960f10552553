import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { useCarrierHosts } from './carriers/hosts.ts'
import { connect, disconnect, requireDatabase } from './kernel/db/db.ts'
import { accountsOf } from './kernel/config/engineAccounts.ts'
import { type KeepSimulator, type Simulator, type SimulatorOptions, startSimulator } from './embedded/simulator.ts'
import { type Env, isAllSimulated } from './kernel/config/env.ts'
import { connectEvents, disconnectEvents, endStreams } from './kernel/events.ts'
import { faces } from './faces.ts'
import { trustProxies } from './http/address.ts'
import { admission } from './http/caller.ts'
import { watchConnections } from './http/connections.ts'
import { everyAnswer } from './http/headers.ts'
import { health } from './http/health.ts'
import { serveMetrics } from './http/metrics.ts'
import { watchRevocations } from './http/revocations.ts'
import { serveSockets } from './http/sockets.ts'
import { answerUnreadable } from './http/unreadable.ts'
import { startWorker } from './jobs/worker.ts'
import { startLiveness, stopLiveness } from './kernel/liveness.ts'
import { closeMail, useMailServer } from './kernel/mail.ts'
import { retellProvider } from './providers/retell/retell.ts'
import { vapiProvider } from './providers/vapi/vapi.ts'
import { prepareDatabase, prepareDocumentation } from './prepare.ts'
import { houseAccount } from './kernel/crypto/houseAccount.ts'
import { keyFor } from './kernel/crypto/seal.ts'
import { useAdministratorData } from './services/billing/administratorData.ts'
import * as answers from './services/extraction/answers.ts'
import * as callTexts from './services/calls/progress/callTexts.ts'
import * as providerSlots from './services/voiceProviders/providerSlots.ts'
import { startRateLimits, useRateLimits } from './services/rateLimits/rateLimits.ts'
import * as fileReading from './services/shared/fileReading.ts'
import { useFileStore } from './services/reports/reportFiles.ts'
import { useProvider } from './services/voiceProviders/voiceProviders.ts'
import { settings } from './kernel/config/settings.ts'
import { simulationOf } from './kernel/config/simulation.ts'
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

interface Parts {
  /** Once the tables are there, while no other process starts. */
  prepared?: () => Promise<void>
  /** When everything works, before the server says that it is ready. */
  started?: (running: Running) => Promise<void>
  /** How the simulator is run: as a process of its own, unless said. */
  keepSimulator?: KeepSimulator
}

/** Puts the parts together and starts them on a database. */
export async function startServer(env: Env, databaseUrl: string, { prepared, started, keepSimulator = startSimulator }: Parts = {}): Promise<Running> {
  useAdministratorData(env)
  const simulation = simulationOf(env)
  const { simulatedEngines, simulatedCarriers } = simulation
  connect(databaseUrl)
  await requireDatabase()
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 })
  const stopListening = watchConnections(server)
  let serve: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) =>
    res.writeHead(503, { 'Retry-After': '1', 'Content-Type': 'application/json' }).end('{"detail":"The server is starting. Try again in a moment."}')
  server.on('request', (req, res) => (everyAnswer(res), serve(req, res)))
  answerUnreadable(server)
  const port = await listen(server, env.PORT)
  const publicUrl = (env.PUBLIC_URL ?? `http://127.0.0.1:${port}`).replace(/\/$/, '')
  Object.assign(settings, {
    allowPrivateWebhooks: env.ALLOW_PRIVATE_WEBHOOKS,
    allowOpenTransfers: env.ALLOW_OPEN_TRANSFERS,
    publicUrl,
    bases: env.PUBLIC_URL ? [publicUrl] : [publicUrl, `http://localhost:${port}`],
    signUp: env.SIGN_UP ?? (isAllSimulated(env) ? 'open' : 'invited'),
    ...simulation,
    carrierListLagMs: simulatedCarriers ? SIMULATOR_LIST_LAG_MS : VENDOR_LIST_LAG_MS,
    mailsAnHour: env.MAILS_AN_HOUR,
    keepsLegalHours: env.CALLING_HOURS === 'law',
    accounts: accountsOf(env),
  })
  await prepareDatabase(env, databaseUrl, prepared)
  await providerSlots.prepare()
  if (env.REDIS_URL) connectEvents(env.REDIS_URL)
  useMailServer(env.SMTP_URL, env.MAIL_FROM)
  trustProxies(env.TRUSTED_PROXIES)
  const limits = useRateLimits(startRateLimits(env.ROLE === 'worker' ? undefined : env.REDIS_URL))
  const admit = admission(limits)
  let simulator: Simulator | null = null
  useFileStore(storeOf(env))
  if (!simulatedCarriers) useCarrierHosts(null)
  const keep = async () =>
    simulatedEngines.length > 0 || simulatedCarriers
      ? keepSimulator(databaseUrl, simulatorOptions(env), (found) => {
          simulator = found
          settings.simulatorUrl = found.url
          useProviders(env, found)
          if (simulatedCarriers) useCarrierHosts(`${found.url}/carriers`)
        })
      : null
  const checks = health(env)
  const answerAll = async () => {
    await startLiveness(databaseUrl)
    await prepareDocumentation()
    return faces(env, checks.router, admit, limits)
  }
  // The simulator is a process of its own, and starts meanwhile.
  const [keeper, served] = await Promise.all([keep(), answerAll()])
  if (!keeper) useProviders(env, null)

  const worker = env.ROLE === 'api' ? null : await startWorker()
  const ownMetrics = env.METRICS_PORT ? await serveMetrics(env.METRICS_PORT) : null
  const sockets = env.ROLE === 'worker' ? null : serveSockets(server, admit, limits)
  const stopWatching = watchRevocations()
  serve = served
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
      stopWatching()
      ownMetrics?.close()
      await worker?.stop()
      closeMail()
      await answers.close()
      await fileReading.close()
      await callTexts.close()
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

/** A bucket where one is named, else a folder. */
const storeOf = (env: Env) =>
  env.S3_ENDPOINT
    ? s3Store({ endpoint: env.S3_ENDPOINT, region: env.S3_REGION, accessKeyId: env.S3_ACCESS_KEY_ID!, secretAccessKey: env.S3_SECRET_ACCESS_KEY! })
    : localStore(join(env.DATA_DIR, 'files'))

const simulatorOptions = (env: Env): SimulatorOptions => ({
  speed: env.SIMULATOR_SPEED,
  port: env.SIMULATOR_PORT,
  house: houseAccount(),
  allowPrivateTools: env.ALLOW_PRIVATE_WEBHOOKS,
  storeKey: Buffer.from(keyFor('simulator store')).toString('hex'),
})

function useProviders(env: Env, simulator: Simulator | null) {
  useProvider(
    retellProvider(
      env.RETELL_API_KEY
        ? { apiKey: env.RETELL_API_KEY, baseUrl: env.RETELL_BASE_URL, listLagMs: VENDOR_LIST_LAG_MS }
        : { apiKey: simulator!.retellApiKey, baseUrl: `${simulator!.url}/retell`, listLagMs: SIMULATOR_LIST_LAG_MS },
    ),
  )
  useProvider(
    vapiProvider({
      ...(env.VAPI_API_KEY
        ? { apiKey: env.VAPI_API_KEY, baseUrl: env.VAPI_BASE_URL, listLagMs: VENDOR_LIST_LAG_MS }
        : { apiKey: simulator!.vapiApiKey, baseUrl: `${simulator!.url}/vapi`, listLagMs: SIMULATOR_LIST_LAG_MS }),
      ...(env.VAPI_WEBHOOK_CREDENTIAL_ID && {
        webhookCredential: { id: env.VAPI_WEBHOOK_CREDENTIAL_ID, secret: env.VAPI_WEBHOOK_CREDENTIAL_SECRET! },
      }),
    }),
  )
}

const listen = (server: ReturnType<typeof createServer>, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is already in use. Set PORT to another port.`) : error),
    )
    server.listen(port, () => resolve((server.address() as AddressInfo).port))
  })
