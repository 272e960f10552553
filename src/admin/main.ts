import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { withAuditContext } from '../kernel/auditContext.ts'
import { loadEnv } from '../kernel/config/env.ts'
import { DomainError } from '../kernel/vocabulary/errors.ts'
import { setLogLevel } from '../kernel/log.ts'
import { closeMail, setMailServer } from '../kernel/mail.ts'
import { useAdministratorData } from '../services/operator/administratorData.ts'
import { settings } from '../kernel/config/settings.ts'
import { simulationOf } from '../kernel/config/simulation.ts'
import { backup, restore } from './backups.ts'
import { commands, FILE_COMMANDS, HELP } from './commands.ts'
import { examine, formatFindings, isWorking } from './doctor.ts'
import type { Finding } from '../services/operator/doctor/finding.ts'
import { withPreparedDatabase } from './databases.ts'
import { verifyProof } from './proofs.ts'
import { checkUpgrade, upgrade } from './upgrades.ts'

const OPTIONS = [
  'name',
  'plan',
  'wallet',
  'scopes',
  'email',
  'workspace',
  'amount',
  'reason',
  'ref',
  'key',
  'token',
  'app',
  'from',
  'to',
  'included-minutes',
  'country',
  'type',
  'source',
  'washed',
  'column',
  'valid-days',
  'file',
  'passphrase-file',
]

/** Runs `npm run admin -- …` or `callwright admin …`, the server administrator's commands, on the running or configured database. */
async function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      ...Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])),
      json: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      check: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const {
    help,
    json,
    check,
    'dry-run': isDryRun,
    ...options
  } = values as Record<string, string | undefined> & Partial<Record<'help' | 'json' | 'check' | 'dry-run', boolean>>
  if (help) return void process.stdout.write(`${HELP}\n`)
  const print = (facts: Record<string, unknown>) => void process.stdout.write(json ? `${JSON.stringify(facts)}\n` : formatFacts(facts))
  const printFindings = (findings: Finding[]) => {
    const isOk = isWorking(findings)
    process.exitCode = isOk ? 0 : 1
    process.stdout.write(json ? `${JSON.stringify({ ok: isOk, checks: findings })}\n` : formatFindings(findings))
  }
  if (positionals.join(' ') === 'doctor') return printFindings(await examine())
  if (positionals.join(' ') === 'upgrade') {
    if (check) return printFindings(await checkUpgrade(loadServerSettings()))
    const { version, migrations } = await upgrade(loadServerSettings())
    return print({ version, migrations: json ? migrations : migrations.join(', ') || 'none' })
  }
  const fileCommand = FILE_COMMANDS.find((each) => each === positionals[0])
  if (fileCommand)
    return print(await { backup, restore, 'verify-proof': verifyProof }[fileCommand](loadServerSettings(), positionals[1], { ...options, 'dry-run': isDryRun }))
  const name = positionals.join(' ')
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return fail(name ? `Unknown command "${name}".\n\n${HELP}` : HELP)
  const env = loadServerSettings()
  setMailServer(env.SMTP_URL, env.MAIL_FROM)
  await withPreparedDatabase(env, async () => {
    const result = await withAuditContext({ kind: 'operator', operation: name }, () => command(options))
    if (result instanceof Readable) await pipeline(result, process.stdout).catch(ignoreClosedPipe)
    else print(result)
  }).finally(closeMail)
}

/** Loads the settings, and sets those that the services need. */
function loadServerSettings() {
  const env = loadEnv()
  setLogLevel(env.LOG_LEVEL)
  Object.assign(settings, simulationOf(env))
  settings.publicUrl = (env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`).replace(/\/$/, '')
  useAdministratorData(env)
  return env
}

/** Ignores a reader that closes the pipe early, such as `head`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException) {
  if (error.code !== 'EPIPE') throw error
}

const formatFacts = (answer: Record<string, unknown>) =>
  `${Object.entries(answer)
    .map(([name, value]) => `${name.padEnd(14)} ${String(value)}`)
    .join('\n')}\n`

function fail(message: string) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

main().catch((error: unknown) => {
  const detail = error instanceof DomainError ? error.detail : null
  fail(typeof detail === 'object' && detail ? JSON.stringify(detail) : error instanceof Error ? error.message : String(error))
})
