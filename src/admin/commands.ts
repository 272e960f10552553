import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { accessCsv, ledgerCsv, usersCsv } from '../kernel/lib/csv.ts'
import { forgetDemo } from '../demo.ts'
import { loadEnv } from '../kernel/config/env.ts'
import { badRequest, DomainError } from '../kernel/vocabulary/errors.ts'
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
import * as passwordResets from '../services/access/sessions/passwordResets.ts'
import * as usage from '../services/billing/usage.ts'
import * as userAdministration from '../services/operator/userAdministration.ts'
import * as wallet from '../services/billing/wallet.ts'
import * as workspaces from '../services/workspaces/workspaces.ts'

type Options = Record<string, string | undefined>

export const HELP = `Usage: npm run admin -- <command> [--json]

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
  demo remove      (ends all access to the demo workspace)
  plan set         --workspace ID --plan P [--included-minutes N]
  mail test        --to you@example.com   (sends a test email with the mail server of SMTP_URL)
  keys status      (lists the encryption keys and how many secrets each of them protects)
  keys rotate      (creates a new key if possible and encrypts all secrets with the current key)
  keys forget      (removes earlier keys that no longer protect any secret)
  stats verify     [--workspace ID]   (compares the statistics with the calls and the ledger, fails if they differ)
  stats rebuild    [--workspace ID]   (rebuilds the statistics from the calls and the ledger, safe while calls are active)`

/** What the operator can do: each answers what is printed, a list of facts or a stream of text. */
export const commands: Record<string, (options: Options) => Promise<Record<string, unknown> | Readable>> = {
  async 'workspace create'(options) {
    const made = await operator.createTenant({
      name: required(options, 'name'),
      plan: planOf(options.plan ?? 'free'),
      credit: amount(options.wallet ?? '0'),
      scopes: scopesOf(options),
      email: options.email === undefined ? undefined : email(options),
    })
    return { workspace_id: made.workspaceId, api_key: made.apiKey, email: made.email, password: made.password }
  },
  'wallet credit': (options) => correct(options, wallet.credit),
  'wallet debit': (options) => correct(options, wallet.debit),
  async 'wallet ledger'(options) {
    const workspaceId = id(options, 'workspace')
    await wallet.read(workspaceId)
    return Readable.from(ledger.readForWorkspace(workspaceId, range(options))).compose(ledgerCsv())
  },
  async 'key create'(options) {
    const workspaceId = id(options, 'workspace')
    const { key, row } = await apiKeys.issue({ workspaceId, name: options.name ?? 'Created by the server administrator', scopes: [...scopesOf(options)] })
    return { workspace_id: workspaceId, key_id: row.id, api_key: key, scopes: row.scopes }
  },
  'key revoke': (options) => revoke(options, 'key', apiKeys.revokeById),
  'token revoke': (options) => revoke(options, 'token', cliTokens.revokeById),
  'app revoke': (options) => revoke(options, 'app', connectedApps.revokeById),
  async 'access list'(options) {
    const workspaceId = id(options, 'workspace')
    await wallet.read(workspaceId)
    return Readable.from(credentials.read(workspaceId)).compose(accessCsv())
  },
  'user list': async () => Readable.from(userAdministration.read()).compose(usersCsv()),
  async 'user reset-password'(options) {
    const { link, expiresAt } = await passwordResets.begin(email(options))
    return { link, expires_at: expiresAt.toISOString() }
  },
  async 'user disable'(options) {
    const { id: userId, sessions, tokensAndApps } = await userAdministration.disable(email(options))
    return { user_id: userId, ended_sessions: sessions, ended_tokens_and_apps: tokensAndApps }
  },
  async 'user enable'(options) {
    const { id: userId } = await userAdministration.enable(email(options))
    return { user_id: userId, enabled: true }
  },
  async 'demo remove'() {
    const { keys, campaigns } = await demoRemoval.remove()
    await forgetDemo(loadEnv().DATA_DIR)
    return { revoked_keys: keys, paused_campaigns: campaigns }
  },
  async 'plan set'(options) {
    const workspaceId = id(options, 'workspace')
    const agreed = options['included-minutes'] === undefined ? null : minutes(options['included-minutes'])
    await workspaces.setPlan(workspaceId, planOf(required(options, 'plan')), agreed)
    return { workspace_id: workspaceId, plan: options.plan, included_minutes: usage.includedMinutesOf({ plan: options.plan!, includedMinutes: agreed }) }
  },
  async 'mail test'(options) {
    const to = email(options, 'to')
    const text = 'This is a test email. This server can send alerts by email.'
    await sendMail({ to, subject: 'Callwright test email', text, html: `<p>${text}</p>`, id: `test-${randomUUID()}` })
    return { sent_to: to }
  },
  'keys status': async () => told(await keyRotation.status()),
  'keys rotate': async () => told(await keyRotation.rotate()),
  'keys forget': async () => told(await keyRotation.removeOldKeys()),
  async 'stats verify'(options) {
    const checked = await callStatChecks.verify(workspaceOf(options))
    if (checked.differences > 0) throw new DomainError('CONFLICT', verdict(checked))
    return { workspaces: checked.workspaces, days: checked.days, differences: 0 }
  },
  async 'stats rebuild'(options) {
    const { workspaces: looked, days, differences } = await callStatChecks.rebuild(workspaceOf(options))
    return { workspaces: looked, days, repaired: differences }
  },
}

