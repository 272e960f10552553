import { existsSync } from 'node:fs'
import { z } from 'zod'
import { LOG_LEVELS } from '../log.ts'
import { VOICE_ENGINES, type VoiceEngine } from '../vocabulary/engines.ts'
import { findSettingConflict } from './settingConflicts.ts'
import { readSettingFiles } from './settingFiles.ts'
import { baseUrl, isKey, isOrigin, lines, mailbox, proxies, splitList, urlWith, vendorUrl } from './settingTypes.ts'
import { TRACE_SETTINGS } from './traceSettings.ts'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

const limit = z.coerce.number().int().min(1).max(100_000).optional()
const days = (byDefault: number) => z.coerce.number().int().min(1).max(3_650).default(byDefault)
const rate = z.coerce.number().positive().max(1_000).optional()

/**
 * All settings. An invalid value stops the server at start with a message; a missing one has a default that works on a laptop.
 * `.env.example` and docs/settings.md are generated from this schema.
 */
export const EnvSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4000).describe('Port that the server listens on.'),
  DATA_DIR: z.string().min(1).default('.data').describe('Directory for the embedded database and the encryption key.'),
  DATABASE_URL: urlWith('postgres', 'postgresql')
    .optional()
    .describe('URL of a PostgreSQL database, version 15 or newer. Without it, an embedded database runs in DATA_DIR.'),
  DATABASE_DIRECT_URL: urlWith('postgres', 'postgresql')
    .optional()
    .describe(
      'URL of the database itself if DATABASE_URL is a connection pooler in transaction mode, such as PgBouncer. Locks, notifications and migrations use it.',
    ),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(6)
    .max(1_000)
    .default(30)
    .describe('Most connections of one process to the database. A third is for reads. A process needs about five more for locks and jobs.'),
  REDIS_URL: urlWith('redis', 'rediss')
    .optional()
    .describe('URL of a Redis server, version 5 or newer. It shares live events and rate limits between several server processes.'),
  PUBLIC_URL: baseUrl.optional().describe('URL at which voice providers, carriers and browsers reach this server.'),
  SIGN_UP: z
    .enum(['open', 'invited', 'off'])
    .optional()
    .describe(
      'Who can create an account: anyone (open), only people with an invitation link (invited), or no one (off). Defaults to open while everything is simulated, otherwise to invited.',
    ),
  TRUSTED_PROXIES: proxies
    .default([])
    .describe('Proxies whose X-Forwarded-For header is trusted. A comma-separated list of addresses, ranges, or loopback, linklocal, uniquelocal.'),
  ROLE: z
    .enum(['all', 'api', 'worker', 'simulator'])
    .default('all')
    .describe('What this process does: serve requests (api), run jobs (worker), both (all), or only run the simulator (simulator).'),
  RETELL_BASE_URL: vendorUrl
    .default('https://api.retellai.com')
    .describe('URL of the Retell API. Must use https, or http on this machine. Used with RETELL_API_KEY.'),
  VAPI_BASE_URL: vendorUrl.default('https://api.vapi.ai').describe('URL of the Vapi API. Must use https, or http on this machine. Used with VAPI_API_KEY.'),
  RETELL_API_KEY: z.string().min(1).optional().describe('API key of Retell. Without it, Retell is simulated.'),
  VAPI_API_KEY: z.string().min(1).optional().describe('API key of Vapi. Without it, Vapi is simulated.'),
  VAPI_WEBHOOK_CREDENTIAL_ID: z
    .string()
    .min(1)
    .optional()
    .describe('ID of a Vapi credential that signs Vapi webhooks with HMAC. Without it, the webhooks carry a secret of this server.'),
  VAPI_WEBHOOK_CREDENTIAL_SECRET: z.string().min(1).optional().describe('Secret key of the Vapi webhook credential.'),
  RETELL_MAX_CALLS: limit.describe(
    'Maximum number of concurrent calls on the Retell account, across all workspaces. Defaults to 20 unless Retell is simulated.',
  ),
  VAPI_MAX_CALLS: limit.describe('Maximum number of concurrent calls on the Vapi account, across all workspaces. Defaults to 10 unless Vapi is simulated.'),
  RETELL_CALLS_PER_SECOND: rate.describe('Maximum number of new calls per second on Retell. Defaults to 1 unless Retell is simulated.'),
  VAPI_CALLS_PER_SECOND: rate.describe('Maximum number of new calls per second on Vapi. Defaults to 1 unless Vapi is simulated.'),
  CARRIERS: z
    .enum(['simulator', 'live'])
    .optional()
    .describe('Whether carriers are real (live) or simulated (simulator). Defaults to simulator while no voice provider has a key, otherwise to live.'),
  S3_ENDPOINT: urlWith('https', 'http')
    .optional()
    .describe(
      'URL of an S3-compatible store for exports and copies of recordings, with the bucket in the path, such as https://s3.eu-west-1.amazonaws.com/bucket. Without it, the files are stored in DATA_DIR.',
    ),
  S3_REGION: z.string().min(1).default('auto').describe('Region of the S3 store.'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('Access key ID for the S3 store. Without it, the role that the server runs with at AWS applies.'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret access key for the S3 store.'),
  KEEP_RECORDINGS: z
    .enum(['off', 'copy', 'move'])
    .default('off')
    .describe(
      'Whether recordings stay at the voice provider (off), are also copied to the file storage of this server (copy), or are deleted at the provider after the copy (move). Providers delete their transcript too.',
    ),
  SMTP_URL: urlWith('smtp', 'smtps')
    .optional()
    .describe('URL of a mail server for alert emails, such as smtp://user:password@host:587. Without it, no emails are sent.'),
  MAIL_FROM: mailbox.default('Callwright <noreply@localhost>').describe('Sender of the emails.'),
  MAILS_AN_HOUR: z.coerce.number().int().min(0).max(1_000_000).default(1_000).describe('Maximum number of emails per hour, across all workspaces.'),
  PROVIDER_EVENT_RETENTION_DAYS: days(7).describe(
    'Days that the webhooks received from voice providers are kept. Their content is in the calls. They are deleted within a day after.',
  ),
  WEBHOOK_RETENTION_DAYS: days(30).describe(
    'Days that webhook deliveries are kept, with their bodies and attempts. They are deleted by whole months, at most a month later.',
  ),
  DECISION_RETENTION_DAYS: days(730).describe(
    'Days that decisions are kept about why a lead was called, postponed or closed. They are deleted by whole months, at most a month later.',
  ),
  REGISTER_UPLOAD_MB: limit.default(256).describe('Largest do-not-call register that a workspace can upload, in megabytes. One has about 80,000 numbers.'),
  METRICS_TOKEN: z.string().min(16).optional().describe('Bearer token for /metrics. Without it, PORT does not serve /metrics.'),
  DEMO: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether the first start creates the workspace "Demo" if everything is simulated and the database is empty.'),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional().describe('Port on 127.0.0.1 that serves /metrics without a token. Off by default.'),
  ...TRACE_SETTINGS,
  ENCRYPTION_KEY: z
    .string()
    .refine(isKey, 'must be 32 bytes in base64')
    .optional()
    .describe(
      'Key that encrypts stored secrets, 32 bytes in base64. Without it, the server creates a key and stores it in DATA_DIR, or in the database of DATABASE_URL.',
    ),
  ENCRYPTION_KEY_PREVIOUS: z
    .string()
    .refine((text) => splitList(text).every(isKey), 'must be a comma-separated list of keys, each 32 bytes in base64')
    .optional()
    .describe('Comma-separated list of earlier encryption keys. They decrypt stored secrets until the secrets are encrypted with the current key.'),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12)
    .optional()
    .describe('Passphrase of the commands backup and restore, at least 12 characters. With it, backups are encrypted.'),
  ALLOW_PRIVATE_WEBHOOKS: flag.default(false).describe('Whether webhook URLs can use http or point to private networks.'),
  ALLOW_OPEN_TRANSFERS: flag
    .default(false)
    .describe('Whether agents can transfer calls to SIP addresses and to numbers chosen by the model or a variable. No number rules can be checked for these.'),
  MCP_ALLOWED_ORIGINS: z
    .string()
    .transform(splitList)
    .refine((origins) => origins.every(isOrigin), 'must be a comma-separated list of origins such as https://app.example.com, or *')
    .default([])
    .describe('Comma-separated list of origins whose web pages can use /mcp from a browser. * allows every origin.'),
  MCP_DCR: z.enum(['on', 'off']).default('on').describe('Whether AI clients can register themselves when a user connects them.'),
  MCP_CIMD: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether AI clients can identify themselves with the https URL of a metadata document. The server fetches the document.'),
  BILLING_URL: urlWith('https', 'http')
    .max(2048)
    .optional()
    .describe('Page on which your customers add funds. The dashboard opens it with the button Add funds. Without it, the dashboard says to ask you.'),
  INVOICE_ISSUER: lines(8, 600)
    .optional()
    .describe('Name, address and tax ID of who issues the invoices, as they stand on them. Lines are separated by \\n. Without it, invoices name no issuer.'),
  PLANS_FILE: z.string().min(1).optional().describe('JSON file with plan limits and their validity dates. Without it, the documented limits apply.'),
  PRICES_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('JSON file with prices by destination and their validity dates. Other destinations keep the documented price.'),
  RULES_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('JSON file with legal calling hours, and rules on consent and recording, by place and with validity dates. Other places keep the built-in rule.'),
  CALLING_HOURS: z
    .enum(['law', 'off'])
    .default('law')
    .describe('Whether legal calling hours apply (law) or are ignored (off). off is accepted only while everything is simulated.'),
  SIMULATOR_SPEED: z.coerce.number().positive().max(1000).default(4).describe('Speed of simulated calls relative to real time.'),
  SIMULATOR_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe('Port of the simulator. Defaults to 4010, or to a free port while another program uses it. 0 selects a free port.'),
  SIMULATOR_URL: baseUrl
    .optional()
    .describe(
      'URL of the simulator if a process with ROLE=simulator runs it, the same for all processes of a database. Without it, a server runs the simulator, on loopback.',
    ),
  SIMULATOR_CALLBACK_URL: baseUrl
    .optional()
    .describe('URL at which the simulator reaches the servers instead of PUBLIC_URL, for example inside a private network. Set it where the simulator runs.'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info').describe('Minimum level of log messages.'),
})
export type Env = z.output<typeof EnvSchema>

