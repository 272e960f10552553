import type { Tx } from '../../kernel/db/db.ts'
import type { NoticeSettings } from '../../generated/prisma/client.ts'

/** When notices are raised in a workspace, and who is told by e-mail. */
export type Thresholds = Omit<NoticeSettings, 'workspaceId' | 'updatedAt'>

/** What counts until somebody has said otherwise; the same as the columns' defaults. */
export const DEFAULTS: Thresholds = {
  failureRatePercent: 50,
  failureRateCalls: 20,
  webhookFailures: 5,
  numberUnansweredPercent: 90,
  numberUnansweredCalls: 30,
  emails: [],
  mutedTypes: [],
}

export const of = async (client: Pick<Tx, 'noticeSettings'>, workspaceId: number): Promise<Thresholds> =>
  (await client.noticeSettings.findUnique({ where: { workspaceId } })) ?? DEFAULTS
