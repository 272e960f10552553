import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, transaction } from '../../../kernel/db/db.ts'
import { conflict } from '../../../kernel/vocabulary/errors.ts'
import type { LeadImport } from '../../../generated/prisma/client.ts'
import type { LeadFile } from '../../../inputs/leadFiles.ts'
import type { ColumnMapping, LeadImportInput, LeadReading, LeadParseOptions } from '../../../inputs/leadImports.ts'
import { enqueue } from '../../../kernel/db/queue.ts'
import { query, sql } from '../../../kernel/db/sql.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import * as leadImports from './leadImports.ts'
import type { File, Survey } from './leadFileRows.ts'
import { foresee, type OnExisting } from './leadWrites.ts'
import * as leadReading from './leadReading.ts'
import * as storage from '../../shared/storage.ts'
import { toJson } from '../../shared/jsonColumns.ts'

/** A row of a file as it would be imported now. */
export interface ForeseenRow {
  index: number
  phoneNumber: string | null
  name: string | null
  externalId: string | null
  data: Record<string, unknown> | null
  verdict: 'create' | 'update' | 'error'
  error: string | null
}
/** What a file holds, and what would become of its first rows. */
export interface Preview {
  leadImport: leadImports.Summary
  columns: string[]
  delimiter: string | null
  mapping: Partial<ColumnMapping>
  rows: ForeseenRow[]
}
const SHOWN = 20

/** Keeps a file, to be looked at and then run. BAD_REQUEST when it cannot be read, CONFLICT when the workspace's storage is full; nothing is kept then. */
export async function upload(actor: Actor, campaignId: number, { fileName, format, content }: LeadFile): Promise<Preview> {
  const { workspaceId, userId = null, keyId: apiKeyId = null } = actor
  await campaigns.get(actor, campaignId)
  const found = await leadReading.survey(actor, { format, content }, {}, SHOWN)
  const made = {
    workspaceId,
    campaignId,
    source: format,
    fileName,
    content,
    status: 'uploaded',
    total: found.total,
    userId,
    apiKeyId,
    createdAt: clock.now(),
  }
  const leadImport = await transaction(async (tx) => {
    const kept = await tx.leadImport.create({ data: made, omit: leadImports.omit })
    await storage.requireRoom(tx, workspaceId)
    return kept
  })
  return look(actor, leadImport, found, {})
}

/** The same file read in another way; as the names of its columns say where no mapping is given. */
export async function preview(actor: Actor, id: number, { mapping, ...options }: LeadParseOptions): Promise<Preview> {
  const { content, ...leadImport } = await fileOf(actor, id)
  const found = await leadReading.survey(actor, { format: formatOf(leadImport), content }, { ...options, mapping }, SHOWN)
  return look(actor, leadImport, found, options)
}

/** Has the rows imported by a job, or with `dryRun` only judged. CONFLICT once they are, or while they are being imported. */
export async function run(actor: Actor, id: number, input: LeadImportInput): Promise<leadImports.Summary> {
  const { content, ...found } = await fileOf(actor, id)
  await leadReading.survey(actor, { format: formatOf(found), content }, { mapping: input.mapping })
  await campaigns.get(actor, found.campaignId)
  return transaction(async (tx) => {
    const fresh = { status: 'running', isDryRun: input.dryRun ?? false, done: 0, created: 0, updated: 0, failed: 0, errors: [], error: null, finishedAt: null }
    const { count } = await tx.leadImport.updateMany({
      where: {
        workspaceId: actor.workspaceId,
        id,
        OR: [{ status: 'uploaded' }, { status: 'completed', isDryRun: true }, { status: 'failed', created: 0, updated: 0 }],
      },
      data: { ...fresh, options: toJson(input) },
    })
    if (count === 0) throw conflict(found.status === 'running' ? 'The import is already running.' : 'This file was already imported. Upload it again.')
    await enqueue(tx, 'leadImports.run', { importId: id })
    leadImports.announce(tx, { workspaceId: actor.workspaceId, id })
    return tx.leadImport.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId: actor.workspaceId, id } }, omit: leadImports.omit })
  })
}

/** An existing lead is known by its external id where the file has one, else by its number. */
export const existingOf = ({ onExisting, mapping }: LeadReading): OnExisting =>
  onExisting !== 'update' ? 'refuse' : mapping.external_id ? 'update_by_external_id' : 'update_by_number'

export const formatOf = ({ source }: Pick<LeadImport, 'source'>): File['format'] => (source === 'json' ? 'json' : 'csv')

/** An import with its file. NOT_FOUND for none, CONFLICT for one that came without a file or whose file is not kept any more. */
export async function fileOf(actor: Pick<Actor, 'workspaceId'>, id: number): Promise<leadImports.Summary & { content: string }> {
  const found = await leadImports.get(actor, id)
  const content = await keptFile(actor, id)
  if (content === null) throw conflict(found.source === 'api' ? 'This import has no file.' : 'The file of this import was deleted. Upload it again.')
  return { ...found, content }
}

/** The file of an import as it was sent; null where there is none, or none any more. */
export async function keptFile({ workspaceId }: Pick<Actor, 'workspaceId'>, id: number): Promise<string | null> {
  const [found] = await query<{ content: string | null }>(sql`select content from lead_imports where workspace_id = ${workspaceId} and id = ${id}`)
  return found?.content ?? null
}

/** What would become of the first rows now. */
async function look(
  { workspaceId }: Actor,
  leadImport: leadImports.Summary,
  { columns, delimiter, mapping, rows }: Survey,
  options: Omit<LeadParseOptions, 'mapping'>,
): Promise<Preview> {
  const drafts = rows.flatMap(({ draft }) => draft ?? [])
  const onExisting = existingOf({ ...options, mapping: { ...mapping, phone_number: mapping.phone_number ?? '' } })
  const verdicts = new Map((await foresee(anyWorkspace, { id: leadImport.campaignId, workspaceId }, drafts, onExisting)).map((row) => [row.i, row]))
  const foreseen = rows.map(({ phoneNumber, name, externalId, data, error: wrong }, index): ForeseenRow => {
    const verdict = verdicts.get(index)
    const error = verdict ? verdict.error : wrong
    return { index, phoneNumber, name, externalId, data, error, verdict: error !== null ? 'error' : verdict!.isNew ? 'create' : 'update' }
  })
  return { leadImport, columns, delimiter, mapping, rows: foreseen }
}
