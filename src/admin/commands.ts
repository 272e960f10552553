import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { accessCsv, ledgerCsv, usersCsv } from '../kernel/lib/csv.ts'
import { deleteDemo } from '../demo.ts'
import { ADMIN_COMMAND } from '../kernel/config/commandLine.ts'
import { loadEnv } from '../kernel/config/env.ts'
import { DomainError } from '../kernel/vocabulary/errors.ts'
import { Email } from '../inputs/accounts.ts'
import { LedgerRange } from '../inputs/billing.ts'
import { sendMail } from '../kernel/mail.ts'
import { formatMicros, parseMicros } from '../kernel/lib/money.ts'
import { PLAN_NAMES, type Plan } from '../kernel/vocabulary/plans.ts'
import { KEY_SCOPES } from '../kernel/vocabulary/scopes.ts'
import * as apiKeys from '../services/access/apiKeys.ts'
import * as callStatChecks from '../services/analytics/counting/callStatChecks.ts'
import * as cliTokens from '../services/access/cliTokens.ts'
import * as connectedApps from '../services/access/connectedApps.ts'
import * as credentials from '../services/access/credentials.ts'
import * as demoRemoval from '../services/operator/demoRemoval.ts'
import * as keyRotation from '../services/operator/keyRotation.ts'
import * as ledger from '../services/billing/ledger.ts'
import * as operator from '../services/operator/operator.ts'
import { registerCommands } from './registers.ts'
import { ruleCommands } from './rules.ts'
import * as passwordResets from '../services/access/sessions/passwordResets.ts'
import * as usage from '../services/billing/usage.ts'
import * as userAdministration from '../services/access/userAdministration.ts'
import * as wallet from '../services/billing/wallet.ts'
import * as workspaces from '../services/workspaces/workspaces.ts'

type Options = Record<string, string | undefined>

export const HELP = `Usage: ${ADMIN_COMMAND} <command> [--json]

  workspace create --name N [--plan ${PLAN_NAMES.join('|')}] [--wallet 10] [--scopes a,b] [--email e]
  wallet credit    --workspace ID --amount 10 --reason text [--ref once-only-reference]
  wallet debit     --workspace ID --amount 10 --reason text [--ref once-only-reference]
  wallet ledger    --workspace ID [--from 2026-11-01] [--to 2026-12-01]   (CSV, oldest entry first)
  key create       --workspace ID [--name N] [--scopes a,b]
  key revoke       --workspace ID --key ID
  token revoke     --workspace ID --token ID   (a person's CLI token)
  app revoke       --workspace ID --app ID   (a connected app)
  access list      --workspace ID   (CSV of API keys, CLI tokens and connected apps, oldest first)
  user list        (CSV of all accounts with their workspaces and roles, oldest first)
  user reset-password  --email E   (prints a one-time link to set a new password, the current password stops working)
  user disable     --email E   (ends all access of the account and blocks sign-in)
  user enable      --email E   (allows sign-in again)
  administrator add     --email E   (lets an account see the status of this server in the dashboard)
  administrator remove  --email E
  demo remove      (ends all access to the demo workspace)
  plan set         --workspace ID --plan P [--included-minutes N]
  mail test        --to you@example.com   (sends a test email with the mail server of SMTP_URL)
  keys status      (lists the encryption keys and how many secrets each of them protects)
  keys rotate      (creates a new key if possible and encrypts all secrets with the current key)
  keys forget      (removes earlier keys that no longer protect any secret)
  registers load   --name N --country US [--file F] [--washed 2026-11-27] [--type register|suppression] [--source text] [--column phone] [--valid-days N]
                   (loads a do-not-call register of all workspaces from a file or standard input, replacing its numbers)
  registers list   (CSV of the do-not-call registers of all workspaces)
  registers remove --name N
  rules check      (CSV of what the rules of this version and RULES_FILE change against those in use, and the running campaigns that it concerns)
  stats verify     [--workspace ID]   (compares the statistics with the calls and the ledger, fails if they differ)
  stats rebuild    [--workspace ID]   (rebuilds the statistics from the calls and the ledger, safe while calls are active)
  backup FILE      [--passphrase-file F]   (backs up the database, keys and files, encrypted with a passphrase from the file or BACKUP_PASSPHRASE)
  restore FILE     [--passphrase-file F] [--dry-run]   (restores a backup into an empty place, or only checks it)
  verify-proof FILE   (checks that this server signed the proof of a call, and that nobody changed it)
  upgrade          [--check]   (applies the migrations of this version, or only says which are missing and what prevents them)
  doctor           (checks settings, database, clock, keys, jobs, disk, Redis, mail, files, traces, voice providers and PUBLIC_URL, and says what to do)`

