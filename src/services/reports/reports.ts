import type { CampaignId, ReportId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { afterCommit, anyWorkspace, db, transaction, type Tx } from '../../kernel/db/db.ts'
import { conflict, DomainError, DuplicateRequestError, notFound, unavailable } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import type { Report } from '../../generated/prisma/client.ts'
import type { ReportFormat, ReportInput, ReportKindName } from '../../inputs/reports.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import { log } from '../../kernel/log.ts'
import { parseRowId, SHORT_PAGE } from '../../kernel/db/rows.ts'
import { hasScope, requireScope, type Scope } from '../../kernel/vocabulary/scopes.ts'
import { sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as access from '../access/access.ts'
import * as campaigns from '../campaigns/campaigns.ts'
import { parsePersonNumber } from '../dataSubjects/people.ts'
import * as idempotency from '../shared/idempotency.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'
import { fileNameOf, removeEarlierFiles } from './reportFiles.ts'
import { fileStore } from '../shared/files.ts'
import { CONTENT_TYPES } from './reportFormats.ts'
import type { StoredList } from './lists/storedLists.ts'
import { KINDS, type ReportKind } from './reportKinds.ts'
import { periodOf } from '../shared/periods.ts'
import { verifySignedToken } from '../access/signedLinks.ts'
import { fromJson } from '../shared/jsonColumns.ts'

/** Maximum queued and running reports of a workspace. They are written one after another, so that every workspace gets its turn. */
const MAX_OPEN = 20

/** Filter as stored; times in ISO 8601. */
export interface StoredFilter {
  from: string | null
  to: string | null
  timezone: string
  campaignId: CampaignId | null
  status: string | null
  outcome: string | null
  /** Phone number of the data subject, in a report about a person. */
  phoneNumber: string | null
  /** The list of the dashboard that is exported as it was filtered. The other filters are empty then. */
  list?: StoredList
}

/** `reports.filter` */
export const storedFilterOf = ({ filter }: Pick<Report, 'filter'>): StoredFilter => fromJson(filter)

const lockOpenReports = statement('reports.lockOpen', sql`select pg_advisory_xact_lock(hashtextextended('reports of a workspace', $workspaceId::int))`)

const insertReport = statement(
  'reports.create',
  sql`
    with new_row as (select nextval('reports_id_seq')::int as id), ${idempotency.CLAIM}
    insert into reports (id, workspace_id, type, format, filter, user_id, api_key_id, created_at)
    select id, $workspaceId::int, $type, $format, $filter, $userId?, $apiKeyId?, $now
    from new_row, claim returning id`,
)

/**
 * Creates a report; a job writes it. With an Idempotency-Key it is created once. Throws FORBIDDEN without the scope of its kind, BAD_REQUEST
 * for an invalid period, time zone, format, number or filter, NOT_FOUND for an unknown campaign, and CONFLICT if too many reports are in
 * progress or the number belongs to the workspace.
 */
export async function create(actor: Actor, input: ReportInput): Promise<Report> {
  const { workspaceId } = actor
  if (actor.claim?.effect !== undefined) return getById(workspaceId, actor.claim.effect as number)
  const kind = KINDS[input.type]
  requireScope(actor.scopes, kind.scope)
  return insert(actor, input.type, resolveFormat(kind, input), await resolveFilter(actor, kind, input))
}

/** Creates a report of a list as it is filtered, for callers who may read it. Throws CONFLICT if too many reports are in progress. */
export async function createOfList(actor: Actor, type: 'calls' | 'leads', format: ReportFormat, list: StoredList): Promise<Report> {
  const { timezone } = await db.workspace.findUniqueOrThrow({ where: { id: actor.workspaceId }, select: { timezone: true } })
  const none = { from: null, status: null, outcome: null, phoneNumber: null }
  return insert(actor, type, format, { ...none, to: clock.now().toISOString(), timezone, campaignId: list.campaignId, list })
}

function insert(actor: Actor, type: ReportKindName, format: ReportFormat, filter: StoredFilter): Promise<Report> {
  const { workspaceId } = actor
  return transaction(async (tx) => {
    // Serialized, so that the limit is exact.
    await lockOpenReports.run({ workspaceId }, tx)
    const open = await tx.report.count({ where: { workspaceId, status: { in: ['queued', 'running'] } } })
    const inserted = await insertReport.get(
      {
        workspaceId,
        type,
        format,
        filter: JSON.stringify(filter),
        userId: actor.userId ?? null,
        apiKeyId: actor.keyId ?? null,
        now: clock.now(),
        ...idempotency.claimParams(actor),
      },
      tx,
    )
    if (!inserted) throw new DuplicateRequestError()
    if (open >= MAX_OPEN) throw conflict('too_many_exports', { limit: MAX_OPEN })
    await enqueue(tx, 'reports.run', { reportId: inserted.id }, { queue: `reports ${workspaceId}` })
    return tx.report.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: inserted.id } } })
  })
}

const getById = (workspaceId: WorkspaceId, id: ReportId) => db.report.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } })

function resolveFormat({ formats }: ReportKind, { type, format }: ReportInput): ReportFormat {
  if (format != null && !formats.includes(format))
    throw new DomainError('BAD_REQUEST', `format: the ${type} export is available only as ${formats.join(' or ')}`)
  return format ?? formats[0]!
}

