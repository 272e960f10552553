import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { afterCommit, anyWorkspace, db, transaction, type Tx } from '../../kernel/db/db.ts'
import { AlreadyDone, badInput, conflict, DomainError, notFound } from '../../kernel/vocabulary/errors.ts'
import { publish } from '../../kernel/events.ts'
import type { Report } from '../../generated/prisma/client.ts'
import type { ReportFormat, ReportInput, ReportKindName } from '../../inputs/reports.ts'
import { enqueue } from '../../kernel/db/queue.ts'
import { log } from '../../kernel/log.ts'
import { rowId, SHORT_PAGE } from '../../kernel/db/rows.ts'
import { hasScope, requireScope, type Scope } from '../../kernel/vocabulary/scopes.ts'
import { sql } from '../../kernel/db/sql.ts'
import * as access from '../access/access.ts'
import * as campaigns from '../campaigns/campaigns.ts'
import { personOf } from '../dataSubjects/people.ts'
import * as idempotency from '../shared/idempotency.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'
import { fileNameOf, fileStore, removeBefore } from './reportFiles.ts'
import { CONTENT_TYPES } from './reportFormats.ts'
import { KINDS, type ReportKind } from './reportKinds.ts'
import { periodOf } from '../shared/periods.ts'
import { grantOf } from '../access/signedLinks.ts'
import { readJson } from '../shared/jsonColumns.ts'

/** Reports of a workspace that may wait or run at once; they are written one after another, so that every workspace has its turn. */
const MAX_OPEN = 20

/** What was asked, as it is kept: moments in ISO 8601. */
export interface KeptFilter {
  from: string | null
  to: string | null
  timezone: string
  campaignId: number | null
  status: string | null
  outcome: string | null
  /** Of a report about a person: whom. */
  phoneNumber: string | null
}

/** `reports.filter` */
export const keptFilterOf = ({ filter }: Pick<Report, 'filter'>): KeptFilter => readJson(filter)

/**
 * Asks for a report; a job writes it. Under an Idempotency-Key it is asked for once. Throws FORBIDDEN without the scope of its kind,
 * BAD_REQUEST for a period, a zone, a format, a number or a filter that cannot be, NOT_FOUND for a campaign, and CONFLICT while many are under
 * way, or for a number of the workspace's own.
 */
export async function create(actor: Actor, input: ReportInput): Promise<Report> {
  const { workspaceId } = actor
  if (actor.claim?.effect !== undefined) return whole(workspaceId, actor.claim.effect as number)
  const kind = KINDS[input.type]
  requireScope(actor.scopes, kind.scope)
  const format = formatOf(kind, input)
  const filter = await filterOf(actor, kind, input)
  return transaction(async (tx) => {
    // One after another, so that the limit is one.
    await tx.$executeRaw(sql`select pg_advisory_xact_lock(hashtextextended('reports of a workspace', ${workspaceId}))`)
    const open = await tx.report.count({ where: { workspaceId, state: { in: ['queued', 'running'] } } })
    const [made] = await tx.$queryRaw<{ id: number }[]>(sql`
      with made as (select nextval('reports_id_seq')::int as id), ${idempotency.claiming(actor)}
      insert into reports (id, workspace_id, kind, format, filter, user_id, api_key_id, created_at)
      select id, ${workspaceId}, ${input.type}, ${format}, ${JSON.stringify(filter)}::jsonb, ${actor.userId ?? null}::int, ${actor.keyId ?? null}::int, ${clock.now()}::timestamptz
      from made, claim returning id`)
    if (!made) throw new AlreadyDone()
    if (open >= MAX_OPEN) throw conflict(`${MAX_OPEN} exports are already in progress. Wait until one is done, or delete one.`)
    await enqueue(tx, 'reports.run', { reportId: made.id }, { queue: `reports ${workspaceId}` })
    return tx.report.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: made.id } } })
  })
}

const whole = (workspaceId: number, id: number) => db.report.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } })

function formatOf({ formats }: ReportKind, { type, format }: ReportInput): ReportFormat {
  if (format != null && !formats.includes(format)) throw badInput(`format: the ${type} export is available only as ${formats.join(' or ')}`)
  return format ?? formats[0]!
}

async function filterOf(actor: Actor, kind: ReportKind, input: ReportInput): Promise<KeptFilter> {
  for (const [field, name] of [
    ['campaignId', 'campaign_id'],
    ['status', 'status'],
    ['outcome', 'outcome'],
  ] as const)
    if (input[field] != null && !kind.takes.includes(field)) throw badInput(`${name}: the ${input.type} export does not support this filter`)
  for (const field of ['from', 'to'] as const)
    if (kind.isDataSubjectExport && input[field] != null) throw badInput(`${field}: the ${input.type} export always covers all data and takes no period`)
  if (input.campaignId != null) await campaigns.get(actor, rowId(input.campaignId, 'Campaign'))
  const { timezone } = await db.workspace.findUniqueOrThrow({ where: { id: actor.workspaceId }, select: { timezone: true } })
  const zone = input.timezone ?? timezone
  const { from, to } = periodOf(input, zone)
  // What happens later is in another report: this one says until when it goes.
  return {
    from: from?.toISOString() ?? null,
    to: (to ?? clock.now()).toISOString(),
    timezone: zone,
    campaignId: input.campaignId ?? null,
    status: input.status ?? null,
    outcome: input.outcome ?? null,
    phoneNumber: await phoneOf(actor, kind, input),
  }
}

