import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { SMOKE_COMMAND } from '../../../kernel/config/commandLine.ts'
import { type Env, isAllSimulated } from '../../../kernel/config/env.ts'
import { parseHeaders, tracesUrlOf } from '../../../kernel/config/traceSettings.ts'
import { verifyMailServer } from '../../../kernel/mail.ts'
import { VOICE_ENGINES, type VoiceEngine } from '../../../kernel/vocabulary/engines.ts'
import { webhookTokenOf } from '../../../kernel/crypto/webhookTokens.ts'
import { exchange, type ExchangeResult } from '../../../outbound/exchange.ts'
import { createRetellProvider } from '../../../providers/retell/retell.ts'
import { createVapiProvider } from '../../../providers/vapi/vapi.ts'
import type { FileStore } from '../../../storage/fileStore.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const TIMEOUT_MS = 10_000
const MIN_REDIS = 5

/** Checks Redis, if it is set. */
export async function checkRedis({ REDIS_URL: url }: Env): Promise<Finding> {
  const { ok, failure } = findingsOf('redis')
  if (!url) return ok('Redis is not set, which one process does not need.')
  const { Redis } = await import('../../../kernel/redis.ts')
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let failed: Error | undefined
  redis.on('error', (error) => (failed = error))
  try {
    await redis.connect()
    const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'unknown'
    return Number.parseInt(version, 10) < MIN_REDIS
      ? failure(`Redis ${version} is too old.`, `Use Redis ${MIN_REDIS} or newer, or Valkey.`)
      : ok(`Redis ${version} answers.`)
  } catch (error) {
    return failure(`Redis cannot be used: ${reasonOf(failed ?? error)}`, 'Start Redis, or correct REDIS_URL.')
  } finally {
    redis.disconnect()
  }
}

/** Checks that the mail server accepts a connection and the password, if one is set. Sends nothing. */
export async function checkMail({ SMTP_URL: url }: Env): Promise<Finding> {
  const { ok, failure } = findingsOf('mail')
  if (!url) return ok('No mail server is set, so no emails are sent.')
  return verifyMailServer().then(
    () => ok('The mail server accepts the connection. To send a test email, run "mail test --to you@example.com".'),
    (error: unknown) => failure(`The mail server cannot be used: ${reasonOf(error)}`, 'Correct SMTP_URL, or allow the connection in your firewall.'),
  )
}

const createProvider = (engine: VoiceEngine, env: Env) =>
  engine === 'retell'
    ? createRetellProvider({ apiKey: env.RETELL_API_KEY!, baseUrl: env.RETELL_BASE_URL, listLagMs: 0 })
    : createVapiProvider({ apiKey: env.VAPI_API_KEY!, baseUrl: env.VAPI_BASE_URL, listLagMs: 0 })

/** Checks the keys of the voice providers by asking for a call that does not exist. */
export const checkProviders = (env: Env): Promise<Finding[]> =>
  Promise.all(
    VOICE_ENGINES.map(async (engine) => {
      const { ok, failure } = findingsOf(engine)
      const setting = engine === 'retell' ? 'RETELL_API_KEY' : 'VAPI_API_KEY'
      if (!env[setting]) return ok('Calls are simulated.')
      return createProvider(engine, env)
        .getCall(randomUUID())
        .then(
          () => ok('The API key works.'),
          (error: unknown) =>
            failure(
              `The API key cannot be used: ${reasonOf(error)}`,
              `Correct ${setting}, or allow requests to the provider in your firewall. "${SMOKE_COMMAND}" tests everything.`,
            ),
        )
    }),
  )

const CONTENT = 'written by doctor'