/** The commands that take a file, and open the database by themselves. */
export const FILE_COMMANDS = ['backup', 'restore', 'verify-proof'] as const

/** The server administrator's commands. Each returns its output: named values, or a stream of text. Throws DomainError. */
export const commands: Record<string, (options: Options) => Promise<Record<string, unknown> | Readable>> = {
  async 'workspace create'(options) {
    const tenant = await operator.createTenant({
      name: requireOption(options, 'name'),
      plan: parsePlan(options.plan ?? 'free'),
      credit: parseAmount(options.wallet ?? '0'),
      scopes: parseScopes(options),
      email: options.email === undefined ? undefined : parseEmail(options),
    })
    return { workspace_id: tenant.workspaceId, api_key: tenant.apiKey, email: tenant.email, password: tenant.password }
  },
  'wallet credit': (options) => adjustWallet(options, wallet.credit),
  'wallet debit': (options) => adjustWallet(options, wallet.debit),
  async 'wallet ledger'(options) {
    const workspaceId = parseId(options, 'workspace')
    await wallet.read(workspaceId)
    return Readable.from(ledger.readForWorkspace(workspaceId, parseRange(options))).compose(ledgerCsv())
  },
  async 'key create'(options) {
    const workspaceId = parseId(options, 'workspace')
    const { key, row } = await apiKeys.issue({ workspaceId, name: options.name ?? 'Created by the server administrator', scopes: [...parseScopes(options)] })
    return { workspace_id: workspaceId, key_id: row.id, api_key: key, scopes: row.scopes }
  },
  'key revoke': (options) => revokeCredential(options, 'key', apiKeys.revokeById),
  'token revoke': (options) => revokeCredential(options, 'token', cliTokens.revokeById),
  'app revoke': (options) => revokeCredential(options, 'app', connectedApps.revokeById),
  async 'access list'(options) {
    const workspaceId = parseId(options, 'workspace')
    await wallet.read(workspaceId)
    return Readable.from(credentials.read(workspaceId)).compose(accessCsv())
  },
  'user list': async () => Readable.from(userAdministration.read()).compose(usersCsv()),
  async 'user reset-password'(options) {
    const { link, expiresAt } = await passwordResets.begin(parseEmail(options))
    return { link, expires_at: expiresAt.toISOString() }
  },
  async 'user disable'(options) {
    const { id: userId, sessions, tokensAndApps } = await userAdministration.disable(parseEmail(options))
    return { user_id: userId, ended_sessions: sessions, ended_tokens_and_apps: tokensAndApps }
  },
  async 'user enable'(options) {
    const { id: userId } = await userAdministration.enable(parseEmail(options))
    return { user_id: userId, enabled: true }
  },
  'administrator add': (options) => setAdministrator(options, true),
  'administrator remove': (options) => setAdministrator(options, false),
  async 'demo remove'() {
    const { keys, campaigns } = await demoRemoval.remove()
    await deleteDemo(loadEnv().DATA_DIR)
    return { revoked_keys: keys, paused_campaigns: campaigns }
  },
  async 'plan set'(options) {
    const workspaceId = parseId(options, 'workspace')
    const includedMinutes = options['included-minutes'] === undefined ? null : parseMinutes(options['included-minutes'])
    await workspaces.setPlan(workspaceId, parsePlan(requireOption(options, 'plan')), includedMinutes)
    return {
      workspace_id: workspaceId,
      plan: options.plan,
      included_minutes: usage.includedMinutesOf({ plan: options.plan!, includedMinutes: includedMinutes }),
    }
  },
  async 'mail test'(options) {
    const to = parseEmail(options, 'to')
    const text = 'This is a test email. This server can send alerts by email.'
    await sendMail({ to, subject: 'Callwright test email', text, html: `<p>${text}</p>`, id: `test-${randomUUID()}` })
    return { sent_to: to }
  },
  'keys status': async () => toFacts(await keyRotation.readStatus()),
  'keys rotate': async () => toFacts(await keyRotation.rotate()),
  'keys forget': async () => toFacts(await keyRotation.removeOldKeys()),
  ...registerCommands,
  ...ruleCommands,
  async 'stats verify'(options) {
    const check = await callStatChecks.verify(parseWorkspaceId(options))
    if (check.differences > 0) throw new DomainError('CONFLICT', describeDifferences(check))
    return { workspaces: check.workspaces, days: check.days, differences: 0 }
  },
  async 'stats rebuild'(options) {
    const { workspaces: workspaceCount, days, differences } = await callStatChecks.rebuild(parseWorkspaceId(options))
    return { workspaces: workspaceCount, days, repaired: differences }
  },
}

