import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { afterCommit, db, transaction, type Tx } from '../../../kernel/db/db.ts'
import { AlreadyDone, notFound } from '../../../kernel/vocabulary/errors.ts'
import { publish } from '../../../kernel/events.ts'
import type { LeadImport } from '../../../generated/prisma/client.ts'
import type { LeadItemsInput, LeadsInput } from '../../../inputs/leads.ts'
import { asJson } from '../../../kernel/json/jsonSource.ts'
import { toJson } from '../../shared/jsonColumns.ts'
import { LONG_PAGE, rowId, SHORT_PAGE } from '../../../kernel/db/rows.ts'
import { query, sql } from '../../../kernel/db/sql.ts'
import * as appAllowances from '../../billing/appAllowances.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import * as idempotency from '../../shared/idempotency.ts'
import { judge, type Judged, type RowError } from './leadRows.ts'
import { hold, note, type OnExisting, reopen, write } from './leadWrites.ts'
import { pageById, type PageArgs } from '../../shared/paging.ts'

/** An import without what may be large: its file and its errors. */
export type Summary = Omit<LeadImport, 'content' | 'errors'>
export const omit = { content: true, errors: true } as const
/** What a request is answered from. */
export type Import = Omit<LeadImport, 'content'>

/** Adds leads; one that the campaign has is an error of its row (contract: Leads). */
export const add = (actor: Actor, campaignId: number, { leads }: LeadsInput) => once(actor, campaignId, leads, 'refuse')

/** Changes the leads whose external id the campaign has, adds the others (spec: leads:upsert). */
export const upsert = (actor: Actor, { campaignId, items }: LeadItemsInput) => once(actor, rowId(campaignId, 'Campaign'), items, 'update_by_external_id')

/** Under an Idempotency-Key the rows are taken in once; the import of the first time answers for every repetition. */
async function once(actor: Actor, campaignId: number, rows: readonly unknown[], onExisting: OnExisting): Promise<Import> {
  if (actor.claim?.effect !== undefined) return whole(actor, actor.claim.effect as number)
  await campaigns.get(actor, campaignId)
  const judged = await judge(rows, { mayLackPhone: onExisting !== 'refuse' })
  return transaction((tx) => takeIn(tx, actor, campaignId, judged, onExisting))
}

/** The import and its leads in one transaction, so that both are there or neither, and the key with them. */
async function takeIn(tx: Tx, actor: Actor, campaignId: number, { drafts, errors: bad }: Judged, onExisting: OnExisting): Promise<Import> {
  const campaign = await hold(tx, actor, campaignId)
  await appAllowances.requireOwn(tx, actor, campaign)
  const { workspaceId } = campaign
  const [made] = await tx.$queryRaw<{ id: number }[]>(sql`
    with made as (select nextval('lead_imports_id_seq')::int as id), ${idempotency.claiming(actor)}
    insert into lead_imports (id, workspace_id, campaign_id, source, status, user_id, api_key_id, created_at)
    select id, ${workspaceId}, ${campaignId}, 'api', 'completed', ${actor.userId ?? null}::int, ${actor.keyId ?? null}::int, ${clock.now()}::timestamptz
    from made, claim
    returning id`)
  if (!made) throw new AlreadyDone()
  const { created, updated, errors: met } = await write(tx, campaign, made.id, drafts, onExisting)
  const errors = [...bad, ...met].sort((a, b) => a.index - b.index)
  const counts = { created, updated, failed: errors.length }
  if (created > 0) await reopen(tx, actor, campaign)
  await note(tx, actor, campaign, made.id, counts)
  const total = drafts.length + bad.length
  const where = { workspaceId_id: { workspaceId, id: made.id } }
  const data = { ...counts, total, done: total, errors: asJson(errors), finishedAt: clock.now() }
  return { ...(await tx.leadImport.update({ where, omit, data })), errors: toJson(errors) as Import['errors'] }
}

const whole = ({ workspaceId }: Actor, id: number): Promise<Import> =>
  db.leadImport.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } }, omit: { content: true } })

export async function get({ workspaceId }: Pick<Actor, 'workspaceId'>, id: number): Promise<Summary> {
  const found = await db.leadImport.findUnique({ where: { workspaceId_id: { workspaceId, id } }, omit })
  if (!found) throw notFound('Lead import')
  return found
}

/** The errors of an import in the order of its rows, those behind `after`, an index. */
export async function errors({ workspaceId }: Pick<Actor, 'workspaceId'>, id: number, { first, after }: { first?: number | null; after?: number | null }) {
  const take = Math.min(Math.max(first ?? LONG_PAGE.default, 1), LONG_PAGE.max)
  const rows = await query<{ error: RowError }>(sql`
    select entry as error from lead_imports, jsonb_array_elements(errors) with ordinality as each (entry, place)
    where workspace_id = ${workspaceId} and id = ${id} and (entry->>'index')::int > ${after ?? -1} order by place limit ${take + 1}`)
  return { rows: rows.slice(0, take).map(({ error }) => error), hasMore: rows.length > take }
}

/** Tells whoever watches an import that it went on. */
export const announce = (tx: Tx, { workspaceId, id }: Pick<LeadImport, 'workspaceId' | 'id'>) =>
  afterCommit(tx, () => publish('leadImport.updated', { workspaceId, importId: id }))

/** A campaign's imports, newest first, those of requests among them. */
export async function list(actor: Actor, campaignId: number, page: PageArgs) {
  await campaigns.get(actor, campaignId)
  const { workspaceId } = actor
  return pageById(page, SHORT_PAGE, ({ where, ...rest }) => db.leadImport.findMany({ ...rest, omit, where: { ...where, workspaceId, campaignId } }))
}
