import { engineAccountsOf } from './kernel/config/engineAccounts.ts'
import { type Env, isAllSimulated } from './kernel/config/env.ts'
import { settings } from './kernel/config/settings.ts'
import { simulationOf } from './kernel/config/simulation.ts'

/** How long a vendor may take to list a new call. Until then, a missing call does not prove that it was not placed. */
export const VENDOR_LIST_LAG_MS = 90_000
export const SIMULATOR_LIST_LAG_MS = 2_000

/** Sets the server's settings, once its port is known. */
export function configure(env: Env, port: number) {
  const simulation = simulationOf(env)
  const publicUrl = (env.PUBLIC_URL ?? `http://127.0.0.1:${port}`).replace(/\/$/, '')
  Object.assign(settings, {
    allowPrivateWebhooks: env.ALLOW_PRIVATE_WEBHOOKS,
    allowOpenTransfers: env.ALLOW_OPEN_TRANSFERS,
    publicUrl,
    bases: env.PUBLIC_URL ? [publicUrl] : [publicUrl, `http://localhost:${port}`],
    billingUrl: env.BILLING_URL ?? null,
    traceUrl: env.TRACE_URL ?? null,
    invoiceIssuer: env.INVOICE_ISSUER ?? '',
    signUp: env.SIGN_UP ?? (isAllSimulated(env) ? 'open' : 'invited'),
    ...simulation,
    carrierListLagMs: simulation.simulatedCarriers ? SIMULATOR_LIST_LAG_MS : VENDOR_LIST_LAG_MS,
    keepRecordings: env.KEEP_RECORDINGS,
    maxRegisterBytes: env.REGISTER_UPLOAD_MB * 1024 ** 2,
    mailsAnHour: env.MAILS_AN_HOUR,
    retentionDays: { providerEvents: env.PROVIDER_EVENT_RETENTION_DAYS, webhooks: env.WEBHOOK_RETENTION_DAYS, leadDecisions: env.DECISION_RETENTION_DAYS },
    keepsLegalHours: env.CALLING_HOURS === 'law',
    accounts: engineAccountsOf(env),
  })
}