const workspaceOf = (options: Options) => (options.workspace === undefined ? undefined : id(options, 'workspace'))

const verdict = ({ differences, examples }: callStatChecks.StatsCheck) =>
  `${differences} rows of the statistics are wrong. Run "stats rebuild" to repair them.\n  ${examples.join('\n  ')}`

const told = ({ keptIn, current, older, secrets, unreadable }: keyRotation.KeyStatus) => ({
  kept_in: keptIn,
  current_key: current,
  older_keys: older.join(', ') || 'none',
  ...Object.fromEntries([...secrets].map(([id, count]) => [`under ${id}`, count])),
  unreadable,
})

async function revoke(options: Options, what: 'key' | 'token' | 'app', end: typeof apiKeys.revokeById) {
  const row = await end(id(options, 'workspace'), id(options, what))
  return { [`${what}_id`]: row.id, revoked_at: row.revokedAt?.toISOString() }
}

async function correct(options: Options, enter: typeof wallet.credit) {
  const workspaceId = id(options, 'workspace')
  await enter(workspaceId, amount(required(options, 'amount')), required(options, 'reason'), options.ref ?? randomUUID())
  const { balance, held, currency } = await wallet.read(workspaceId)
  return { workspace_id: workspaceId, balance: formatMicros(balance), held: formatMicros(held), currency }
}

function range({ from, to }: Options): LedgerRange {
  const parsed = LedgerRange.safeParse({ from, to })
  if (!parsed.success) throw badRequest('--from and --to must be dates such as 2026-11-01, or times such as 2026-11-01T12:00:00Z')
  return parsed.data
}

function required(options: Options, name: string): string {
  if (!options[name]) throw badRequest(`--${name} is required\n\n${HELP}`)
  return options[name]
}

function email(options: Options, name = 'email'): string {
  const parsed = Email.safeParse(required(options, name))
  if (!parsed.success) throw badRequest(`--${name} must be an email address`)
  return parsed.data
}

function id(options: Options, name: string): number {
  const number = Number(required(options, name))
  if (!Number.isInteger(number) || number < 1) throw badRequest(`--${name} must be an ID`)
  return number
}

function amount(text: string): bigint {
  const micros = parseMicros(text)
  if (micros === null || micros < 0n) throw badRequest('The amount must be a decimal number such as 10 or 12.50')
  return micros
}

function minutes(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw badRequest('--included-minutes must be a whole number')
  return Number(text)
}

function planOf(text: string): Plan {
  if (!(PLAN_NAMES as string[]).includes(text)) throw badRequest(`Unknown plan: ${text}. Available plans: ${PLAN_NAMES.join(', ')}`)
  return text as Plan
}

const scopesOf = ({ scopes }: Options) => scopes?.split(',').map((scope) => scope.trim()) ?? KEY_SCOPES