const parseWorkspaceId = (options: Options) => (options.workspace === undefined ? undefined : parseId(options, 'workspace'))

const describeDifferences = ({ differences, examples }: callStatChecks.StatsCheck) =>
  `${differences} rows of the statistics are wrong. Run "stats rebuild" to repair them.\n  ${examples.join('\n  ')}`

const toFacts = ({ keptIn, current, older, secrets, legacy, unreadable }: keyRotation.KeyStatus) => ({
  kept_in: keptIn,
  current_key: current,
  older_keys: older.join(', ') || 'none',
  ...Object.fromEntries([...secrets].map(([id, count]) => [`under ${id}`, count])),
  earlier_format: legacy,
  unreadable,
})

async function setAdministrator(options: Options, isAdministrator: boolean) {
  const { id } = await userAdministration.setServerAdministrator(parseEmail(options), isAdministrator)
  return { user_id: id, server_administrator: isAdministrator }
}

async function revokeCredential(options: Options, kind: 'key' | 'token' | 'app', revoke: typeof apiKeys.revokeById) {
  const row = await revoke(parseId(options, 'workspace'), parseId(options, kind))
  return { [`${kind}_id`]: row.id, revoked_at: row.revokedAt?.toISOString() }
}

async function adjustWallet(options: Options, apply: typeof wallet.credit) {
  const workspaceId = parseId(options, 'workspace')
  await apply(workspaceId, parseAmount(requireOption(options, 'amount')), requireOption(options, 'reason'), options.ref ?? randomUUID())
  const { balance, held, currency } = await wallet.read(workspaceId)
  return { workspace_id: workspaceId, balance: formatMicros(balance), held: formatMicros(held), currency }
}

function parseRange({ from, to }: Options): LedgerRange {
  const parsed = LedgerRange.safeParse({ from, to })
  if (!parsed.success) throw new DomainError('BAD_REQUEST', '--from and --to must be dates such as 2026-11-01, or times such as 2026-11-01T12:00:00Z')
  return parsed.data
}

function requireOption(options: Options, name: string): string {
  if (!options[name]) throw new DomainError('BAD_REQUEST', `--${name} is required\n\n${HELP}`)
  return options[name]
}

function parseEmail(options: Options, name = 'email'): string {
  const parsed = Email.safeParse(requireOption(options, name))
  if (!parsed.success) throw new DomainError('BAD_REQUEST', `--${name} must be an email address`)
  return parsed.data
}

function parseId(options: Options, name: string): number {
  const number = Number(requireOption(options, name))
  if (!Number.isInteger(number) || number < 1) throw new DomainError('BAD_REQUEST', `--${name} must be an ID`)
  return number
}

function parseAmount(text: string): bigint {
  const micros = parseMicros(text)
  if (micros === null || micros < 0n) throw new DomainError('BAD_REQUEST', 'The amount must be a decimal number such as 10 or 12.50')
  return micros
}

function parseMinutes(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new DomainError('BAD_REQUEST', '--included-minutes must be a whole number')
  return Number(text)
}

function parsePlan(text: string): Plan {
  if (!(PLAN_NAMES as string[]).includes(text)) throw new DomainError('BAD_REQUEST', `Unknown plan: ${text}. Available plans: ${PLAN_NAMES.join(', ')}`)
  return text as Plan
}

const parseScopes = ({ scopes }: Options) => scopes?.split(',').map((scope) => scope.trim()) ?? KEY_SCOPES