async function resolveFilter(actor: Actor, kind: ReportKind, input: ReportInput): Promise<StoredFilter> {
  for (const [field, name] of [
    ['campaignId', 'campaign_id'],
    ['status', 'status'],
    ['outcome', 'outcome'],
  ] as const)
    if (input[field] != null && !kind.filters.includes(field))
      throw new DomainError('BAD_REQUEST', `${name}: the ${input.type} export does not support this filter`)
  for (const field of ['from', 'to'] as const)
    if (kind.isDataSubjectExport && input[field] != null)
      throw new DomainError('BAD_REQUEST', `${field}: the ${input.type} export always covers all data and takes no period`)
  if (input.campaignId != null) await campaigns.get(actor, parseRowId(input.campaignId, 'Campaign'))
  const { timezone } = await db.workspace.findUniqueOrThrow({ where: { id: actor.workspaceId }, select: { timezone: true } })
  const zone = input.timezone ?? timezone
  const { from, to } = periodOf(input, zone)
  // The end is fixed now, so the report states the period it covers.
  return {
    from: from?.toISOString() ?? null,
    to: (to ?? clock.now()).toISOString(),
    timezone: zone,
    campaignId: input.campaignId ?? null,
    status: input.status ?? null,
    outcome: input.outcome ?? null,
    phoneNumber: await resolvePhoneNumber(actor, kind, input),
  }
}

async function resolvePhoneNumber(actor: Actor, { isDataSubjectExport }: ReportKind, { type, phoneNumber }: ReportInput): Promise<string | null> {
  if (isDataSubjectExport && phoneNumber == null) throw new DomainError('BAD_REQUEST', `phone_number: the ${type} export requires a phone number`)
  if (!isDataSubjectExport && phoneNumber != null) throw new DomainError('BAD_REQUEST', `phone_number: the ${type} export does not support this filter`)
  return phoneNumber == null ? null : parsePersonNumber(actor, phoneNumber)
}

/** Lists the kinds of reports that the actor may create. */
export const listKinds = ({ scopes }: Actor) => Object.entries(KINDS).flatMap(([name, kind]) => (hasScope(scopes, kind.scope) ? [{ name, ...kind }] : []))

/** Reports that the actor may see, newest first. */
export const list = (actor: Actor, page: PageArgs) => {
  const visibleKinds = listKinds(actor).map(({ name }) => name)
  return pageById(page, SHORT_PAGE, ({ where, ...rest }) =>
    db.report.findMany({ ...rest, where: { ...where, workspaceId: actor.workspaceId, type: { in: visibleKinds } } }),
  )
}

/** Throws NOT_FOUND if there is none, FORBIDDEN without the scope of its kind. */
export async function get({ workspaceId, scopes }: Actor, id: ReportId): Promise<Report> {
  const found = await db.report.findUnique({ where: { workspaceId_id: { workspaceId, id } } })
  if (!found) throw notFound('Report')
  requireScope(scopes, KINDS[found.type as ReportKindName].scope)
  return found
}

/**
 * Cancels a report in progress, which stays as `canceled`; deletes a finished one with its file. If the process dies in between, the file is
 * no longer offered and a sweep deletes it. The same applies if the file storage cannot be reached, which throws UNAVAILABLE.
 */
export async function remove(actor: Actor, id: ReportId): Promise<number> {
  const { workspaceId } = actor
  await get(actor, id)
  const isCanceled = await transaction(async (tx) => {
    const now = clock.now()
    const { count } = await tx.report.updateMany({
      where: { workspaceId, id, status: { in: ['queued', 'running'] } },
      data: { status: 'canceled', finishedAt: now, expiresAt: now },
    })
    if (count === 0) await tx.report.updateMany({ where: { workspaceId, id, status: 'done' }, data: { status: 'expired', expiresAt: now } })
    announce(tx, { workspaceId, id })
    return count > 0
  })
  if (isCanceled) return id
  const found = await db.report.findUnique({ where: { workspaceId_id: { workspaceId, id } } })
  if (found) await removeFiles(found)
  await db.report.deleteMany({ where: { workspaceId, id } })
  return id
}

async function removeFiles(report: Report) {
  await removeEarlierFiles(report, report.attempt + 1).catch((err: Error) => {
    log.error({ err, reportId: report.id }, 'could not delete the file of an export')
    throw unavailable('export_file_kept')
  })
}

/** Publishes a progress update to subscribers. */
export const announce = (tx: Tx, { workspaceId, id }: Pick<Report, 'workspaceId' | 'id'>) =>
  afterCommit(tx, () => publish('report.updated', { workspaceId, reportId: id }))

/**
 * Opens the file of a download token; the caller must read or destroy the stream. Throws NOT_FOUND if the token is invalid or expired, if the
 * file is gone, and if the key or user of the token may no longer read the report.
 */
export async function download(token: string) {
  const grant = verifySignedToken('downloads', token)
  const report = grant && (await anyWorkspace.report.findUnique({ where: { id: grant.id } }))
  if (!report) throw notFound('File')
  enterWorkspace(report.workspaceId)
  const standing = await access.accessOf(report.workspaceId, grant.holder)
  const isOffered = report.status === 'done' && report.fileKey && report.expiresAt! > clock.now() && mayRead(standing.scopes, report)
  const content = isOffered ? await fileStore().read(report.fileKey!) : null
  if (!content) throw notFound('File')
  return {
    standing,
    content,
    name: fileNameOf(report, await campaignNameOf(report)),
    type: CONTENT_TYPES[report.format as ReportFormat],
    bytes: Number(report.bytes),
  }
}

async function campaignNameOf(report: Report): Promise<string | undefined> {
  const { campaignId: id } = storedFilterOf(report)
  if (id == null) return undefined
  const campaign = await anyWorkspace.campaign.findUnique({ where: { workspaceId_id: { workspaceId: report.workspaceId, id } }, select: { name: true } })
  return campaign?.name
}

const mayRead = (scopes: ReadonlySet<Scope>, { type }: Report) => hasScope(scopes, 'me:read') && hasScope(scopes, KINDS[type as ReportKindName].scope)
