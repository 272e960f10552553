import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { ifGiven, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { MAX_ROWS, namesIn } from '../shared/customNames.ts'

const listNames = statement(
  'calls.listAnswerNames',
  namesIn(sql`
    select structured_data from call_details where workspace_id = $workspaceId and call_id in (
      select id from calls where workspace_id = $workspaceId ${ifGiven('campaignId', sql`and campaign_id = $campaignId`)} order by id desc limit ${MAX_ROWS})`),
)

/** Lists the names of the answers of the newest calls, of all campaigns or of one. */
export const list = async ({ workspaceId }: Actor, campaignId: CampaignId | null): Promise<string[]> =>
  (await listNames.all({ workspaceId, campaignId })).map(({ name }) => name)
