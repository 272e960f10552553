import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { notFound } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import type { Campaign } from '../../generated/prisma/client.ts'
import type { CampaignCopyInput } from '../../inputs/campaigns.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../kernel/db/statement.ts'
import { FIELDS } from './campaigns.ts'

/** What a person set: everything but the status, leads and results. */
const CONFIGURATION = sql`purpose, agent_id, from_number_id, call_language_mode, output_language, extraction_schema, display_columns, schedule, analysis_config, settings`

const copyCampaign = statement(
  'campaigns.copy',
  sql`
    with copy as (
      insert into campaigns (workspace_id, name, created_at, updated_at, ${CONFIGURATION})
      select workspace_id, coalesce($name?, left(name, 193) || ' (copy)'), $now, $now, ${CONFIGURATION} from campaigns
      where workspace_id = $workspaceId and id = $campaignId and status <> 'cancelled' and ${AUDIT_ACTOR} returning *),
    new_event as (
      insert into campaign_events (workspace_id, campaign_id, type, data, user_id, api_key_id)
      select workspace_id, id, 'created', jsonb_build_object('copiedFrom', $campaignId::int), $userId?, $keyId? from copy)
    select ${selectList(FIELDS)} from copy`,
)

/** Copies a campaign without its leads and results, as a draft. Throws NOT_FOUND, also for a canceled one. */
export async function copy({ workspaceId, userId, keyId }: Actor, campaignId: CampaignId, { name = null }: CampaignCopyInput): Promise<Campaign> {
  const campaign = await copyCampaign.get({ workspaceId, campaignId, name, userId: userId ?? null, keyId: keyId ?? null, now: clock.now() })
  if (!campaign) throw notFound('Campaign')
  publish('campaign.updated', { workspaceId, campaignId: campaign.id })
  return campaign as Campaign
}
