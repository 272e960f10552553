import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import proxyAddr from 'proxy-addr'
import { z } from 'zod'
import { VOICE_ENGINES, type VoiceEngine } from '../vocabulary/engines.ts'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

const limit = z.coerce.number().int().min(1).max(100_000).optional()
const rate = z.coerce.number().positive().max(1_000).optional()

/** What stands in a list with commas. */
export const listed = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/** An absolute address without a slash at the end: https, or http where it cannot leave this machine, since keys are sent there. */
const vendorUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.canParse(text) && isVendorUrl(new URL(text)), 'must be https (http only on loopback), without a login, a query or a fragment')
  .transform((text) => text.replace(/\/+$/, ''))

const isVendorUrl = ({ protocol, hostname, username, search, hash }: URL) =>
  (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) && !username && !search && !hash

const isOrigin = (text: string) => text === '*' || (URL.canParse(text) && new URL(text).origin === text)

const isKey = (text: string) => z.base64().safeParse(text).success && Buffer.from(text, 'base64').length === 32

const proxies = z
  .string()
  .transform(listed)
  .refine(areProxies, 'must be addresses, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, with commas between them')

function areProxies(entries: string[]): boolean {
  const isNamed = (entry: string) => isIP(entry.split('/', 1)[0]!) > 0 || ['loopback', 'linklocal', 'uniquelocal'].includes(entry)
  try {
    proxyAddr.compile([...entries])
    return entries.every(isNamed)
  } catch {
    return false
  }
}

/**
 * Every setting there is. A wrong value stops the start with a sentence; a missing one has a default that works on
 * a laptop. `.env.example` and docs/settings.md are generated from here.
 */
