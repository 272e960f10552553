import type { Actor } from '../actor.ts'
import { clock } from '../clock.ts'
import { anyWorkspace, db, transaction } from '../db.ts'
import { badInput, conflict, notFound } from '../errors.ts'
import type { LeadImport, Prisma } from '../generated/prisma/client.ts'
import type { LeadFile } from '../inputs/leadFiles.ts'
import type { ColumnMapping, LeadImportInput, LeadReading, LeadReadingInput } from '../inputs/leadImports.ts'
import { enqueue } from '../jobs/queue.ts'
import { e164, isCountry, readPhone } from '../phones.ts'
import * as campaigns from './campaigns.ts'
import * as leadColumns from './leadColumns.ts'
import * as leadFiles from './leadFiles.ts'
import * as leadImports from './leadImports.ts'
import { judge, type Judged } from './leadRows.ts'
import { foresee, type OnExisting } from './leadWrites.ts'

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

/** Keeps a file, to be looked at and then run. BAD_INPUT when it cannot be read; nothing is kept then. */
export async function upload(actor: Actor, campaignId: number, { fileName, format, content }: LeadFile): Promise<Preview> {
  const { workspaceId, userId = null, keyId: apiKeyId = null } = actor
  await campaigns.get(actor, campaignId)
  const table = await leadFiles.read({ format, content })
  const made = {
    workspaceId,
    campaignId,
    source: format,
    fileName,
    content,
    status: 'uploaded',
    total: table.rows.length,
    userId,
    apiKeyId,
    createdAt: clock.now(),
  }
  const leadImport = await db.leadImport.create({ data: made, omit: leadImports.omit })
  return look(actor, leadImport, table, leadColumns.guess(table.columns), {})
}

/** The same file read in another way; as the names of its columns say where no mapping is given. */
export async function preview(actor: Actor, id: number, { mapping, ...options }: LeadReadingInput): Promise<Preview> {
  const { content, ...leadImport } = await fileOf(actor, id)
  const table = await leadFiles.read({ format: formatOf(leadImport), content })
  if (mapping) requireColumns(table, mapping)
  return look(actor, leadImport, table, mapping ?? leadColumns.guess(table.columns), options)
}

/** Has the rows imported by a job, or with `dryRun` only judged. CONFLICT once they are, or while they are being imported. */
export async function run(actor: Actor, id: number, input: LeadImportInput): Promise<leadImports.Summary> {
  const { content, ...found } = await fileOf(actor, id)
  requireColumns(await leadFiles.read({ format: formatOf(found), content }), input.mapping)
  await campaigns.get(actor, found.campaignId)
  return transaction(async (tx) => {
    const fresh = { status: 'running', isDryRun: input.dryRun ?? false, done: 0, created: 0, updated: 0, failed: 0, errors: [], error: null, finishedAt: null }
    const { count } = await tx.leadImport.updateMany({
      where: {
        workspaceId: actor.workspaceId,
        id,
        OR: [{ status: 'uploaded' }, { status: 'completed', isDryRun: true }, { status: 'failed', created: 0, updated: 0 }],
      },
      data: { ...fresh, options: input as unknown as Prisma.InputJsonObject },
    })
    if (count === 0) throw conflict(found.status === 'running' ? 'The import is running' : 'The file was imported: upload it again')
    await enqueue(tx, 'leadImports.run', { importId: id })
    leadImports.announce(tx, { workspaceId: actor.workspaceId, id })
    return tx.leadImport.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId: actor.workspaceId, id } }, omit: leadImports.omit })
  })
}

/** All rows of a file, each judged by itself and by those before it. The same file and options give the same. */
export function judgeRows(rows: readonly Record<string, unknown>[], { mapping, defaultCountry, onExisting }: LeadReading): Promise<Judged> {
  const country = defaultCountry != null && isCountry(defaultCountry) ? defaultCountry : null
  return judge(
    rows.map((row) => leadColumns.toRow(row, mapping)),
    { mayLackPhone: onExisting === 'update', phoneOf: (text) => e164(text) ?? (country && readPhone(text, country)) },
  )
}

/** An existing lead is known by its external id where the file has one, else by its number. */
export const existingOf = ({ onExisting, mapping }: LeadReading): OnExisting =>
  onExisting !== 'update' ? 'refuse' : mapping.external_id ? 'update_by_external_id' : 'update_by_number'

export const formatOf = ({ source }: Pick<LeadImport, 'source'>) => (source === 'json' ? 'json' : 'csv')

/** An import with its file. NOT_FOUND for none, CONFLICT for one that came without a file. */
export async function fileOf({ workspaceId }: Pick<Actor, 'workspaceId'>, id: number): Promise<leadImports.Summary & { content: string }> {
  const found = await db.leadImport.findUnique({ where: { workspaceId_id: { workspaceId, id } }, omit: { errors: true } })
  if (!found) throw notFound('Lead import')
  if (found.content === null) throw conflict('The import came without a file')
  return { ...found, content: found.content }
}

async function look(
  actor: Actor,
  leadImport: leadImports.Summary,
  { columns, delimiter, rows }: leadFiles.Table,
  mapping: Partial<ColumnMapping>,
  options: Omit<LeadReadingInput, 'mapping'>,
): Promise<Preview> {
  const reading = { ...options, mapping: { ...mapping, phone_number: mapping.phone_number ?? '' } }
  const { drafts, errors } = await judgeRows(rows.slice(0, SHOWN), reading)
  const { workspaceId } = actor
  const verdicts = new Map((await foresee(anyWorkspace, { id: leadImport.campaignId, workspaceId }, drafts, existingOf(reading))).map((row) => [row.i, row]))
  const foreseen = rows.slice(0, SHOWN).map((row, index): ForeseenRow => {
    const { phone_number, name, external_id, data } = leadColumns.toRow(row, reading.mapping)
    const [draft, verdict] = [drafts.find((each) => each.index === index), verdicts.get(index)]
    const error = verdict ? verdict.error : errors.find((each) => each.index === index)!.error
    const text = (value: unknown) => (typeof value === 'string' ? value : null)
    return {
      index,
      phoneNumber: draft ? draft.phoneNumber : text(phone_number),
      name: text(name),
      externalId: text(external_id),
      data,
      verdict: error !== null ? 'error' : verdict!.isNew ? 'create' : 'update',
      error,
    }
  })
  return { leadImport, columns, delimiter, mapping, rows: foreseen }
}

function requireColumns({ columns }: leadFiles.Table, mapping: ColumnMapping) {
  const absent = Object.values(mapping).find((column) => column != null && !columns.includes(column))
  if (absent !== undefined) throw badInput(`The file has no column ${JSON.stringify(absent)}`)
}
