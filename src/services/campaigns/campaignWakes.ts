import { clock } from '../../kernel/lib/clock.ts'
import { afterCommit, anyWorkspace, db, type Tx } from '../../kernel/db/db.ts'
import { publish } from '../../kernel/events.ts'
import type { Call } from '../../generated/prisma/client.ts'
import { log } from '../../kernel/log.ts'

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

/** Campaigns that wait for room which others use as well are looked at too, whichever waits longest first, so that none starves. */
async function flush() {
  const campaigns = [...ended]
  ended.clear()
  flushing = null
  const now = clock.now()
  await anyWorkspace.$executeRaw`
    update campaigns set dial_at = coalesce((waiting->>'since')::timestamptz, ${now})
    where status = 'running' and dial_at > ${now} and (
      id = any(${campaigns.map(([id]) => id)}::int[]) or waiting->>'reason' = 'provider_lines'
      or (workspace_id = any(${campaigns.map(([, workspaceId]) => workspaceId)}::int[]) and waiting->>'reason' in ('workspace_concurrency', 'funds', 'app_cap')))`.catch(
    (err: Error) => log.warn({ err: err.message }, 'could not resume campaigns that wait for capacity'),
  )
  for (const [campaignId, workspaceId] of campaigns) publish('campaign.updated', { workspaceId, campaignId })
}

/**
 * Has the dialer look at once at the campaigns that a grant pays for, when it is revoked: it pauses them. None of their calls
 * begins meanwhile; where this is lost with its process they are paused when they are looked at next, within five minutes.
 */
export async function wakeOf(workspaceId: number, grantId: number): Promise<void> {
  const where = { workspaceId, appGrantId: grantId, status: 'running' }
  const woken = await db.campaign.updateManyAndReturn({ where, data: { dialAt: clock.now() }, select: { id: true } })
  for (const { id } of woken) publish('campaign.updated', { workspaceId, campaignId: id })
}
