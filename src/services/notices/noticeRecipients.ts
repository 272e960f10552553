import { clock, inMs } from '../../kernel/lib/clock.ts'
import { anyWorkspace, asTx, db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badInput, conflict } from '../../kernel/vocabulary/errors.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { NoticeRecipient } from '../../generated/prisma/client.ts'
import * as queue from '../../kernel/db/queue.ts'
import { alone } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import { canSendEmail, MailError, sendMail } from '../../kernel/mail.ts'
import { confirmationOf } from './noticeMailTexts.ts'
import * as mailBudget from './mailBudget.ts'
import { linksOf } from './noticeRecipientLinks.ts'
import * as noticeThresholds from './noticeThresholds.ts'

const DAY_MS = 86_400_000
/** Before each further attempt at one that the mail server did not take; there are no more. */
export const RETRY_DELAYS_MS = [60_000, 300_000, 1_800_000, 7_200_000]
/** The most confirmation emails that go to one address in a day, from all workspaces together. */
export const MAX_PER_DAY = 3
/** An email that one process is at for longer than this is left to it. */
const TIMEOUT_MS = 60_000

type Client = Pick<Tx, 'noticeRecipient'>

/** Those of the addresses that have confirmed and not unsubscribed. */
export async function confirmed(client: Client, workspaceId: number, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await client.noticeRecipient.findMany({ where: { workspaceId, address: { in: [...addresses] }, state: 'confirmed' }, select: { address: true } })
  return new Set(rows.map(({ address }) => address))
}

/** The recipients of these addresses, in the order of the addresses. */
export async function of(client: Client, workspaceId: number, addresses: readonly string[]): Promise<NoticeRecipient[]> {
  const rows = await client.noticeRecipient.findMany({ where: { workspaceId, address: { in: [...addresses] } } })
  return addresses.flatMap((address) => rows.find((row) => row.address === address) ?? [])
}

/**
 * Asks each of these addresses for its confirmation that was never asked before: a row, and where there is a mail server a job, if the
 * caller's transaction commits.
 */
export async function ask(tx: Tx, workspaceId: number, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await tx.noticeRecipient.createMany({ data: addresses.map((address) => ({ workspaceId, address })), skipDuplicates: true })
  if (!canSendEmail()) return
  const unasked = await tx.noticeRecipient.findMany({ where: { workspaceId, address: { in: [...addresses] }, state: 'pending', askedAt: null } })
  for (const { id } of unasked) await schedule(tx, id)
}

/**
 * Sends the confirmation email again, once a day at most. Throws BAD_REQUEST for an address that is not on the list or where there is no mail
 * server, a conflict for one that has confirmed, has unsubscribed, or was asked within the last day.
 */
export async function resend({ workspaceId }: Actor, address: string): Promise<void> {
  const { emails } = await noticeThresholds.of(db, workspaceId)
  if (!emails.includes(address)) throw badInput('Alerts are not sent to this address. Add it first.')
  if (!canSendEmail()) throw badInput('This server cannot send email. Ask your server administrator to set up a mail server.')
  await transaction(async (tx) => {
    await tx.noticeRecipient.createMany({ data: { workspaceId, address }, skipDuplicates: true })
    const row = await tx.noticeRecipient.findUniqueOrThrow({ where: { workspaceId_address: { workspaceId, address } } })
    if (row.state === 'confirmed') throw conflict('This address is already confirmed.')
    if (row.state === 'unsubscribed') throw conflict('The recipient has unsubscribed. Only the recipient can subscribe again, with the link in an earlier email.')
    if (wasAskedToday(row)) throw conflict('A confirmation email was already sent within the last 24 hours. Try again tomorrow.')
    await schedule(tx, row.id)
  })
}

const wasAskedToday = ({ askedAt }: NoticeRecipient) => askedAt !== null && askedAt > inMs(-DAY_MS)

const schedule = (tx: Tx, recipientId: number, { attempt = 1, at }: { attempt?: number; at?: Date } = {}) =>
  queue.enqueue(tx, 'noticeRecipients.ask', { recipientId, attempt }, { at, key: `noticeRecipient:${recipientId}` })

