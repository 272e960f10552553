import type { CampaignId, LeadImportId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { afterCommit, db, transaction, type Tx } from '../../../kernel/db/db.ts'
import { DuplicateRequestError, notFound } from '../../../kernel/vocabulary/errors.ts'
import { publish } from '../../../kernel/events.ts'
import type { LeadImport } from '../../../generated/prisma/client.ts'
import type { LeadItemsInput, LeadsInput } from '../../../inputs/leads.ts'
import { toVerbatimJson } from '../../../kernel/json/jsonSource.ts'
import { fromJson, toJson } from '../../shared/jsonColumns.ts'
import { LONG_PAGE, parseRowId, SHORT_PAGE } from '../../../kernel/db/rows.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import * as appAllowances from '../../billing/appAllowances.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import * as openCampaigns from '../../campaigns/openCampaigns.ts'
import * as idempotency from '../../shared/idempotency.ts'
import { validateRows, type ValidatedRows, type RowError } from './leadRows.ts'
import { recordImport, type OnExisting, writeDrafts } from './leadWrites.ts'
import { pageById, type PageArgs } from '../../shared/paging.ts'

/** An import without its file and its errors, which may be large. */
export type ImportSummary = Omit<LeadImport, 'content' | 'errors'>
export const OMIT_LARGE_FIELDS = { content: true, errors: true } as const
/** The result of an import by request. */
export type ImportResult = Omit<LeadImport, 'content'>

/** Adds leads; an existing lead is an error of its row (contract: Leads). */
export const add = (actor: Actor, campaignId: CampaignId, { leads }: LeadsInput) => importOnce(actor, campaignId, leads, 'refuse')

/** Updates the leads with a known external ID and adds the others (spec: leads:upsert). */
export const upsert = (actor: Actor, { campaignId, items }: LeadItemsInput) =>
  importOnce(actor, parseRowId(campaignId, 'Campaign'), items, 'update_by_external_id')

/** Imports rows once per Idempotency-Key; a repeated request gets the first result. */
async function importOnce(actor: Actor, campaignId: CampaignId, rows: readonly unknown[], onExisting: OnExisting): Promise<ImportResult> {
  if (actor.claim?.effect !== undefined) return getResult(actor, actor.claim.effect as number)
  await campaigns.get(actor, campaignId)
  const validatedRows = await validateRows(rows, { mayLackPhone: onExisting !== 'refuse' })
  return transaction((tx) => writeImport(tx, actor, campaignId, validatedRows, onExisting))
}

const createImport = statement(
  'leadImports.create',
  sql`
    with new_row as (select nextval('lead_imports_id_seq')::int as id), ${idempotency.CLAIM}
    insert into lead_imports (id, workspace_id, campaign_id, source, status, user_id, api_key_id, created_at)
    select id, $workspaceId, $campaignId, 'api', 'completed', $userId?, $apiKeyId?, $now from new_row, claim
    returning id`,
)

/** Writes the import, its leads and the idempotency key in one transaction. */
async function writeImport(
  tx: Tx,
  actor: Actor,
  campaignId: CampaignId,
  { drafts, errors: invalid }: ValidatedRows,
  onExisting: OnExisting,
): Promise<ImportResult> {
  const campaign = await openCampaigns.lock(tx, actor, campaignId)
  await appAllowances.requireOwnCampaign(tx, actor, campaign)
  const { workspaceId } = campaign
  const { userId = null, keyId: apiKeyId = null } = actor
  const row = await createImport.get({ workspaceId, campaignId, userId, apiKeyId, now: clock.now(), ...idempotency.claimParams(actor) }, tx)
  if (!row) throw new DuplicateRequestError()
  const { created, updated, errors: conflicts } = await writeDrafts(tx, campaign, row.id, drafts, onExisting)
  const errors = [...invalid, ...conflicts].sort((a, b) => a.index - b.index)
  const counts = { created, updated, failed: errors.length }
  if (created > 0) await openCampaigns.reopen(tx, actor, campaign)
  await recordImport(tx, actor, campaign, row.id, counts)
  const total = drafts.length + invalid.length
  const where = { workspaceId_id: { workspaceId, id: row.id } }
  const data = { ...counts, total, processed: total, errors: toVerbatimJson(errors), finishedAt: clock.now() }
  return { ...(await tx.leadImport.update({ where, omit: OMIT_LARGE_FIELDS, data })), errors: toJson(errors) as ImportResult['errors'] }
}

const getResult = ({ workspaceId }: Actor, id: LeadImportId): Promise<ImportResult> =>
  db.leadImport.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } }, omit: { content: true } })

export async function get({ workspaceId }: Pick<Actor, 'workspaceId'>, id: LeadImportId): Promise<ImportSummary> {
  const leadImport = await db.leadImport.findUnique({ where: { workspaceId_id: { workspaceId, id } }, omit: OMIT_LARGE_FIELDS })
  if (!leadImport) throw notFound('Lead import')
  return leadImport
}

const lockImport = statement(
  'leadImports.lock',
  sql`
    select status, processed, total, created, updated, failed, is_dry_run from lead_imports
    where workspace_id = $workspaceId and id = $id for update`,
)

/** Locks an import for the rest of the transaction, and returns its progress. */
export const lock = (tx: Tx, { workspaceId, id }: Pick<LeadImport, 'workspaceId' | 'id'>) => lockImport.get({ workspaceId, id }, tx)

const listImportErrors = statement(
  'leadImports.listErrors',
  sql`
    select entry as error from lead_imports, jsonb_array_elements(errors) with ordinality as each (entry, place)
    where workspace_id = $workspaceId and id = $id and (entry->>'index')::int > $after order by place limit $take`,
)

/** Lists the errors of an import in row order, after index `after`. */
export async function listErrors(
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  id: LeadImportId,
  { first, after }: { first?: number | null; after?: number | null },
) {
  const take = Math.min(Math.max(first ?? LONG_PAGE.default, 1), LONG_PAGE.max)
  const rows = await listImportErrors.all({ workspaceId, id, after: after ?? -1, take: take + 1 })
  return { rows: rows.slice(0, take).map(({ error }) => fromJson<RowError>(error)), hasMore: rows.length > take }
}

/** Notifies subscribers of the import's progress after the commit. */
export const announce = (tx: Tx, { workspaceId, id }: Pick<LeadImport, 'workspaceId' | 'id'>) =>
  afterCommit(tx, () => publish('leadImport.updated', { workspaceId, importId: id }))

/** Lists a campaign's imports, newest first, including those by request. */
export async function list(actor: Actor, campaignId: CampaignId, page: PageArgs) {
  await campaigns.get(actor, campaignId)
  const { workspaceId } = actor
  return pageById(page, SHORT_PAGE, ({ where, ...rest }) =>
    db.leadImport.findMany({ ...rest, omit: OMIT_LARGE_FIELDS, where: { ...where, workspaceId, campaignId } }),
  )
}
