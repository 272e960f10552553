import type { ApiKeyId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { afterCommit, db, type Tx } from '../../kernel/db/db.ts'
import { publish } from '../../kernel/events.ts'
import type { Call } from '../../generated/prisma/client.ts'
import { log } from '../../kernel/log.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../kernel/db/statement.ts'

/** Campaigns whose calls have just ended, woken in batches, since a busy campaign ends many calls at once. */
const pendingWakes = new Map<number, number>()
let flushTimer: NodeJS.Timeout | null = null
const FLUSH_DELAY_MS = 20

/**
 * Wakes the dialer for a call's campaign once the transaction that ended the call has committed. If the process dies first, the next call is
 * delayed by a second, since the dialer polls.
 */
export function wakeAfterCommit(tx: Tx, { workspaceId, campaignId }: Call): void {
  if (campaignId === null) return
  afterCommit(tx, () => {
    pendingWakes.set(campaignId, workspaceId)
    flushTimer ??= setTimeout(() => void flush(), FLUSH_DELAY_MS)
  })
}

const wakeCampaigns = statement(
  'campaigns.wake',
  sql`
    update campaigns set dial_at = coalesce((waiting->>'since')::timestamptz, $now)
    where status = 'running' and dial_at > $now and (
      id = any($campaignIds) or waiting->>'reason' = 'provider_lines'
      or (workspace_id = any($workspaceIds) and waiting->>'reason' in ('workspace_concurrency', 'funds', 'app_cap')))
      and ${AUDIT_ACTOR}`,
)

/** Also wakes campaigns that wait for shared capacity, longest wait first, so that none starves. */
async function flush() {
  const campaigns = [...pendingWakes]
  pendingWakes.clear()
  flushTimer = null
  const [campaignIds, workspaceIds] = [campaigns.map(([id]) => id), campaigns.map(([, workspaceId]) => workspaceId)]
  await wakeCampaigns
    .run({ now: clock.now(), campaignIds, workspaceIds })
    .catch((err: Error) => log.warn({ err: err.message }, 'could not resume campaigns that wait for capacity'))
  for (const [campaignId, workspaceId] of campaigns) publish('campaign.updated', { workspaceId, campaignId })
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