/**
 * Sends one confirmation email, if it is still wanted; one that the mail server did not take is tried again a few times. The attempt is written
 * down before the mail server hears of it, so that there is never more than one email a day, also if the process dies. May be called twice.
 */
export const send = (recipientId: number, attempt = 1): Promise<void> =>
  alone(
    `noticeRecipient:${recipientId}`,
    async () => {
      const recipient = await anyWorkspace.noticeRecipient.findUnique({ where: { id: recipientId }, include: { workspace: { select: { name: true } } } })
      if (recipient?.state !== 'pending') return
      const { workspaceId, address } = recipient
      const { emails } = await noticeThresholds.of(asTx(anyWorkspace), workspaceId)
      if (!emails.includes(address)) return
      const askedAt = attempt > 1 ? recipient.askedAt : wasAskedToday(recipient) ? null : await begin(recipient)
      if (!askedAt) return
      const links = linksOf({ id: recipientId, askedAt })
      const mail = { to: address, id: `confirm-${recipientId}.${askedAt.getTime()}`, ...confirmationOf(recipient.workspace.name, links) }
      await sendMail(mail).then(
        () => note(recipient, { error: null }),
        (error: unknown) => (error instanceof MailError ? postpone(recipient, attempt, error) : Promise.reject(error)),
      )
    },
    TIMEOUT_MS,
  )

const note = ({ workspaceId, id }: NoticeRecipient, data: Partial<NoticeRecipient>, tx: Client = db) =>
  tx.noticeRecipient.updateMany({ where: { workspaceId, id }, data })

/** Writes down that an email goes out now; answers null, with the reason in the row, where none may. */
const begin = (recipient: NoticeRecipient): Promise<Date | null> =>
  transaction(async (tx) => {
    const askedAt = clock.now()
    const why = await refusalOf(tx, recipient.address)
    await note(recipient, why ? { error: why } : { askedAt, error: null }, tx)
    if (why) log.warn({ recipientId: recipient.id, workspaceId: recipient.workspaceId, why }, 'a confirmation email was not sent because a limit was reached')
    return why ? null : askedAt
  })

async function postpone(recipient: NoticeRecipient, attempt: number, { message, isFinal }: MailError) {
  log.warn({ recipientId: recipient.id, workspaceId: recipient.workspaceId, attempt, err: message }, 'the mail server did not accept a confirmation email')
  const delay = isFinal ? undefined : RETRY_DELAYS_MS[attempt - 1]
  await transaction(async (tx) => {
    await note(recipient, { error: message }, tx)
    if (delay !== undefined) await schedule(tx, recipient.id, { attempt: attempt + 1, at: inMs(delay) })
  })
}

/** Why no further confirmation email may go to an address now; null where one may. One judges after another, whatever workspaces ask. */
async function refusalOf(tx: Tx, address: string): Promise<string | null> {
  await mailBudget.lock(tx)
  if ((await askedToday(tx, address)) >= MAX_PER_DAY) return 'This address received too many confirmation emails today. Try again tomorrow.'
  return (await mailBudget.left(tx)) > 0 ? null : 'The server reached its limit of emails per hour. Try again later.'
}

async function askedToday(tx: Tx, address: string): Promise<number> {
  const [counted] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from notice_recipients where address = ${address} and asked_at > ${inMs(-DAY_MS)}`
  return counted!.count
}

/** Takes an answer of the address itself in; answers whether the link still holds. Repeated, it changes nothing. */
export async function answer(id: number, state: 'confirmed' | 'unsubscribed', askedAt?: Date): Promise<boolean> {
  const stamp = state === 'confirmed' ? { confirmedAt: clock.now() } : { unsubscribedAt: clock.now() }
  const row = await anyWorkspace.noticeRecipient.findUnique({ where: { id } })
  if (!row) return false
  if (row.state === state) return true
  // A link to confirm with is good once, for the email it came in: after an unsubscription it does nothing.
  if (askedAt && (row.state !== 'pending' || row.askedAt?.getTime() !== askedAt.getTime())) return false
  await anyWorkspace.noticeRecipient.updateMany({ where: { workspaceId: row.workspaceId, id }, data: { state, ...stamp } })
  return true
}
