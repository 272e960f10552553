import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { anyWorkspace, asTx, db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badRequest, conflict } from '../../kernel/vocabulary/errors.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { AlertRecipient } from '../../generated/prisma/client.ts'
import * as queue from '../../kernel/db/queue.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import { withMutex } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import { canSendEmail, MailError, sendMail } from '../../kernel/mail.ts'
import { composeConfirmation } from './alertEmailTexts.ts'
import * as emailBudget from './emailBudget.ts'
import { buildLinks } from './alertRecipientLinks.ts'
import * as alertThresholds from './alertThresholds.ts'

const DAY_MS = 86_400_000
/** The delay before each further attempt after the mail server rejects an email. There are no more attempts. */
export const RETRY_DELAYS_MS = [60_000, 300_000, 1_800_000, 7_200_000]
/** The maximum number of confirmation emails to one address per day, from all workspaces together. */
export const MAX_PER_DAY = 3
/** How long to wait for another process that is sending the same email. */
const TIMEOUT_MS = 60_000

type Client = Pick<Tx, 'alertRecipient'>

/** Returns the addresses that are confirmed and not unsubscribed. */
export async function listConfirmed(client: Client, workspaceId: WorkspaceId, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await client.alertRecipient.findMany({ where: { workspaceId, address: { in: [...addresses] }, status: 'confirmed' }, select: { address: true } })
  return new Set(rows.map(({ address }) => address))
}

/** Lists the recipients with these addresses, in the order of the addresses. */
export async function list(client: Client, workspaceId: WorkspaceId, addresses: readonly string[]): Promise<AlertRecipient[]> {
  const rows = await client.alertRecipient.findMany({ where: { workspaceId, address: { in: [...addresses] } } })
  return addresses.flatMap((address) => rows.find((row) => row.address === address) ?? [])
}

/**
 * Requests confirmation from each address that was never asked: adds a row and, if a mail server is set up, a job, in the caller's
 * transaction.
 */
export async function requestConfirmation(tx: Tx, workspaceId: WorkspaceId, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await tx.alertRecipient.createMany({ data: addresses.map((address) => ({ workspaceId, address })), skipDuplicates: true })
  if (!canSendEmail()) return
  const unasked = await tx.alertRecipient.findMany({ where: { workspaceId, address: { in: [...addresses] }, status: 'pending', askedAt: null } })
  for (const { id } of unasked) await schedule(tx, id)
}

/**
 * Sends the confirmation email again, at most once a day. Throws BAD_REQUEST if the address is not on the list or no mail server is set
 * up, CONFLICT if it is confirmed, unsubscribed, or was asked within the last day.
 */
export async function resend({ workspaceId }: Actor, address: string): Promise<void> {
  const { emails } = await alertThresholds.read(db, workspaceId)
  if (!emails.includes(address)) throw badRequest('alert_address_unknown')
  if (!canSendEmail()) throw badRequest('no_mail_server')
  await transaction(async (tx) => {
    await tx.alertRecipient.createMany({ data: { workspaceId, address }, skipDuplicates: true })
    const row = await tx.alertRecipient.findUniqueOrThrow({ where: { workspaceId_address: { workspaceId, address } } })
    if (row.status === 'confirmed') throw conflict('address_already_confirmed')
    if (row.status === 'unsubscribed') throw conflict('recipient_unsubscribed')
    if (wasAskedToday(row)) throw conflict('confirmation_already_sent')
    await schedule(tx, row.id)
  })
}

const wasAskedToday = ({ askedAt }: AlertRecipient) => askedAt !== null && askedAt > fromNow(-DAY_MS)

const schedule = (tx: Tx, recipientId: number, { attempt = 1, at }: { attempt?: number; at?: Date } = {}) =>
  queue.enqueue(tx, 'alertRecipients.ask', { recipientId, attempt }, { at, key: `alertRecipient:${recipientId}` })

/**
 * Sends one confirmation email, if the address is still pending. Retries a few times if the mail server rejects it. Commits the attempt
 * before it contacts the mail server, so there is at most one email a day even if the process dies. Safe to call twice.
 */
