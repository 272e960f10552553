import type { Tx } from '../../kernel/db/db.ts'
import type { NoticeSettings } from '../../generated/prisma/client.ts'

/** The thresholds of a workspace's alerts, and their email recipients. */
export type Thresholds = Omit<NoticeSettings, 'workspaceId' | 'updatedAt'>

/** The defaults; the same as the columns' defaults. */
export const DEFAULTS: Thresholds = {
  failureRatePercent: 50,
  failureRateCalls: 20,
  webhookFailures: 5,
  numberUnansweredPercent: 90,
  numberUnansweredCalls: 30,
  emails: [],
  mutedTypes: [],
}

export const read = async (client: Pick<Tx, 'noticeSettings'>, workspaceId: number): Promise<Thresholds> =>
  (await client.noticeSettings.findUnique({ where: { workspaceId } })) ?? DEFAULTS
