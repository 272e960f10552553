import type { CampaignId, LeadImportId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { db, transaction } from '../../../kernel/db/db.ts'
import { conflict } from '../../../kernel/vocabulary/errors.ts'
import type { LeadImport } from '../../../generated/prisma/client.ts'
import type { LeadFile } from '../../../inputs/leadFiles.ts'
import type { ColumnMapping, LeadImportInput, LeadReading, LeadParseOptions } from '../../../inputs/leadImports.ts'
import { enqueue } from '../../../kernel/db/queue.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import * as campaigns from '../../campaigns/campaigns.ts'
import * as leadImports from './leadImports.ts'
import type { LeadFileContent, Survey } from './leadFileRows.ts'
import { previewDrafts, type OnExisting } from './leadWrites.ts'
import * as leadReading from './leadReading.ts'
import * as storage from '../../shared/storage.ts'
import { toJson } from '../../shared/jsonColumns.ts'

/** A row of a file with the result of importing it now. */
export interface PreviewRow {
  index: number
  phoneNumber: string | null
  name: string | null
  externalId: string | null
  data: Record<string, unknown> | null
  verdict: 'create' | 'update' | 'error'
  error: string | null
}
/** The content of a file, and the result of importing its first rows. */
export interface Preview {
  leadImport: leadImports.ImportSummary
  columns: string[]
  delimiter: string | null
  mapping: Partial<ColumnMapping>
  rows: PreviewRow[]
}
const PREVIEW_ROWS = 20

/** Stores a file for preview and import. Throws BAD_REQUEST if it cannot be parsed, CONFLICT if the workspace's storage is full; then nothing is stored. */
export async function upload(actor: Actor, campaignId: CampaignId, { fileName, format, content }: LeadFile): Promise<Preview> {
  const { workspaceId, userId = null, keyId: apiKeyId = null } = actor
  await campaigns.get(actor, campaignId)
  const survey = await leadReading.survey(actor, { format, content }, {}, PREVIEW_ROWS)
  const data = {
    workspaceId,
    campaignId,
    source: format,
    fileName,
    content,
    status: 'uploaded',
    total: survey.total,
    userId,
    apiKeyId,
    createdAt: clock.now(),
  }
  const leadImport = await transaction(async (tx) => {
    const created = await tx.leadImport.create({ data, omit: leadImports.OMIT_LARGE_FIELDS })
    await storage.requireRoom(tx, workspaceId)
    return created
  })
  return buildPreview(leadImport, survey, {})
}

/** Previews a stored file with other options. Without a mapping, columns are guessed from their names. */
export async function preview(actor: Actor, id: LeadImportId, { mapping, ...options }: LeadParseOptions): Promise<Preview> {
  const { content, ...leadImport } = await getWithFile(actor, id)
  const survey = await leadReading.survey(actor, { format: formatOf(leadImport), content }, { ...options, mapping }, PREVIEW_ROWS)
  return buildPreview(leadImport, survey, options)
}

/** Starts a job that imports the rows, or only validates them with `dryRun`. Throws CONFLICT if they are imported or being imported. */
export async function run(actor: Actor, id: LeadImportId, input: LeadImportInput): Promise<leadImports.ImportSummary> {
  const { content, ...leadImport } = await getWithFile(actor, id)
  await leadReading.survey(actor, { format: formatOf(leadImport), content }, { mapping: input.mapping })
  await campaigns.get(actor, leadImport.campaignId)
  return transaction(async (tx) => {
    const initialFields = {
      status: 'running',
      isDryRun: input.dryRun ?? false,
      processed: 0,
      created: 0,
      updated: 0,
      failed: 0,
      errors: [],
      error: null,
      finishedAt: null,
    }
    const { count } = await tx.leadImport.updateMany({
      where: {
        workspaceId: actor.workspaceId,
        id,
        OR: [{ status: 'uploaded' }, { status: 'completed', isDryRun: true }, { status: 'failed', created: 0, updated: 0 }],
      },
      data: { ...initialFields, options: toJson(input) },
    })
    if (count === 0) throw conflict(leadImport.status === 'running' ? 'import_already_running' : 'import_done')
    await enqueue(tx, 'leadImports.run', { importId: id })
    leadImports.announce(tx, { workspaceId: actor.workspaceId, id })
    return tx.leadImport.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId: actor.workspaceId, id } }, omit: leadImports.OMIT_LARGE_FIELDS })
  })
}

/** Identifies existing leads by external ID if the file has one, else by phone number. */
export const onExistingOf = ({ onExisting, mapping }: LeadReading): OnExisting =>
  onExisting !== 'update' ? 'refuse' : mapping.external_id ? 'update_by_external_id' : 'update_by_number'

export const formatOf = ({ source }: Pick<LeadImport, 'source'>): LeadFileContent['format'] => (source === 'json' ? 'json' : 'csv')

/** Returns an import with its file. Throws NOT_FOUND; CONFLICT if it was a request or its file is deleted. */
export async function getWithFile(actor: Pick<Actor, 'workspaceId'>, id: LeadImportId): Promise<leadImports.ImportSummary & { content: string }> {
  const leadImport = await leadImports.get(actor, id)
  const content = await findFile(actor, id)
  if (content === null) throw conflict(leadImport.source === 'api' ? 'import_without_file' : 'import_file_deleted')
  return { ...leadImport, content }
}

const getFile = statement('leadImports.getFile', sql`select content from lead_imports where workspace_id = $workspaceId and id = $id`)

/** Returns the file of an import as uploaded; null if there is none or it is deleted. */
export async function findFile({ workspaceId }: Pick<Actor, 'workspaceId'>, id: LeadImportId): Promise<string | null> {
  const row = await getFile.get({ workspaceId, id })
  return row?.content ?? null
}

/** Builds the preview of the first rows. */
async function buildPreview(
  leadImport: leadImports.ImportSummary,
  { columns, delimiter, mapping, rows }: Survey,
  options: Omit<LeadParseOptions, 'mapping'>,
): Promise<Preview> {
  const drafts = rows.flatMap(({ draft }) => draft ?? [])
  const onExisting = onExistingOf({ ...options, mapping: { ...mapping, phone_number: mapping.phone_number ?? '' } })
  const outcomes = new Map(
    (await previewDrafts(db, { workspaceId: leadImport.workspaceId, id: leadImport.campaignId }, drafts, onExisting)).map((row) => [row.position, row]),
  )
  const previewRows = rows.map(({ phoneNumber, name, externalId, data, error: parseError }, index): PreviewRow => {
    const outcome = outcomes.get(index)
    const error = outcome ? outcome.error : parseError
    return { index, phoneNumber, name, externalId, data, error, verdict: error !== null ? 'error' : outcome!.isNew ? 'create' : 'update' }
  })
  return { leadImport, columns, delimiter, mapping, rows: previewRows }
}
