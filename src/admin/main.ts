import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { withAuditContext } from '../kernel/auditContext.ts'
import { connect, disconnect, requireDatabase } from '../kernel/db/db.ts'
import { runningPostgres, startPostgres } from '../embedded/postgres.ts'
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

/** `npm run admin -- …`: the operator's commands, on the running or configured database. */
async function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { ...Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])), json: { type: 'boolean' } },
  })
  const command = commands[positionals.join(' ')]
  if (!command) return fail(HELP)
  const env = loadEnv()
  Object.assign(settings, simulationOf(env))
  settings.publicUrl = (env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`).replace(/\/$/, '')
  useAdministratorData(env)
  setMailServer(env.SMTP_URL, env.MAIL_FROM)
  const { json, ...options } = values as Record<string, string | undefined> & { json?: boolean }
  await withDatabase(env, async () => {
    const answer = await withAuditContext({ kind: 'operator', operation: positionals.join(' ') }, () => command(options))
    if (answer instanceof Readable) await pipeline(answer, process.stdout).catch(unlessUnread)
    else process.stdout.write(json ? `${JSON.stringify(answer)}\n` : factsOf(answer))
  })
}

/** Whoever reads may have seen enough, such as `head`. */
function unlessUnread(error: NodeJS.ErrnoException) {
  if (error.code !== 'EPIPE') throw error
}

const factsOf = (answer: Record<string, unknown>) =>
  `${Object.entries(answer)
    .map(([name, value]) => `${name.padEnd(14)} ${String(value)}`)
    .join('\n')}\n`

/** Uses the given database, or the embedded one that runs, or starts the embedded one for as long as the work takes. */
async function withDatabase<T>(env: Env, work: () => Promise<T>): Promise<T> {
  const running = env.DATABASE_URL ?? (await runningPostgres(env.DATA_DIR))
  const own = running ? null : await startPostgres(env.DATA_DIR)
  const url = running ?? own!.url
  connect(url, 4)
  try {
    await requireDatabase()
    if (own || env.DATABASE_URL) await prepareDatabase(env, url)
    else await loadKeys(env)
    return await work()
  } finally {
    closeMail()
    await disconnect()
    await own?.stop()
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
