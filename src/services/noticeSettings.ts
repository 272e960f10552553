import type { Actor } from '../actor.ts'
import { db, transaction } from '../db.ts'
import { badInput } from '../errors.ts'
import type { NoticeSettingsInput } from '../inputs/notices.ts'
import { canMail } from '../mail.ts'
import * as callNotices from './callNotices.ts'
import * as noticeThresholds from './noticeThresholds.ts'
import * as webhookNotices from './webhookNotices.ts'

/** The settings as they are shown. */
export type NoticeSettings = noticeThresholds.Thresholds & {
  /** Whether this installation can send e-mails at all. */
  canMail: boolean
}

const shown = ({ ...settings }: noticeThresholds.Thresholds): NoticeSettings => ({ ...settings, canMail: canMail() })

export const get = async ({ workspaceId }: Actor): Promise<NoticeSettings> => shown(await noticeThresholds.of(db, workspaceId))

/**
 * Changes what is given and leaves what is absent. New limits hold at once: what is too much by them is told, and what was told and
 * is no longer too much is cleared. BAD_INPUT when nothing is given.
 */
export async function update({ workspaceId }: Actor, input: NoticeSettingsInput): Promise<NoticeSettings> {
  const { failureRateCalls, numberUnansweredCalls, emails, mutedKinds, ...limits } = input
  const changes = {
    ...limits,
    ...(failureRateCalls !== undefined && { failureRateCalls: failureRateCalls ?? noticeThresholds.DEFAULTS.failureRateCalls }),
    ...(numberUnansweredCalls !== undefined && { numberUnansweredCalls: numberUnansweredCalls ?? noticeThresholds.DEFAULTS.numberUnansweredCalls }),
    ...(emails !== undefined && { emails: [...new Set(emails)] }),
    ...(mutedKinds !== undefined && { mutedKinds: [...new Set(mutedKinds)] }),
  }
  if (Object.values(changes).every((value) => value === undefined)) throw badInput('No fields to update')
  return transaction(async (tx) => {
    const row = await tx.noticeSettings.upsert({ where: { workspaceId }, create: { workspaceId, ...changes }, update: changes })
    await callNotices.judgeAll(tx, workspaceId)
    await webhookNotices.judge(tx, workspaceId)
    return shown(row)
  })
}
