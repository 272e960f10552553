import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { withAuditContext } from '../kernel/auditContext.ts'
import { connect, disconnect, requireDatabase } from '../kernel/db/db.ts'
import { findRunningPostgres, startPostgres } from '../embedded/postgres.ts'
import { type Env, loadEnv } from '../kernel/config/env.ts'
import { DomainError } from '../kernel/vocabulary/errors.ts'
import { loadKeys } from '../kernel/crypto/keys.ts'
import { closeMail, setMailServer } from '../kernel/mail.ts'
import { prepareDatabase } from '../prepare.ts'
import { useAdministratorData } from '../services/billing/administratorData.ts'
import { settings } from '../kernel/config/settings.ts'
import { simulationOf } from '../kernel/config/simulation.ts'
import { commands, HELP } from './commands.ts'

const OPTIONS = ['name', 'plan', 'wallet', 'scopes', 'email', 'workspace', 'amount', 'reason', 'ref', 'key', 'token', 'app', 'from', 'to', 'included-minutes']

/** Runs `npm run admin -- …`, the server administrator's commands, on the running or configured database. */
async function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      ...Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])),
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const { help, json, ...options } = values as Record<string, string | undefined> & { help?: boolean; json?: boolean }
  if (help) return void process.stdout.write(`${HELP}\n`)
  const name = positionals.join(' ')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return fail(name ? `Unknown command "${name}".\n\n${HELP}` : HELP)
  const env = loadEnv()
  Object.assign(settings, simulationOf(env))
  settings.publicUrl = (env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`).replace(/\/$/, '')
  useAdministratorData(env)
  setMailServer(env.SMTP_URL, env.MAIL_FROM)
  await withDatabase(env, async () => {
    const result = await withAuditContext({ kind: 'operator', operation: name }, () => command(options))
    if (result instanceof Readable) await pipeline(result, process.stdout).catch(ignoreClosedPipe)
    else process.stdout.write(json ? `${JSON.stringify(result)}\n` : formatFacts(result))
  })
}

/** Ignores a reader that closes the pipe early, such as `head`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException) {
  if (error.code !== 'EPIPE') throw error
}

const formatFacts = (answer: Record<string, unknown>) =>
  `${Object.entries(answer)
    .map(([name, value]) => `${name.padEnd(14)} ${String(value)}`)
    .join('\n')}\n`

/** Uses the configured database or the running embedded one. Otherwise starts the embedded one for the duration of the work. */
async function withDatabase<T>(env: Env, work: () => Promise<T>): Promise<T> {
  const runningUrl = env.DATABASE_URL ?? (await findRunningPostgres(env.DATA_DIR))
  const embedded = runningUrl ? null : await startPostgres(env.DATA_DIR)
  const url = runningUrl ?? embedded!.url
  connect(url, { size: 4, directUrl: env.DATABASE_DIRECT_URL })
  try {
    await requireDatabase()
    if (embedded || env.DATABASE_URL) await prepareDatabase(env, env.DATABASE_DIRECT_URL ?? url)
    else await loadKeys(env)
    return await work()
  } finally {
    closeMail()
    await disconnect()
    await embedded?.stop()
  }
}

function fail(message: string) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

main().catch((error: unknown) => {
  const detail = error instanceof DomainError ? error.detail : null
  fail(typeof detail === 'object' && detail ? JSON.stringify(detail) : error instanceof Error ? error.message : String(error))
})
