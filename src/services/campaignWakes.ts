import { clock } from '../clock.ts'
import { afterCommit, pool, type Tx } from '../db.ts'
import { publish } from '../events.ts'
import type { Call } from '../generated/prisma/client.ts'
import { log } from '../log.ts'

/** Campaigns whose calls have just ended, woken together: a busy campaign ends many at once. */
const ended = new Map<number, number>()
let flushing: NodeJS.Timeout | null = null
const TOGETHER_MS = 20

/**
 * Has the dialer look at a call's campaign as soon as the transaction that ended the call has committed. A wake-up that is
 * lost with its process delays the next call by a second: the dialer looks by itself then.
 */
export function wakeAfter(tx: Tx, { workspaceId, campaignId }: Call): void {
  if (campaignId === null) return
  afterCommit(tx, () => {
    ended.set(campaignId, workspaceId)
    flushing ??= setTimeout(() => void flush(), TOGETHER_MS)
  })
}

async function flush() {
  const campaigns = [...ended]
  ended.clear()
  flushing = null
  await pool
    .query(`update campaigns set dial_at = $2 where id = any($1::int[]) and status = 'running' and dial_at > $2`, [campaigns.map(([id]) => id), clock.now()])
    .catch((err: Error) => log.warn({ err: err.message }, 'a campaign was not woken'))
  for (const [campaignId, workspaceId] of campaigns) publish('campaign.updated', { workspaceId, campaignId })
}
