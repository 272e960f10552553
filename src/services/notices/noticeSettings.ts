import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db, transaction, type Tx } from '../../kernel/db/db.ts'
import { badInput } from '../../kernel/vocabulary/errors.ts'
import type { NoticeRecipient } from '../../generated/prisma/client.ts'
import type { NoticeSettingsInput } from '../../inputs/notices.ts'
import { canSendEmail } from '../../kernel/mail.ts'
import * as callNotices from './callNotices.ts'
import * as noticeRecipients from './noticeRecipients.ts'
import * as noticeThresholds from './noticeThresholds.ts'
import * as webhookNotices from './webhookNotices.ts'

/** The settings as they are shown. */
export type NoticeSettings = noticeThresholds.Thresholds & {
  /** Whether this installation can send e-mails at all. */
  canSendEmail: boolean
  /** The addresses of `emails` with what became of their confirmation. */
  recipients: NoticeRecipient[]
}

const shown = async (client: Pick<Tx, 'noticeRecipient'>, workspaceId: number, { ...settings }: noticeThresholds.Thresholds): Promise<NoticeSettings> => ({
  ...settings,
  canSendEmail: canSendEmail(),
  recipients: await noticeRecipients.of(client, workspaceId, settings.emails),
})

export const get = async ({ workspaceId }: Actor): Promise<NoticeSettings> => shown(db, workspaceId, await noticeThresholds.of(db, workspaceId))

/** Sends an address its confirmation email again. Throws as `noticeRecipients.resend` does. */
export async function resendConfirmation(actor: Actor, address: string): Promise<NoticeSettings> {
  await noticeRecipients.resend(actor, address)
  return get(actor)
}

/**
 * Changes what is given and leaves what is absent. New limits hold at once: what is too much by them is told, and what was told and
 * is no longer too much is cleared. New addresses are asked for their confirmation. BAD_REQUEST when nothing is given.
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
  if (Object.values(changes).every((value) => value === undefined)) throw badInput('No fields to update')
  return transaction(async (tx) => {
    const row = await tx.noticeSettings.upsert({ where: { workspaceId }, create: { workspaceId, ...changes }, update: changes })
    await callNotices.judgeAll(tx, workspaceId)
    await webhookNotices.judge(tx, workspaceId)
    await noticeRecipients.ask(tx, workspaceId, row.emails)
    return shown(tx, workspaceId, row)
  })
}