/** Loads the settings from the environment and an `.env` file. Throws as `readEnv` does. */
export function loadEnv(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readEnv()
}

/** Reads the settings and the files that they are in. Empty strings count as absent. Throws one Error that lists every problem by name. */
export function readEnv(variables: Record<string, string | undefined> = process.env): Env {
  const source = readSettingFiles(Object.keys(EnvSchema.shape), variables)
  const nonEmpty = Object.fromEntries(
    Object.keys(EnvSchema.shape)
      .filter((name) => source[name])
      .map((name) => [name, source[name]]),
  )
  const parsed = EnvSchema.safeParse(nonEmpty, {
    error: ({ code, input }) => (code === 'invalid_type' && Number.isNaN(input) ? 'must be a number' : undefined),
  })
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `  ${String(path[0])}: ${message} (given: ${displayValue(String(path[0]), source)})`)
    throw new Error(`Invalid settings:\n${problems.join('\n')}`)
  }
  const conflict = findSettingConflict(parsed.data, isAllSimulated(parsed.data))
  if (conflict) throw new Error(conflict)
  return parsed.data
}

/** Returns the voice engines without an API key, which the simulator replaces. */
export const simulatedEnginesOf = (env: Env): VoiceEngine[] =>
  VOICE_ENGINES.filter((engine) => !env[`${engine.toUpperCase() as Uppercase<VoiceEngine>}_API_KEY`])

/** Whether the simulator replaces the carriers. By default, while no voice provider has an API key. */
export const simulatesCarriers = (env: Env) => (env.CARRIERS ?? (simulatedEnginesOf(env).length < VOICE_ENGINES.length ? 'live' : 'simulator')) === 'simulator'

/** Whether nothing that this server does can reach a real person. */
export const isAllSimulated = (env: Env) => simulatedEnginesOf(env).length === VOICE_ENGINES.length && simulatesCarriers(env)

const displayValue = (name: string, source: Record<string, string | undefined>) =>
  /KEY|URL|SECRET|TOKEN|PASSPHRASE|OTLP/.test(name) ? 'hidden' : JSON.stringify(source[name])
