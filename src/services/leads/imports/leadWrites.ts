import type { CampaignId, LeadImportId, WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import type { Connection, Tx } from '../../../kernel/db/db.ts'
import { sql, type SqlText } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import * as campaignEvents from '../../campaigns/campaignEvents.ts'
import { type LogActor, type OpenCampaign, reopen } from '../../campaigns/openCampaigns.ts'
import * as consents from '../../compliance/consents.ts'
import * as leadAttempts from '../leadAttempts.ts'
import { fromJson } from '../../shared/jsonColumns.ts'
import * as storage from '../../shared/storage.ts'
import { type Draft, DUPLICATE, DUPLICATE_ID, NO_PHONE, type RowError } from './leadRows.ts'

/** How to handle a row of an existing lead: reject it, or update the lead found by its external ID or its phone number. */
export type OnExisting = 'refuse' | 'update_by_external_id' | 'update_by_number'

/** The result of writing rows. */
export interface WriteResult {
  created: number
  updated: number
  errors: RowError[]
}

/** Maximum length of the drafts in one statement, in characters, so that it does not block others for long. */
const MAX_STATEMENT_LENGTH = 1_000_000

/**
 * Writes the drafts of an import, each validated against existing leads. The campaign must be locked. Throws CONFLICT if their data exceeds
 * the workspace's storage.
 */
export async function writeDrafts(
  tx: Tx,
  campaign: OpenCampaign,
  importId: LeadImportId,
  drafts: readonly Draft[],
  onExisting: OnExisting,
): Promise<WriteResult> {
  const sum: WriteResult = { created: 0, updated: 0, errors: [] }
  for (let from = 0, to = 0; from < drafts.length; from = to) {
    for (let size = 0; to < drafts.length && size < MAX_STATEMENT_LENGTH; to++) size += drafts[to]!.json.length + (drafts[to]!.consent?.length ?? 0)
    const { created, updated, errors } = await writeStatement(tx, campaign, importId, drafts.slice(from, to), onExisting)
    sum.created += created
    sum.updated += updated
    sum.errors.push(...errors)
  }
  if (drafts.some(({ hasData, consent }) => hasData || consent !== null)) await storage.requireRoom(tx, campaign.workspaceId)
  return sum
}

/** Drafts up to this number are looked up one by one if PostgreSQL prefers that. */
const MAX_LOOKED_UP = 100

/**
 * More drafts are joined as a whole: PostgreSQL expects a hundred rows and, in a table that it has not analyzed yet, one lead, and would compare each
 * draft with each lead.
 */
const setNestedLoops = statement('leads.setNestedLoops', sql`select set_config('enable_nestloop', $setting, true)`)

async function writeStatement(
  tx: Tx,
  { id: campaignId, workspaceId }: OpenCampaign,
  importId: LeadImportId,
  drafts: readonly Draft[],
  onExisting: OnExisting,
): Promise<WriteResult> {
  const params = { ...ERRORS, drafts: toRecordset(drafts), campaignId, workspaceId, importId, now: clock.now() }
  const isLarge = drafts.length > MAX_LOOKED_UP
  if (isLarge) await setNestedLoops.run({ setting: 'off' }, tx)
  const result = await WRITES[onExisting].get(params, tx)
  if (isLarge) await setNestedLoops.run({ setting: 'on' }, tx)
  const errors = fromJson<RowError[]>(result!.errors)
  await recordConsents(tx, { workspaceId, campaignId, importId }, drafts, errors)
  return { ...result!, errors }
}

const listNumbers = statement(
  'leads.listNumbersById',
  sql`
    select external_id as "externalId!", phone_number from leads
    where workspace_id = $workspaceId and campaign_id = $campaignId and external_id = any($externalIds) and deleted_at is null`,
)

/** Records the consents of the rows that were written. A row without a number is a lead's that the campaign has. */
async function recordConsents(
  tx: Tx,
  { workspaceId, campaignId, importId }: { workspaceId: WorkspaceId; campaignId: CampaignId; importId: LeadImportId },
  drafts: readonly Draft[],
  errors: readonly RowError[],
): Promise<void> {
  const rejected = new Set(errors.map(({ index }) => index))
  const stated = drafts.filter(({ index, consent }) => consent !== null && !rejected.has(index))
  const externalIds = stated.flatMap(({ phoneNumber, externalId }) => (phoneNumber === null && externalId !== null ? externalId : []))
  const known = externalIds.length > 0 ? await listNumbers.all({ workspaceId, campaignId, externalIds }, tx) : []
  const numbers = new Map(known.map((lead) => [lead.externalId, lead.phoneNumber]))
  await consents.recordMany(
    tx,
    workspaceId,
    importId,
    stated.flatMap(({ phoneNumber, externalId, consent: json }) => {
      const number = phoneNumber ?? numbers.get(externalId!)
      return number === undefined ? [] : { phoneNumber: number, json: json! }
    }),
  )
}

/** Returns the result of writing the drafts now, without writing them. */
export const previewDrafts = (tx: Connection, campaign: Pick<OpenCampaign, 'id' | 'workspaceId'>, drafts: readonly Draft[], onExisting: OnExisting) =>
  PREVIEWS[onExisting].all({ ...ERRORS, drafts: toRecordset(drafts), workspaceId: campaign.workspaceId, campaignId: campaign.id }, tx)

/** Records an import that changed something in the campaign's log, and notifies subscribers. */
export async function recordImport(
  tx: Tx,
  actor: LogActor | null,
  campaign: OpenCampaign,
  importId: LeadImportId,
  counts: Record<'created' | 'updated' | 'failed', number>,
) {
  if (counts.created + counts.updated > 0) await campaignEvents.record(tx, actor, campaign, 'leads_imported', { importId, ...counts })
  if (counts.updated > 0 && campaign.status === 'running') await reopen(tx, actor, campaign)
  campaignEvents.announce(tx, campaign)
}

const ERRORS = { duplicate: DUPLICATE, duplicateId: DUPLICATE_ID, noPhone: NO_PHONE, isCalling: 'the lead is being called, its number cannot change now' }

/** The drafts with the leads that they match: `lead` by key, and `other` by phone number. */
const matched = (key: SqlText, error: SqlText) => sql`
  matched as materialized (
    select draft.position, draft.external_id, draft.phone_number, draft.name, draft.data, lead.id as lead_id, ${error} as error,
      lead.phone_number as old_phone_number, lead.name as old_name, lead.data as old_data, lead.attempts as old_attempts,
      lead.id is not null and (coalesce(draft.phone_number, lead.phone_number), coalesce(draft.name, lead.name), coalesce(draft.data, lead.data)::text)
        is distinct from (lead.phone_number, lead.name, lead.data::text) as differs
    from (select i as position, p as phone_number, e as external_id, n as name, d as data from json_to_recordset($drafts) as _ (i int, p text, e text, n text, d json)) draft
    left join leads lead on lead.workspace_id = $workspaceId and lead.campaign_id = $campaignId and lead.deleted_at is null and ${key}
    left join leads other on other.workspace_id = $workspaceId and other.campaign_id = $campaignId and other.deleted_at is null
      and other.phone_number = draft.phone_number)`

const BY_ID = sql`lead.external_id is not null and lead.external_id = draft.external_id`
const BY_NUMBER = sql`lead.phone_number = draft.phone_number`
const ERROR_OF_REFUSAL = sql`case when other.id is not null then $duplicate when lead.id is not null then $duplicateId end`
const ERROR_OF_UPDATE = sql`case
  when lead.id is null and draft.phone_number is null then $noPhone
  when other.id <> coalesce(lead.id, 0) then $duplicate
  when lead.status = 'calling' and draft.phone_number <> lead.phone_number then $isCalling end`

const MATCHED = {
  refuse: matched(BY_ID, ERROR_OF_REFUSAL),
  update_by_external_id: matched(BY_ID, ERROR_OF_UPDATE),
  update_by_number: matched(BY_NUMBER, ERROR_OF_UPDATE),
}

/** Updates leads and stores their previous values, so that the import can be reverted. A lead that is being called keeps its number. */
const CHANGED = sql`
  changed as (
    update leads set phone_number = coalesce(matched.phone_number, leads.phone_number), name = coalesce(matched.name, leads.name), data = coalesce(matched.data, leads.data),
      ${leadAttempts.RECONSIDER_LEAD}, updated_at = $now
    from matched where leads.workspace_id = $workspaceId and leads.id = lead_id and error is null and differs
      and deleted_at is null and (status <> 'calling' or matched.phone_number is null or matched.phone_number = leads.phone_number)
    returning leads.id),
  saved_changes as (
    insert into lead_import_changes (import_id, lead_id, workspace_id, before)
    select $importId, lead_id, $workspaceId, json_build_object('phoneNumber', old_phone_number, 'name', old_name, 'data', old_data, 'attempts', old_attempts)
    from matched join changed on changed.id = lead_id
    on conflict do nothing)`
const NOTHING_CHANGED = sql`changed as (select null::int as id)`

const write = (found: SqlText, changed: SqlText) => sql`
  with ${found},
  created as (
    insert into leads (workspace_id, campaign_id, external_id, phone_number, name, data, import_id, created_at, updated_at)
    select $workspaceId, $campaignId, external_id, phone_number, name, coalesce(data, '{}'), $importId, $now, $now
    from matched where error is null and lead_id is null order by position
    returning 1),
  ${changed},
  rejected as (
    select position, phone_number, coalesce(error, $isCalling) as error from matched
    where error is not null or (differs and not exists (select from changed where changed.id = matched.lead_id)))
  select
    (select count(*)::int from created) as created,
    (select count(*)::int from matched where lead_id is not null and position not in (select position from rejected)) as updated,
    (select coalesce(json_agg(json_build_object('index', position, 'phone_number', phone_number, 'error', error) order by position), '[]') from rejected) as errors`

const WRITES = {
  refuse: statement('leads.importNew', write(MATCHED.refuse, NOTHING_CHANGED), { isUnprepared: true }),
  update_by_external_id: statement('leads.importById', write(MATCHED.update_by_external_id, CHANGED), { isUnprepared: true }),
  update_by_number: statement('leads.importByNumber', write(MATCHED.update_by_number, CHANGED), { isUnprepared: true }),
}

const preview = (found: SqlText) =>
  sql`with ${found} select position as "position!", phone_number, lead_id is null as is_new, error from matched order by position`

const PREVIEWS = {
  refuse: statement('leads.previewNew', preview(MATCHED.refuse)),
  update_by_external_id: statement('leads.previewById', preview(MATCHED.update_by_external_id)),
  update_by_number: statement('leads.previewByNumber', preview(MATCHED.update_by_number)),
}

/** The drafts as one JSON text, which the database parses faster than many parameters. */
const toRecordset = (drafts: readonly Draft[]) => `[${drafts.map(({ json }) => json).join()}]`
