import { createHash } from 'node:crypto'
import { about, clock, inMs } from '../../kernel/lib/clock.ts'
import { anyWorkspace, asTx, transaction, type Tx } from '../../kernel/db/db.ts'
import type { Notice, NoticeMail } from '../../generated/prisma/client.ts'
import * as queue from '../../kernel/db/queue.ts'
import { alone } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import { canSendEmail, MailError, sendMail } from '../../kernel/mail.ts'
import * as mailBudget from './mailBudget.ts'
import { contentOf } from './noticeMailTexts.ts'
import { linksOf } from './noticeRecipientLinks.ts'
import * as recipients from './noticeRecipients.ts'
import * as noticeThresholds from './noticeThresholds.ts'

/** Before each further attempt; there are no more. */
export const RETRY_DELAYS_MS = [30_000, 120_000, 600_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000]
/** The most e-mails that one workspace causes in an hour. */
export const MAX_PER_HOUR = 60
/** A mail that one process is at for longer than this is left to it. */
const TIMEOUT_MS = 60_000

/**
 * Puts a raised notice on its way to whoever is to be told by e-mail: a row and a job for each address, exactly if the caller's
 * transaction commits. What would be more than a workspace may send in an hour is kept as failed. Nothing where no mail server is set. An address that was never asked for
 * its confirmation is asked now, and told of nothing before it has given it.
 */
export async function add(tx: Tx, { workspaceId, id: noticeId, kind }: Notice): Promise<void> {
  if (!canSendEmail()) return
  const { emails: named, mutedTypes } = await noticeThresholds.of(tx, workspaceId)
  if (named.length === 0 || mutedTypes.includes(kind)) return
  await recipients.ask(tx, workspaceId, named)
  const confirmed = await recipients.confirmed(tx, workspaceId, named)
  const emails = named.filter((address) => confirmed.has(address))
  if (emails.length === 0) return
  const [ofWorkspace, ofAll] = [MAX_PER_HOUR - (await sentLately(tx, workspaceId)), await mailBudget.left(tx)]
  const left = Math.max(0, Math.min(ofWorkspace, ofAll))
  const keptBack = { state: 'failed', error: ofAll < ofWorkspace ? KEPT_BACK_FOR_ALL : KEPT_BACK }
  const rows = emails.map((address, index) => ({ workspaceId, noticeId, address, ...(index < left ? {} : keptBack) }))
  const added = await tx.noticeMail.createManyAndReturn({ data: rows, skipDuplicates: true })
  for (const { id, state } of added) if (state === 'queued') await schedule(tx, id)
  if (left < emails.length) log.warn({ workspaceId, noticeId, mails: emails.length - left }, 'alert emails were not sent because an hourly limit was reached')
}

const KEPT_BACK = `Not sent: the workspace reached its limit of ${MAX_PER_HOUR} emails per hour`
const KEPT_BACK_FOR_ALL = 'Not sent: the server reached its limit of emails per hour'

/** How many the workspace has caused in the last hour, but for those that were kept back (index `notice_mails_counted_idx`). */
async function sentLately(tx: Tx, workspaceId: number): Promise<number> {
  const [counted] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from notice_mails where workspace_id = ${workspaceId} and created_at > ${inMs(-3_600_000)} and not (state = 'failed' and attempts = 0)`
  return counted!.count
}

/**
 * Sends one mail, if it is still to be sent. An attempt is counted before the mail server hears of it, so that there are never more
 * than the rule says; if the process dies after the server took it and before that is written down, the next attempt sends the same
 * Message-ID again. May be called twice.
 */
export const send = (mailId: number): Promise<void> =>
  alone(
    `noticeMail:${mailId}`,
    async () => {
      const mail = await anyWorkspace.noticeMail.findUnique({ where: { id: mailId }, include: { notice: { include: { workspace: true } } } })
      if (mail?.state !== 'queued') return
      const { emails } = await noticeThresholds.of(asTx(anyWorkspace), mail.workspaceId)
      if (!emails.includes(mail.address)) return end(mail, 'failed', 'The address no longer receives alerts')
      const [recipient] = await recipients.of(asTx(anyWorkspace), mail.workspaceId, [mail.address])
      if (recipient?.state !== 'confirmed') return end(mail, 'failed', 'The recipient has unsubscribed')
      if (mail.attempts > RETRY_DELAYS_MS.length) return end(mail, 'failed', mail.error ?? 'The last attempt was interrupted')
      await change(mail, { attempts: mail.attempts + 1 })
      const failure = await sendMail({
        to: mail.address,
        id: messageIdOf(mail),
        ...contentOf(mail.notice, mail.notice.workspace.name, linksOf(recipient)),
      }).then(
        () => null,
        (error: unknown) => error,
      )
      if (failure === null) return end(mail, 'sent', null)
      if (!(failure instanceof MailError)) throw failure
      await postpone(mail, failure)
    },
    TIMEOUT_MS,
  )

/** After a failed attempt: over, or tried again later. */
async function postpone(mail: NoticeMail, { message, isFinal }: MailError) {
  const delay = RETRY_DELAYS_MS[mail.attempts]
  log.warn({ mailId: mail.id, workspaceId: mail.workspaceId, attempt: mail.attempts + 1, err: message }, 'the mail server did not accept an alert email')
  if (isFinal || delay === undefined) return end(mail, 'failed', message)
  await transaction(async (tx) => {
    const { workspaceId, id } = mail
    await tx.noticeMail.updateMany({ where: { workspaceId, id, state: 'queued' }, data: { error: message } })
    await schedule(tx, id, inMs(about(delay)))
  })
}

const schedule = (tx: Tx, mailId: number, at?: Date) => queue.enqueue(tx, 'noticeMails.send', { mailId }, { at, key: `noticeMail:${mailId}` })

const end = (mail: NoticeMail, state: 'sent' | 'failed', error: string | null) => change(mail, { state, error, sentAt: state === 'sent' ? clock.now() : null })

const change = async ({ workspaceId, id }: NoticeMail, data: Partial<NoticeMail>): Promise<void> => {
  await anyWorkspace.noticeMail.updateMany({ where: { workspaceId, id, state: 'queued' }, data })
}

/** What marks a mail at the mail server and in a mailbox, so that one that came twice is known for the same. */
function messageIdOf({ id, noticeId, address, createdAt }: NoticeMail): string {
  const mark = createHash('sha256').update(`${noticeId}:${address}:${createdAt.toISOString()}`).digest('hex').slice(0, 16)
  return `notice-${id}.${mark}`
}