export const send = (recipientId: number, attempt = 1): Promise<void> =>
  withMutex(
    `alertRecipient:${recipientId}`,
    async () => {
      const recipient = await anyWorkspace.alertRecipient.findUnique({ where: { id: recipientId }, include: { workspace: { select: { name: true } } } })
      if (recipient?.status !== 'pending') return
      const { workspaceId, address } = recipient
      enterWorkspace(workspaceId)
      const { emails } = await alertThresholds.read(asTx(anyWorkspace), workspaceId)
      if (!emails.includes(address)) return
      const askedAt = attempt > 1 ? recipient.askedAt : wasAskedToday(recipient) ? null : await reserveSend(recipient)
      if (!askedAt) return
      const links = buildLinks({ id: recipientId, askedAt })
      const mail = { to: address, id: `confirm-${recipientId}.${askedAt.getTime()}`, ...composeConfirmation(recipient.workspace.name, links) }
      await sendMail(mail).then(
        () => updateRecipient(recipient, { error: null }),
        (error: unknown) => (error instanceof MailError ? postpone(recipient, attempt, error) : Promise.reject(error)),
      )
    },
    TIMEOUT_MS,
  )

const updateRecipient = ({ workspaceId, id }: AlertRecipient, data: Partial<AlertRecipient>, tx: Client = db) =>
  tx.alertRecipient.updateMany({ where: { workspaceId, id }, data })

/** Records that an email is sent now. Returns null, with the reason in the row, if a limit forbids it. */
const reserveSend = (recipient: AlertRecipient): Promise<Date | null> =>
  transaction(async (tx) => {
    const askedAt = clock.now()
    const why = await findBlocker(tx, recipient.address)
    await updateRecipient(recipient, why ? { error: why } : { askedAt, error: null }, tx)
    if (why) log.warn({ recipientId: recipient.id, workspaceId: recipient.workspaceId, why }, 'a confirmation email was not sent because a limit was reached')
    return why ? null : askedAt
  })

async function postpone(recipient: AlertRecipient, attempt: number, { message, isFinal }: MailError) {
  log.warn({ recipientId: recipient.id, workspaceId: recipient.workspaceId, attempt, err: message }, 'the mail server did not accept a confirmation email')
  const delay = isFinal ? undefined : RETRY_DELAYS_MS[attempt - 1]
  await transaction(async (tx) => {
    await updateRecipient(recipient, { error: message }, tx)
    if (delay !== undefined) await schedule(tx, recipient.id, { attempt: attempt + 1, at: fromNow(delay) })
  })
}

/** Returns the reason why no confirmation email may be sent to the address now, or null. A lock makes all workspaces check one at a time. */
async function findBlocker(tx: Tx, address: string): Promise<string | null> {
  await emailBudget.lock(tx)
  if ((await countAskedToday(tx, address)) >= MAX_PER_DAY) return 'This address received too many confirmation emails today. Try again tomorrow.'
  return (await emailBudget.countRemaining(tx)) > 0 ? null : 'The server reached its limit of emails per hour. Try again later.'
}

const countAsked = statement(
  'alertRecipients.countAsked',
  sql`select count(*)::int as count from alert_recipients where address = $address and asked_at > $since`,
  { acrossWorkspaces: 'The limit for an address counts all workspaces.' },
)

const countAskedToday = async (tx: Tx, address: string): Promise<number> => (await countAsked.get({ address, since: fromNow(-DAY_MS) }, tx))!.count

/** Applies a recipient's own choice. Returns whether the link is still valid. Idempotent. */
export async function applyResponse(id: number, status: 'confirmed' | 'unsubscribed', askedAt?: Date): Promise<boolean> {
  const stamp = status === 'confirmed' ? { confirmedAt: clock.now() } : { unsubscribedAt: clock.now() }
  const row = await anyWorkspace.alertRecipient.findUnique({ where: { id } })
  if (!row) return false
  if (row.status === status) return true
  // A confirmation link is valid once, for its own email: after an unsubscription it does nothing.
  if (askedAt && (row.status !== 'pending' || row.askedAt?.getTime() !== askedAt.getTime())) return false
  await anyWorkspace.alertRecipient.updateMany({ where: { workspaceId: row.workspaceId, id }, data: { status, ...stamp } })
  return true
}
