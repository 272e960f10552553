import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badRequest } from '../../kernel/vocabulary/errors.ts'
import type { NoticeRecipient } from '../../generated/prisma/client.ts'
import type { NoticeSettingsInput } from '../../inputs/notices.ts'
import { canSendEmail } from '../../kernel/mail.ts'
import * as callNotices from './callNotices.ts'
import * as noticeRecipients from './noticeRecipients.ts'
import * as noticeThresholds from './noticeThresholds.ts'
import * as webhookNotices from './webhookNotices.ts'

/** The settings as clients see them. */
export type NoticeSettings = noticeThresholds.Thresholds & {
  /** Whether this server can send email. */
  canSendEmail: boolean
  /** The addresses of `emails` with their confirmation status. */
  recipients: NoticeRecipient[]
}

const toPublic = async (client: Pick<Tx, 'noticeRecipient'>, workspaceId: number, { ...settings }: noticeThresholds.Thresholds): Promise<NoticeSettings> => ({
  ...settings,
  canSendEmail: canSendEmail(),
  recipients: await noticeRecipients.list(client, workspaceId, settings.emails),
})

export const get = async ({ workspaceId }: Actor): Promise<NoticeSettings> => toPublic(db, workspaceId, await noticeThresholds.read(db, workspaceId))

/** Sends the confirmation email again. Throws the errors of `noticeRecipients.resend`. */
export async function resendConfirmation(actor: Actor, address: string): Promise<NoticeSettings> {
  await noticeRecipients.resend(actor, address)
  return get(actor)
}

/**
 * Changes the given fields. New limits apply at once: alerts are raised and cleared by them. Requests confirmation from new addresses.
 * Throws BAD_REQUEST if no field is given.
 */
export async function update({ workspaceId }: Actor, input: NoticeSettingsInput): Promise<NoticeSettings> {
  const { failureRateCalls, numberUnansweredCalls, emails, mutedTypes, ...limits } = input
  const changes = {
    ...limits,
    ...(failureRateCalls !== undefined && { failureRateCalls: failureRateCalls ?? noticeThresholds.DEFAULTS.failureRateCalls }),
    ...(numberUnansweredCalls !== undefined && { numberUnansweredCalls: numberUnansweredCalls ?? noticeThresholds.DEFAULTS.numberUnansweredCalls }),
    ...(emails !== undefined && { emails: [...new Set(emails)] }),
    ...(mutedTypes !== undefined && { mutedTypes: [...new Set(mutedTypes)] }),
  }
  if (Object.values(changes).every((value) => value === undefined)) throw badRequest('No fields to update')
  return transaction(async (tx) => {
    const row = await tx.noticeSettings.upsert({ where: { workspaceId }, create: { workspaceId, ...changes }, update: changes })
    await callNotices.evaluateAll(tx, workspaceId)
    await webhookNotices.evaluate(tx, workspaceId)
    await noticeRecipients.requestConfirmation(tx, workspaceId, row.emails)
    return toPublic(tx, workspaceId, row)
  })
}
