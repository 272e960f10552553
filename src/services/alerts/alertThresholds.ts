import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { AlertSettings } from '../../generated/prisma/client.ts'

/** The thresholds of a workspace's alerts, and their email recipients. */
export type Thresholds = Omit<AlertSettings, 'workspaceId' | 'updatedAt'>

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

export const read = async (client: Pick<Tx, 'alertSettings'>, workspaceId: WorkspaceId): Promise<Thresholds> =>
  (await client.alertSettings.findUnique({ where: { workspaceId } })) ?? DEFAULTS
