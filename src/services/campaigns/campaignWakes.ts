import type { ApiKeyId, CampaignId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { afterCommit, anyWorkspace, type Connection, db, type Tx } from '../../kernel/db/db.ts'
import { publish } from '../../kernel/events.ts'
import type { Call } from '../../generated/prisma/client.ts'
import { log } from '../../kernel/log.ts'
import { perServer } from '../../kernel/serverState.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../kernel/db/statement.ts'

/** Campaigns whose calls have just ended, with their workspaces. They are woken in batches, since a busy campaign ends many calls at once. */
const pendingWakes = perServer(() => ({ campaigns: new Map<CampaignId, WorkspaceId>(), ended: 0, timer: null as NodeJS.Timeout | null }))
const FLUSH_DELAY_MS = 20

/**
 * Wakes the dialer for a call's campaign once the transaction that ended the call has committed. If the process dies first, the next call is
 * delayed by a second, since the dialer polls.
 */
export function wakeAfterCommit(tx: Connection, { workspaceId, campaignId }: Call): void {
  if (campaignId === null) return
  afterCommit(tx, () => {
    const pending = pendingWakes()
    pending.campaigns.set(campaignId, workspaceId)
    pending.ended += 1
    pending.timer ??= setTimeout(() => void flush(), FLUSH_DELAY_MS)
  })
}

const wakeCampaigns = statement(
  'campaigns.wake',
  sql`
    with others as (
      select id from campaigns
      where status = 'running' and dial_at > $now and id <> all($campaignIds) and (
        waiting->>'reason' = 'provider_lines'
        or (workspace_id = any($workspaceIds) and waiting->>'reason' in ('workspace_concurrency', 'funds', 'app_cap')))
      order by waiting->>'since' limit $ended)
    update campaigns set dial_at = coalesce((waiting->>'since')::timestamptz, $now)
    where status = 'running' and dial_at > $now and (id = any($campaignIds) or id in (select id from others)) and ${AUDIT_ACTOR}`,
  { acrossWorkspaces: 'A freed slot of a provider account wakes campaigns of all workspaces.' },
)

/** Also wakes campaigns that wait for shared capacity, as many as calls have ended, and those first that have waited longest, so that none starves. */
async function flush() {
  const pending = pendingWakes()
  const [campaigns, ended] = [[...pending.campaigns], pending.ended]
  pending.campaigns.clear()
  pending.ended = 0
  pending.timer = null
  const [campaignIds, workspaceIds] = [campaigns.map(([id]) => id), campaigns.map(([, workspaceId]) => workspaceId)]
  await wakeCampaigns
    .run({ now: clock.now(), campaignIds, workspaceIds, ended })
    .catch((err: Error) => log.warn({ err: err.message }, 'could not resume campaigns that wait for capacity'))
  for (const [campaignId, workspaceId] of campaigns) publish('campaign.updated', { workspaceId, campaignId })
}

/** Postpones the next calls of a running campaign, because its voice provider is at its limit or unavailable. */
export const postpone = (campaignId: CampaignId, until: Date) =>
  anyWorkspace.campaign.updateMany({ where: { id: campaignId, status: 'running', dialAt: { lt: until } }, data: { dialAt: until } })

const wakeNow = statement(
  'campaigns.wakeNow',
  sql`update campaigns set dial_at = $now where workspace_id = $workspaceId and id = any($campaignIds) and status = 'running'`,
)

/** Wakes running campaigns in the caller's transaction, because their leads have changed. */
export async function wake(tx: Tx, workspaceId: WorkspaceId, campaignIds: readonly CampaignId[]): Promise<void> {
  await wakeNow.run({ workspaceId, campaignIds: [...campaignIds], now: clock.now() }, tx)
}

/**
 * Wakes the campaigns that a grant pays for when it is revoked, so that the dialer pauses them. None of their calls begins meanwhile. If the
 * process dies first, they are paused at their next check, within five minutes.
 */
export async function wakeByGrant(workspaceId: WorkspaceId, grantId: ApiKeyId): Promise<void> {
  const where = { workspaceId, appGrantId: grantId, status: 'running' }
  const campaigns = await db.campaign.updateManyAndReturn({ where, data: { dialAt: clock.now() }, select: { id: true } })
  for (const { id } of campaigns) publish('campaign.updated', { workspaceId, campaignId: id })
}