/** Checks that files can be stored: opens the store, writes a small file and deletes it. */
export async function checkFiles(env: Env, open: () => Promise<FileStore>): Promise<Finding> {
  const { ok, failure } = findingsOf('files')
  const key = `doctor/${randomUUID()}`
  try {
    const store = await open()
    await store.write(key, Readable.from([Buffer.from(CONTENT)]), 'text/plain')
    const stored = await store.read(key)
    if (!stored || (await text(stored)) !== CONTENT) throw new Error('a file that was written cannot be read')
    await store.remove(key)
    return ok(env.S3_ENDPOINT ? 'The S3 store accepts files.' : 'DATA_DIR accepts files.')
  } catch (error) {
    return failure(
      `Files cannot be stored: ${reasonOf(error)}`,
      env.S3_ENDPOINT ? 'Correct S3_ENDPOINT, and its keys or the role.' : 'Make DATA_DIR writable for the user of the server.',
    )
  }
}

export const isHealthy = ({ status, body }: ExchangeResult) => status === 200 && body.toString() === '{"status":"ok"}'
export const get = (url: string) =>
  exchange({ url: new URL(url), method: 'GET', headers: {}, signal: AbortSignal.timeout(TIMEOUT_MS), guard: null, maxBytes: 65_536 })

/** Webhooks are accepted by POST alone, which a GET learns without changing anything. */
const isWebhookPath = ({ status, headers }: ExchangeResult) => status === 405 && headers.allow === 'POST'
const PROBES = [{ path: '/healthz', isOurs: isHealthy }, ...VOICE_ENGINES.map((engine) => ({ path: `/inbound/${engine}`, isOurs: isWebhookPath }))]

/** A webhook URL that servers of this database issue, whether or not its agent exists. */
const issuedPath = () => `/inbound/retell/${webhookTokenOf('retell', { kind: 'agent', workspaceId: 1, id: 1 })}`

/**
 * Checks from here that PUBLIC_URL leads to a Callwright server, also the paths of webhooks. If the keys are loaded (`hasKeys`), also that it is a server of
 * this database and not another one.
 */
export async function checkPublicUrl(env: Env, hasKeys = false): Promise<Finding> {
  const { ok, failure } = findingsOf('webhooks')
  if (!env.PUBLIC_URL)
    return isAllSimulated(env)
      ? ok('PUBLIC_URL is not set, which simulated calls do not need.')
      : failure('PUBLIC_URL is not set.', 'Set PUBLIC_URL to the https URL of this server.')
  const base = env.PUBLIC_URL.replace(/\/$/, '')
  const advice = 'Start the server, and check PUBLIC_URL, its DNS record, its certificate, and that the proxy passes on all paths.'
  try {
    for (const { path, isOurs } of PROBES) {
      const answer = await get(`${base}${path}`)
      if (!isOurs(answer)) return failure(`${base}${path} does not lead to Callwright (status ${answer.status}).`, advice)
    }
    if (hasKeys && !isWebhookPath(await get(`${base}${issuedPath()}`)))
      return failure(
        `${base} leads to another Callwright server, which has another database.`,
        'Correct PUBLIC_URL, its DNS record or the proxy. Otherwise, webhooks of your calls go to the other server, which refuses them.',
      )
    return ok(`${base} leads to Callwright.`)
  } catch (error) {
    return failure(`${base} cannot be reached from this machine: ${reasonOf(error)}`, advice)
  }
}

/** Checks that the collector takes traces, if one is set. Sends an empty list of them. */
export async function checkCollector({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers }: Env): Promise<Finding> {
  const { ok, failure } = findingsOf('traces')
  if (!endpoint) return ok('No collector is set, so nothing is traced.')
  const request = {
    url: tracesUrlOf(endpoint),
    method: 'POST',
    headers: { ...parseHeaders(headers ?? ''), 'content-type': 'application/json' },
    body: '{"resourceSpans":[]}',
  }
  try {
    const { status, headers: answered } = await exchange({ ...request, signal: AbortSignal.timeout(TIMEOUT_MS), guard: null, maxBytes: 65_536 })
    return status < 300 && !/html/.test(answered['content-type'] ?? '')
      ? ok('The collector takes traces.')
      : failure(
          `The collector refuses traces (status ${status}).`,
          'Correct OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS. It must take OTLP over HTTP in JSON.',
        )
  } catch (error) {
    return failure(`The collector cannot be reached: ${reasonOf(error)}`, 'Start the collector, or correct OTEL_EXPORTER_OTLP_ENDPOINT.')
  }
}
