import { setTimeout as sleep } from 'node:timers/promises'
import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { pool } from '../../kernel/db/db.ts'
import { conflict } from '../../kernel/vocabulary/errors.ts'
import type { Campaign } from '../../generated/prisma/client.ts'
import { isProcessDead } from '../../kernel/liveness.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as campaigns from '../campaigns/campaigns.ts'
import { SEND_DEADLINE_MS } from '../shared/sending/sendWindows.ts'

/** Interval and time limit for waiting until the calls being sent are done, in milliseconds. */
const POLL_INTERVAL_MS = 20
const SEND_WAIT_TIMEOUT_MS = SEND_DEADLINE_MS + 5_000

/**
 * Pauses a running campaign; otherwise throws CONFLICT. Active calls finish, and no call begins after this returns: no call is claimed once
 * the pause is committed, and calls claimed before have reached the provider or never will. If the process dies in between, the campaign is
 * paused all the same.
 */
export async function pause(actor: Actor, id: CampaignId): Promise<Campaign> {
  const result = await campaigns.withCampaign(actor, id, async (tx, campaign) => {
    if (campaign.status !== 'running') throw conflict('campaign_not_running', { status: campaign.status })
    await campaignEvents.record(tx, actor, campaign, 'paused', { reason: 'by_hand' })
    return campaigns.save(tx, campaign, { status: 'paused', pauseReason: 'by_hand', dialAt: null, waiting: null })
  })
  await waitForSends(result)
  return result
}

const listSenders = statement(
  'campaigns.listSenders',
  sql`
    select distinct owner as "owner!" from calls where workspace_id = $workspaceId and campaign_id = $campaignId and finished_at is null and placement = 'sending'
      and owner is not null and created_at > now() - make_interval(secs => $maxSeconds)`,
)

/** Waits until no call of the campaign is being sent to the provider. Calls whose sender is dead or too late are never sent. */
async function waitForSends({ workspaceId, id: campaignId }: Campaign): Promise<void> {
  const deadline = performance.now() + SEND_WAIT_TIMEOUT_MS
  while (performance.now() < deadline) {
    const senders = await listSenders.all({ workspaceId, campaignId, maxSeconds: SEND_DEADLINE_MS / 1_000 })
    const areDead = await Promise.all(senders.map(({ owner }) => isProcessDead(pool, owner)))
    if (areDead.every(Boolean)) return
    await sleep(POLL_INTERVAL_MS)
  }
}