async function phoneOf(actor: Actor, { isDataSubjectExport }: ReportKind, { type, phoneNumber }: ReportInput): Promise<string | null> {
  if (isDataSubjectExport && phoneNumber == null) throw badInput(`phone_number: the ${type} export requires a phone number`)
  if (!isDataSubjectExport && phoneNumber != null) throw badInput(`phone_number: the ${type} export does not support this filter`)
  return phoneNumber == null ? null : personOf(actor, phoneNumber)
}

/** What the actor may have made. */
export const kinds = ({ scopes }: Actor) => Object.entries(KINDS).flatMap(([name, kind]) => (hasScope(scopes, kind.scope) ? [{ name, ...kind }] : []))

/** Reports that the actor may see, newest first. */
export const list = (actor: Actor, page: PageArgs) => {
  const seen = kinds(actor).map(({ name }) => name)
  return pageById(page, SHORT_PAGE, ({ where, ...rest }) =>
    db.report.findMany({ ...rest, where: { ...where, workspaceId: actor.workspaceId, kind: { in: seen } } }),
  )
}

/** NOT_FOUND for none, FORBIDDEN without the scope of its kind. */
export async function get({ workspaceId, scopes }: Actor, id: number): Promise<Report> {
  const found = await db.report.findUnique({ where: { workspaceId_id: { workspaceId, id } } })
  if (!found) throw notFound('Report')
  requireScope(scopes, KINDS[found.kind as ReportKindName].scope)
  return found
}

/**
 * Cancels a report that is under way: it stays, as `canceled`. One that is over is deleted, and its file. If the process dies between,
 * the file is not offered any more, and a sweep takes it away. The same is true where the store cannot be reached, which is UNAVAILABLE.
 */
export async function remove(actor: Actor, id: number): Promise<number> {
  const { workspaceId } = actor
  await get(actor, id)
  const isCanceled = await transaction(async (tx) => {
    const now = clock.now()
    const { count } = await tx.report.updateMany({
      where: { workspaceId, id, state: { in: ['queued', 'running'] } },
      data: { state: 'canceled', finishedAt: now, expiresAt: now },
    })
    if (count === 0) await tx.report.updateMany({ where: { workspaceId, id, state: 'done' }, data: { state: 'expired', expiresAt: now } })
    announce(tx, { workspaceId, id })
    return count > 0
  })
  if (isCanceled) return id
  const found = await db.report.findUnique({ where: { workspaceId_id: { workspaceId, id } } })
  if (found) await takeAway(found)
  await db.report.deleteMany({ where: { workspaceId, id } })
  return id
}

async function takeAway(report: Report) {
  await removeBefore(report, report.attempt + 1).catch((err: Error) => {
    log.error({ err, reportId: report.id }, 'could not delete the file of an export')
    throw new DomainError('UNAVAILABLE', 'The file storage cannot be reached. The file can no longer be downloaded. Delete the export again later.')
  })
}

/** Tells whoever watches a report that it went on. */
export const announce = (tx: Tx, { workspaceId, id }: Pick<Report, 'workspaceId' | 'id'>) =>
  afterCommit(tx, () => publish('report.updated', { workspaceId, reportId: id }))

/**
 * The file that a token gives access to, to be read or destroyed. Throws NOT_FOUND for a token that we did not sign or whose time is over,
 * once there is no such file, and once the key or the person that the token was given to may not read the report any more.
 */
export async function download(token: string) {
  const grant = grantOf('downloads', token)
  const report = grant && (await anyWorkspace.report.findUnique({ where: { id: grant.id } }))
  const standing = report && (await access.standingOf(report.workspaceId, grant!.holder))
  const isOffered = report?.state === 'done' && report.fileKey && report.expiresAt! > clock.now() && mayRead(standing!.scopes, report)
  const content = isOffered ? await fileStore().read(report.fileKey!) : null
  if (!report || !content) throw notFound('File')
  return { standing: standing!, content, name: fileNameOf(report), type: CONTENT_TYPES[report.format as ReportFormat], bytes: Number(report.bytes) }
}

const mayRead = (scopes: ReadonlySet<Scope>, { kind }: Report) => hasScope(scopes, 'me:read') && hasScope(scopes, KINDS[kind as ReportKindName].scope)
