import { createHash } from 'node:crypto'
import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { withJitter, clock, fromNow } from '../../kernel/lib/clock.ts'
import { anyWorkspace, asTx, transaction, type Tx } from '../../kernel/db/db.ts'
import type { Alert, AlertEmail } from '../../generated/prisma/client.ts'
import * as queue from '../../kernel/db/queue.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import { withMutex } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import { canSendEmail, MailError, sendMail } from '../../kernel/mail.ts'
import * as emailBudget from './emailBudget.ts'
import { composeAlert } from './alertEmailTexts.ts'
import { buildLinks } from './alertRecipientLinks.ts'
import * as recipients from './alertRecipients.ts'
import * as alertThresholds from './alertThresholds.ts'

/** Before each further attempt; there are no more. */
export const RETRY_DELAYS_MS = [30_000, 120_000, 600_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000]
/** The maximum number of emails per workspace and hour. */
export const MAX_PER_HOUR = 60
/** How long to wait for another process that is sending the same email. */
const TIMEOUT_MS = 60_000

/**
 * Enqueues an alert's emails in the caller's transaction: a row and a job for each confirmed address. Emails above an hourly limit are
 * stored as failed. Does nothing if no mail server is set up. Asks unconfirmed addresses for confirmation if that was never done.
 */
export async function enqueue(tx: Tx, { workspaceId, id: alertId, type }: Alert): Promise<void> {
  if (!canSendEmail()) return
  const { emails: addresses, mutedTypes } = await alertThresholds.read(tx, workspaceId)
  if (addresses.length === 0 || mutedTypes.includes(type)) return
  await recipients.requestConfirmation(tx, workspaceId, addresses)
  const confirmed = await recipients.listConfirmed(tx, workspaceId, addresses)
  const emails = addresses.filter((address) => confirmed.has(address))
  if (emails.length === 0) return
  const [workspaceBudget, serverBudget] = [MAX_PER_HOUR - (await countRecent(tx, workspaceId)), await emailBudget.countRemaining(tx)]
  const budget = Math.max(0, Math.min(workspaceBudget, serverBudget))
  const overLimit = { status: 'failed', error: serverBudget < workspaceBudget ? SERVER_LIMIT_ERROR : WORKSPACE_LIMIT_ERROR }
  const rows = emails.map((address, index) => ({ workspaceId, alertId, address, ...(index < budget ? {} : overLimit) }))
  const added = await tx.alertEmail.createManyAndReturn({ data: rows, skipDuplicates: true })
  for (const { id, status } of added) if (status === 'queued') await schedule(tx, id)
  if (budget < emails.length)
    log.warn({ workspaceId, alertId, emails: emails.length - budget }, 'alert emails were not sent because an hourly limit was reached')
}

const WORKSPACE_LIMIT_ERROR = `Not sent: the workspace reached its limit of ${MAX_PER_HOUR} emails per hour`
const SERVER_LIMIT_ERROR = 'Not sent: the server reached its limit of emails per hour'

const countSince = statement(
  'alertEmails.countSince',
  sql`select count(*)::int as count from alert_emails where workspace_id = $workspaceId and created_at > $since and not (status = 'failed' and attempts = 0)`,
)

/** Counts the workspace's emails of the last hour, without those above a limit (index `alert_emails_counted_idx`). */
const countRecent = async (tx: Tx, workspaceId: WorkspaceId): Promise<number> => (await countSince.get({ workspaceId, since: fromNow(-3_600_000) }, tx))!.count

/**
 * Sends one email, if it is still queued. Counts an attempt before it contacts the mail server, so there are never more attempts than
 * allowed. If the process dies after the server accepted the email and before that is committed, the next attempt sends the same
 * Message-ID again. Safe to call twice.
 */
export const send = (mailId: number): Promise<void> =>
  withMutex(
    `alertEmail:${mailId}`,
    async () => {
      const mail = await anyWorkspace.alertEmail.findUnique({ where: { id: mailId }, include: { alert: { include: { workspace: true } } } })
      if (mail?.status !== 'queued') return
      enterWorkspace(mail.workspaceId)
      const { emails } = await alertThresholds.read(asTx(anyWorkspace), mail.workspaceId)
      if (!emails.includes(mail.address)) return finish(mail, 'failed', 'The address no longer receives alerts')
      const [recipient] = await recipients.list(asTx(anyWorkspace), mail.workspaceId, [mail.address])
      if (recipient?.status !== 'confirmed') return finish(mail, 'failed', 'The recipient has unsubscribed')
      if (mail.attempts > RETRY_DELAYS_MS.length) return finish(mail, 'failed', mail.error ?? 'The last attempt was interrupted')
      await change(mail, { attempts: mail.attempts + 1 })
      const failure = await sendMail({
        to: mail.address,
        id: messageIdOf(mail),
        ...composeAlert(mail.alert, mail.alert.workspace.name, buildLinks(recipient)),
      }).then(
        () => null,
        (error: unknown) => error,
      )
      if (failure === null) return finish(mail, 'sent', null)
      if (!(failure instanceof MailError)) throw failure
      await postpone(mail, failure)
    },
    TIMEOUT_MS,
  )

/** Ends the email or schedules another attempt, after a failed one. */
async function postpone(mail: AlertEmail, { message, isFinal }: MailError) {
  const delay = RETRY_DELAYS_MS[mail.attempts]
  log.warn({ mailId: mail.id, workspaceId: mail.workspaceId, attempt: mail.attempts + 1, err: message }, 'the mail server did not accept an alert email')
  if (isFinal || delay === undefined) return finish(mail, 'failed', message)
  await transaction(async (tx) => {
    const { workspaceId, id } = mail
    await tx.alertEmail.updateMany({ where: { workspaceId, id, status: 'queued' }, data: { error: message } })
    await schedule(tx, id, fromNow(withJitter(delay)))
  })
}

const schedule = (tx: Tx, mailId: number, at?: Date) => queue.enqueue(tx, 'alertEmails.send', { mailId }, { at, key: `alertEmail:${mailId}` })

const finish = (mail: AlertEmail, status: 'sent' | 'failed', error: string | null) =>
  change(mail, { status, error, sentAt: status === 'sent' ? clock.now() : null })

const change = async ({ workspaceId, id }: AlertEmail, data: Partial<AlertEmail>): Promise<void> => {
  await anyWorkspace.alertEmail.updateMany({ where: { workspaceId, id, status: 'queued' }, data })
}

/** Builds the Message-ID, which is the same for each attempt, so that mailboxes recognize duplicates. */
function messageIdOf({ id, alertId, address, createdAt }: AlertEmail): string {
  const mark = createHash('sha256').update(`${alertId}:${address}:${createdAt.toISOString()}`).digest('hex').slice(0, 16)
  return `alert-${id}.${mark}`
}
