import { anyWorkspace } from '../../kernel/db/db.ts'
import * as storedSettings from '../../kernel/db/storedSettings.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as campaigns from '../campaigns/campaigns.ts'
import * as dialSchedule from '../dialer/dialSchedule.ts'

/**
 * Pauses all running campaigns after a restore, because they would call leads again that were called after the backup. Runs before any job, at
 * the first start, and continues there if the process died.
 */
export async function pauseOnce(): Promise<void> {
  if ((await storedSettings.find('restored')) === undefined) return
  for (const { workspaceId, id } of await anyWorkspace.campaign.findMany({ where: { status: 'running' }, select: { workspaceId: true, id: true } }))
    await inWorkspace(workspaceId, () =>
      campaigns.withCampaign({ workspaceId }, id, async (tx, campaign) => {
        if (campaign.status === 'running') await dialSchedule.pause(tx, campaign, 'restored')
      }),
    )
  await storedSettings.remove('restored')
}

/** Returns how many campaigns wait for a member to start them after a restore. */
export const countPaused = () => anyWorkspace.campaign.count({ where: { status: 'paused', pauseReason: 'restored' } })
