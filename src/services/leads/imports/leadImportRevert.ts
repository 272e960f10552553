import type { CampaignId, LeadImportId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../../kernel/db/db.ts'
import { conflict } from '../../../kernel/vocabulary/errors.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import * as consentErasure from '../../compliance/consentErasure.ts'
import * as campaignEvents from '../../campaigns/campaignEvents.ts'
import * as openCampaigns from '../../campaigns/openCampaigns.ts'
import * as leadImports from './leadImports.ts'
import { fromJson } from '../../shared/jsonColumns.ts'

/** Numbers of leads that were deleted, restored, and left unchanged. */
export interface RevertResult {
  deleted: number
  restored: number
  stayed: number
}

const revertLeads = statement(
  'leadImports.revert',
  sql`
    with deleted_leads as (
      update leads set deleted_at = $now, updated_at = $now, status = 'cancelled', data = '{}'
      where workspace_id = $workspaceId and import_id = $importId and deleted_at is null and attempts = 0 and last_call_id is null and status <> 'calling'
      returning 1),
    revertible as (
      select c.lead_id, c.before from lead_import_changes c
      where c.workspace_id = $workspaceId and c.import_id = $importId and c.before->>'edited' is null and not exists (
        select 1 from lead_import_changes later join lead_imports i on i.workspace_id = later.workspace_id and i.id = later.import_id
        where later.workspace_id = c.workspace_id and later.lead_id = c.lead_id and later.import_id > c.import_id and i.status <> 'undone')),
    restored_leads as (
      update leads l set phone_number = before->>'phoneNumber', name = before->>'name', data = before->'data', updated_at = $now
      from revertible
      where l.id = revertible.lead_id and l.workspace_id = $workspaceId and l.deleted_at is null and l.status <> 'calling' and l.attempts = (before->>'attempts')::int
        and not exists (select 1 from leads other
          where other.workspace_id = l.workspace_id and other.campaign_id = l.campaign_id and other.deleted_at is null and other.id <> l.id
            and other.phone_number = before->>'phoneNumber')
      returning 1),
    created_leads as (select count(*)::int as count from leads where workspace_id = $workspaceId and import_id = $importId and deleted_at is null),
    changed_leads as (select count(*)::int as count from lead_import_changes where workspace_id = $workspaceId and import_id = $importId)
    select (select count(*)::int from deleted_leads) as deleted, (select count(*)::int from restored_leads) as restored,
      created_leads.count - (select count(*)::int from deleted_leads) + changed_leads.count - (select count(*)::int from restored_leads) as stayed from created_leads, changed_leads`,
)

/**
 * Reverts an import: deletes leads that it created, unless they were called, and restores leads that it changed, unless they were called, edited or
 * changed by a later import since. Deletes the consents that it recorded, except those of leads that stay. A second revert returns the same result and does nothing. Throws CONFLICT while the import runs, or if
 * there is nothing to revert.
 */
export async function revert(actor: Actor, id: LeadImportId): Promise<RevertResult & { leadImport: leadImports.ImportSummary }> {
  const { workspaceId } = actor
  const { campaignId } = await leadImports.get(actor, id)
  const result = await transaction(async (tx) => {
    const campaign = await openCampaigns.lock(tx, actor, campaignId)
    const { status, isDryRun } = (await leadImports.lock(tx, { workspaceId, id }))!
    if (status === 'undone') return readPreviousResult(tx, workspaceId, campaignId, id)
    if (status === 'running') throw conflict('import_running')
    if (status === 'uploaded' || isDryRun) throw conflict('import_empty')
    const counts = (await revertLeads.get({ workspaceId, importId: id, now: clock.now() }, tx))!
    await consentErasure.eraseOfImport(tx, workspaceId, id)
    await tx.leadImport.update({ where: { workspaceId_id: { workspaceId, id } }, data: { status: 'undone', revertedAt: clock.now() } })
    await campaignEvents.record(tx, actor, campaign, 'import_undone', { importId: id, ...counts })
    campaignEvents.announce(tx, campaign)
    leadImports.announce(tx, { workspaceId, id })
    return counts
  })
  return { ...result, leadImport: await leadImports.get(actor, id) }
}

/** Returns the result of the first revert, from the campaign's log. */
async function readPreviousResult(tx: Tx, workspaceId: WorkspaceId, campaignId: CampaignId, id: LeadImportId): Promise<RevertResult> {
  const event = await tx.campaignEvent.findFirst({ where: { workspaceId, campaignId, type: 'import_undone', data: { path: ['importId'], equals: id } } })
  const { deleted, restored, stayed } = fromJson<RevertResult>(event!.data)
  return { deleted, restored, stayed }
}
