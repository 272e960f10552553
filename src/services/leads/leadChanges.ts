import type { LeadId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { conflict, fieldError } from '../../kernel/vocabulary/errors.ts'
import type { Lead } from '../../generated/prisma/client.ts'
import type { LeadChanges } from '../../inputs/leads.ts'
import { jsonText } from '../../kernel/json/jsonSource.ts'
import { parseE164 } from '../../kernel/lib/phones.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as appAllowances from '../billing/appAllowances.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import * as openCampaigns from '../campaigns/openCampaigns.ts'
import * as storage from '../shared/storage.ts'
import * as leadAttempts from './leadAttempts.ts'
import * as leads from './leads.ts'

const changeLead = statement(
  'leads.change',
  sql`
    update leads set phone_number = coalesce($phoneNumber?, phone_number), name = case when $isNamed then $name? else name end,
      data = coalesce($data?, data), ${leadAttempts.RECONSIDER_LEAD}, updated_at = $now
    where workspace_id = $workspaceId and id = $id and deleted_at is null and status <> 'calling' returning ${selectList(leads.FIELDS)}`,
)
const findNumber = statement(
  'leads.findNumber',
  sql`
    select id from leads where workspace_id = $workspaceId and campaign_id = $campaignId and phone_number = $phoneNumber and deleted_at is null and id <> $id`,
)
/** A revert of an earlier import leaves the lead as it is from now on. */
const keepFromReverts = statement(
  'leads.keepFromReverts',
  sql`
    update lead_import_changes set before = (before::jsonb || '{"edited": true}')::json
    where workspace_id = $workspaceId and lead_id = $id
      and import_id in (select i.id from lead_imports i where i.workspace_id = $workspaceId and i.campaign_id = $campaignId and i.updated > 0)`,
)

/**
 * Changes the given fields of a lead, by the rules of an import. `data` replaces all custom fields. Throws NOT_FOUND; CONFLICT while the lead is
 * being called, in a completed campaign, or for the number of another lead of the campaign.
 */
export async function update(actor: Actor, id: LeadId, input: LeadChanges): Promise<Lead> {
  const { workspaceId } = actor
  const changes = toColumns(input)
  const fields = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  const { campaignId } = await leads.get(actor, id)
  return transaction(async (tx) => {
    const campaign = await openCampaigns.lock(tx, actor, campaignId)
    if (campaign.status === 'completed') throw conflict('campaign_leads_closed')
    await appAllowances.requireOwnCampaign(tx, actor, campaign)
    if (changes.phoneNumber) await requireFreeNumber(tx, { workspaceId, campaignId, id, phoneNumber: changes.phoneNumber })
    const lead = await changeLead.get({ workspaceId, id, ...toParams(changes), now: clock.now() }, tx)
    if (!lead) throw conflict('lead_being_called')
    await keepFromReverts.run({ workspaceId, campaignId, id }, tx)
    await storage.requireRoom(tx, workspaceId)
    await campaignEvents.record(tx, actor, campaign, 'lead_changed', { leadId: id, fields })
    await openCampaigns.reopen(tx, actor, campaign)
    campaignEvents.announce(tx, campaign)
    return lead as Lead
  })
}

function toColumns({ phoneNumber: text, name, data }: LeadChanges) {
  const phoneNumber = text == null ? undefined : parseE164(text)
  if (phoneNumber === null) throw fieldError(['body', 'phoneNumber'], 'value_error.phone_number', { reason: 'invalid_phone_number', details: {} })
  return { phoneNumber, name, data: data === null ? {} : data }
}

const toParams = ({ phoneNumber, name, data }: ReturnType<typeof toColumns>) => ({
  phoneNumber: phoneNumber ?? null,
  isNamed: name !== undefined,
  name: name ?? null,
  data: data === undefined ? null : jsonText(data),
})

/** The campaign is locked, so the number stays free until the commit. */
async function requireFreeNumber(tx: Tx, number: Parameters<typeof findNumber.get>[0]) {
  if (await findNumber.get(number, tx)) throw conflict('lead_number_taken')
}
