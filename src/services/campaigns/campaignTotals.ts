import type { Connection } from '../../kernel/db/db.ts'
import type { Call } from '../../generated/prisma/client.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'

const addToTotals = statement(
  'campaigns.addToTotals',
  sql`
    insert into campaign_totals as t (campaign_id, workspace_id, calls, talk_seconds, cost_micros, statuses, outcomes)
    values ($campaignId, $workspaceId, 1, $talkSeconds, $charge, jsonb_build_object($status::text, 1), jsonb_build_object($outcome::text, 1))
    on conflict (campaign_id) do update set
      calls = t.calls + 1,
      talk_seconds = t.talk_seconds + excluded.talk_seconds,
      cost_micros = t.cost_micros + excluded.cost_micros,
      statuses = t.statuses || jsonb_build_object($status, coalesce((t.statuses->>$status)::int, 0) + 1),
      outcomes = t.outcomes || jsonb_build_object($outcome, coalesce((t.outcomes->>$outcome)::int, 0) + 1)
    where t.workspace_id = excluded.workspace_id`,
)

/**
 * Adds a call to its campaign's totals, in the transaction that closes it and as late as possible, since all such transactions of a campaign
 * wait for each other here. `charge` is in micro-units.
 */
export async function addCall(tx: Connection, { workspaceId, campaignId, status, outcome, durationSeconds }: Call, charge: bigint): Promise<void> {
  if (campaignId === null) return
  await addToTotals.run({ workspaceId, campaignId, charge, status, outcome: outcome ?? 'unknown', talkSeconds: durationSeconds ?? 0 }, tx)
}