export const EnvSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4000).describe('Port the server listens on'),
  DATA_DIR: z.string().min(1).default('.data').describe('Where the embedded database and the installation key live'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('PostgreSQL 15 or newer; without it an embedded one is started in DATA_DIR'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('Redis 5 or newer: carries live events between several server processes, and counts their rate limits together'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address at which providers, carriers and browsers reach this server'),
  SIGN_UP: z
    .enum(['open', 'invited', 'off'])
    .optional()
    .describe(
      'Who can create an account: anyone, only holders of an invitation link, or no one. Defaults to invited once a provider or carrier is real, else open',
    ),
  TRUSTED_PROXIES: proxies
    .default([])
    .describe('Proxies whose X-Forwarded-For is believed: addresses, ranges, or loopback, linklocal, uniquelocal, with commas between them'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all').describe('What this process does: serve requests, work on jobs, or both'),
  RETELL_BASE_URL: vendorUrl.default('https://api.retellai.com').describe("Address of Retell's API: https, or http on this machine. Used with RETELL_API_KEY"),
  VAPI_BASE_URL: vendorUrl.default('https://api.vapi.ai').describe("Address of Vapi's API: https, or http on this machine. Used with VAPI_API_KEY"),
  RETELL_API_KEY: z.string().min(1).optional().describe('Use the real Retell; without a provider key its simulator runs'),
  VAPI_API_KEY: z.string().min(1).optional().describe('Use the real Vapi; without a provider key its simulator runs'),
  VAPI_WEBHOOK_CREDENTIAL_ID: z
    .string()
    .min(1)
    .optional()
    .describe("Id of a credential at Vapi that signs its webhooks by HMAC; without it they carry a secret of this installation's"),
  VAPI_WEBHOOK_CREDENTIAL_SECRET: z.string().min(1).optional().describe('The secret key of that credential'),
  RETELL_MAX_CALLS: limit.describe("Calls at once on Retell's account, over all workspaces; 20 unless simulated"),
  VAPI_MAX_CALLS: limit.describe("Calls at once on Vapi's account, over all workspaces; 10 unless simulated"),
  RETELL_CALLS_PER_SECOND: rate.describe('New calls a second on Retell; 1 unless simulated'),
  VAPI_CALLS_PER_SECOND: rate.describe('New calls a second on Vapi; 1 unless simulated'),
  CARRIERS: z
    .enum(['simulator', 'live'])
    .optional()
    .describe('live reaches the real carriers; without it they are simulated while no voice provider has a key'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'An S3-compatible store for the files of reports, with the bucket in its path: https://s3.eu-west-1.amazonaws.com/bucket. Without it they lie in DATA_DIR',
    ),
  S3_REGION: z.string().min(1).default('auto').describe('Its region'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('Who may write there'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('The secret of that key'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('A mail server, smtp://user:password@host:587, for notices by e-mail; without it none are sent'),
  MAIL_FROM: z.string().min(3).default('Callwright <noreply@localhost>').describe('Who e-mails are from'),
  MAILS_AN_HOUR: z.coerce.number().int().min(0).max(1_000_000).default(1_000).describe('Maximum number of emails an hour for all workspaces together'),
  METRICS_TOKEN: z.string().min(16).optional().describe('Bearer token for /metrics. Without it, PORT does not serve /metrics'),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional().describe('Port on 127.0.0.1 that serves /metrics without a token. Off by default'),
  ENCRYPTION_KEY: z
    .string()
    .refine(isKey, 'must be 32 bytes in base64')
    .optional()
    .describe('Seals stored secrets; made and kept in DATA_DIR (or in the given database) when absent'),
  ENCRYPTION_KEY_PREVIOUS: z
    .string()
    .refine((text) => listed(text).every(isKey), 'must be keys of 32 bytes in base64, with commas between them')
    .optional()
    .describe('Older keys, with commas between them, which open what they have sealed until it is sealed anew'),
  ALLOW_PRIVATE_WEBHOOKS: flag.default(false).describe('Permit webhook addresses that are http or in private networks'),
  ALLOW_OPEN_TRANSFERS: flag
    .default(false)
    .describe('Allow transfers to numbers decided by the model or a variable and to SIP addresses, for which no number rules can be checked'),
  MCP_ALLOWED_ORIGINS: z
    .string()
    .transform(listed)
    .refine((origins) => origins.every(isOrigin), 'must be origins such as https://app.example.com, with commas between them, or *')
    .default([])
    .describe('Origins of web pages that may use /mcp from a browser, with commas between them; * is any'),
  MCP_DCR: z.enum(['on', 'off']).default('on').describe('on lets AI clients register themselves when somebody connects them'),
  MCP_CIMD: z
    .enum(['on', 'off'])
    .default('on')
    .describe('on lets AI clients be known by the https address of a document about them, which is fetched from there'),
  PLANS_FILE: z.string().min(1).optional().describe('JSON file with plan limits and their validity dates. Without it, the documented limits apply'),
  PRICES_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('JSON file with prices by destination and their validity dates. Other destinations keep the documented price'),
  CALLING_HOURS: z.enum(['law', 'off']).default('law').describe('off ignores legal calling hours; accepted only while everything is simulated'),
  SIMULATOR_SPEED: z.coerce.number().positive().max(1000).default(4).describe('How much faster than life simulated calls run'),
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65535).default(0).describe('Port of the simulator; 0 takes a free one'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info').describe('How much is logged'),
})
export type Env = z.output<typeof EnvSchema>

/** The settings of this process, with those of a file `.env` beside them. Throws as `readEnv` does. */
export function loadEnv(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readEnv()
}

/** Reads the settings. Empty strings count as absent. Throws one Error that lists every problem by name. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(
    Object.keys(EnvSchema.shape)
      .filter((name) => source[name])
      .map((name) => [name, source[name]]),
  )
  const parsed = EnvSchema.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `  ${String(path[0])}: ${message} (given: ${shown(String(path[0]), source)})`)
    throw new Error(`These settings cannot be used:\n${problems.join('\n')}`)
  }
  if (!parsed.data.VAPI_WEBHOOK_CREDENTIAL_ID !== !parsed.data.VAPI_WEBHOOK_CREDENTIAL_SECRET)
    throw new Error('VAPI_WEBHOOK_CREDENTIAL_ID and VAPI_WEBHOOK_CREDENTIAL_SECRET go together: set both or neither')
  if (parsed.data.S3_ENDPOINT && !(parsed.data.S3_ACCESS_KEY_ID && parsed.data.S3_SECRET_ACCESS_KEY))
    throw new Error('S3_ENDPOINT needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  if (parsed.data.CALLING_HOURS === 'off' && !isAllSimulated(parsed.data))
    throw new Error('CALLING_HOURS=off is accepted only while everything is simulated: no provider has a key, and CARRIERS is not live')
  return parsed.data
}

/** The voice engines without a key: the simulator stands in for them. */
export const simulatedEnginesOf = (env: Env): VoiceEngine[] =>
  VOICE_ENGINES.filter((engine) => !env[`${engine.toUpperCase() as Uppercase<VoiceEngine>}_API_KEY`])

/** Whether the simulator stands in for the carriers: where nothing is said, as long as no voice provider has a key. */
export const simulatesCarriers = (env: Env) => (env.CARRIERS ?? (simulatedEnginesOf(env).length < VOICE_ENGINES.length ? 'live' : 'simulator')) === 'simulator'

/** Whether nothing that this server does can reach a real person. */
export const isAllSimulated = (env: Env) => simulatedEnginesOf(env).length === VOICE_ENGINES.length && simulatesCarriers(env)

const shown = (name: string, source: Record<string, string | undefined>) => (/KEY|URL|SECRET|TOKEN/.test(name) ? 'hidden' : JSON.stringify(source[name]))
