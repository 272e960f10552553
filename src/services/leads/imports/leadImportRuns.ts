import type { LeadImportId } from '../../../kernel/vocabulary/ids.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, transaction, type Tx } from '../../../kernel/db/db.ts'
import { DomainError } from '../../../kernel/vocabulary/errors.ts'
import { log } from '../../../kernel/log.ts'
import type { LeadImport } from '../../../generated/prisma/client.ts'
import type { LeadImportInput } from '../../../inputs/leadImports.ts'
import { ifGiven, sql } from '../../../kernel/db/sqlText.ts'
import { statement } from '../../../kernel/db/statement.ts'
import { enterWorkspace } from '../../../kernel/db/workspaceContext.ts'
import * as openCampaigns from '../../campaigns/openCampaigns.ts'
import * as leadImports from './leadImports.ts'
import type { ValidatedRows, RowError } from './leadRows.ts'
import { onExistingOf, formatOf } from './leadUploads.ts'
import { previewDrafts, recordImport, type OnExisting, writeDrafts, type WriteResult } from './leadWrites.ts'
import * as leadReading from './leadReading.ts'
import { fromJson } from '../../shared/jsonColumns.ts'

/** Rows written in one transaction. */
const SLICE_ROWS = 500
/** The import fails after this many failed attempts. */
const MAX_TRIES = 5
/** Attempts during which the process died count as well, without a recorded error. Less than the queue's maximum. */
const MAX_DEATHS = 10

type ImportRow = Pick<LeadImport, 'id' | 'workspaceId' | 'campaignId' | 'userId' | 'apiKeyId'>
type Counts = Pick<LeadImport, 'created' | 'updated' | 'failed'>

/**
 * Imports a file in slices; each slice and the import's progress are one transaction. It may run twice, also concurrently, and resumes after
 * the process dies. A permanent error ends the import as `failed`, and so does any other error at its last attempt (`attempt` counts from 1).
 * A file that repeatedly kills the process ends it too.
 */
export async function run(importId: LeadImportId, attempt = 1) {
  const leadImport = await anyWorkspace.leadImport.findUnique({ where: { id: importId } })
  if (leadImport?.status !== 'running' || leadImport.content === null) return
  enterWorkspace(leadImport.workspaceId)
  if (attempt > MAX_DEATHS) return failAfterRetries(leadImport, `the server stopped ${attempt - 1} times`)
  const options = fromJson<LeadImportInput>(leadImport.options)
  try {
    const rows = await leadReading.validateRows(leadImport, { format: formatOf(leadImport), content: leadImport.content }, options)
    while (await importSlice(leadImport, rows, onExistingOf(options)));
  } catch (error) {
    const isFinal = error instanceof DomainError && error.code !== 'UNAVAILABLE'
    if (!isFinal && attempt < MAX_TRIES) throw error
    if (isFinal) return fail(leadImport, error.message)
    await failAfterRetries(leadImport, error instanceof DomainError ? error.message : 'every attempt failed', error)
  }
}

function failAfterRetries(leadImport: ImportRow, cause: string, err?: unknown) {
  log.error({ err, importId: leadImport.id, why: cause }, 'a lead import failed')
  return fail(leadImport, `The server could not finish the import (${cause}). Undo it and upload the file again.`)
}

const saveProgress = statement(
  'leadImports.saveProgress',
  sql`
    update lead_imports set processed = $processed, created = $created, updated = $updated, failed = $failed,
      ${ifGiven('newErrors', sql`errors = errors || $newErrors,`)} status = $status, finished_at = $finishedAt?
    where workspace_id = $workspaceId and id = $id`,
)

/** Imports the next rows. Returns whether there are more. */
const importSlice = (leadImport: ImportRow, { drafts, errors: invalid }: ValidatedRows, onExisting: OnExisting) =>
  transaction(async (tx) => {
    const { workspaceId, id } = leadImport
    const campaign = await openCampaigns.lock(tx, leadImport, leadImport.campaignId)
    const progress = await leadImports.lock(tx, leadImport)
    if (progress?.status !== 'running') return false
    const until = Math.min(progress.processed + SLICE_ROWS, progress.total)
    const isNext = ({ index }: { index: number }) => index >= progress.processed && index < until
    const next = drafts.filter(isNext)
    const result = progress.isDryRun
      ? toWriteResult(await previewDrafts(tx, campaign, next, onExisting))
      : await writeDrafts(tx, campaign, id, next, onExisting)
    const errors = [...invalid.filter(isNext), ...result.errors].sort((a, b) => a.index - b.index)
    const counts = { created: progress.created + result.created, updated: progress.updated + result.updated, failed: progress.failed + errors.length }
    const isOver = until >= progress.total
    const newErrors = errors.length === 0 ? null : JSON.stringify(errors)
    const state = isOver ? { status: 'completed', finishedAt: clock.now() } : { status: 'running', finishedAt: null }
    await saveProgress.run({ workspaceId, id, processed: until, ...counts, newErrors, ...state }, tx)
    if (!progress.isDryRun) await recordProgress(tx, leadImport, campaign, result, isOver ? counts : null)
    leadImports.announce(tx, leadImport)
    return !isOver
  })

/** Reopens the campaign after each slice, so that its leads can be called at once; logs the import only at the end. */
async function recordProgress(
  tx: Tx,
  { id, userId, apiKeyId }: ImportRow,
  campaign: openCampaigns.OpenCampaign,
  { created }: WriteResult,
  counts: Counts | null,
) {
  const actor = { userId: userId ?? undefined, keyId: apiKeyId ?? undefined }
  if (created > 0) await openCampaigns.reopen(tx, actor, campaign)
  if (counts) await recordImport(tx, actor, campaign, id, counts)
}

function toWriteResult(rows: Awaited<ReturnType<typeof previewDrafts>>): WriteResult {
  const errors = rows.flatMap(({ position, phoneNumber, error }): RowError[] => (error === null ? [] : [{ index: position, phone_number: phoneNumber, error }]))
  const created = rows.filter(({ isNew, error }) => isNew && error === null).length
  return { created, updated: rows.length - created - errors.length, errors }
}

const fail = ({ id, workspaceId }: ImportRow, error: string) =>
  transaction(async (tx) => {
    await tx.leadImport.updateMany({ where: { workspaceId, id, status: 'running' }, data: { status: 'failed', error, finishedAt: clock.now() } })
    leadImports.announce(tx, { workspaceId, id })
  })
