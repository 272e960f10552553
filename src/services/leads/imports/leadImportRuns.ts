import { clock } from '../../../kernel/lib/clock.ts'
import { anyWorkspace, transaction, type Tx } from '../../../kernel/db/db.ts'
import { DomainError } from '../../../kernel/vocabulary/errors.ts'
import { log } from '../../../kernel/log.ts'
import type { LeadImport } from '../../../generated/prisma/client.ts'
import type { LeadImportInput } from '../../../inputs/leadImports.ts'
import { sql } from '../../../kernel/db/sql.ts'
import * as leadImports from './leadImports.ts'
import type { Judged, RowError } from './leadRows.ts'
import { existingOf, formatOf } from './leadUploads.ts'
import { foresee, hold, note, reopen, type OnExisting, type OpenCampaign, write, type Written } from './leadWrites.ts'
import * as leadReading from './leadReading.ts'
import { readJson } from '../../shared/jsonColumns.ts'

/** Rows written in one transaction. */
const SLICE = 500
/** After so many tries that failed the import has failed. */
const MAX_TRIES = 5
/** A try during which the process died failed as well, and nobody said so. Fewer than the queue makes. */
const MAX_DEATHS = 10

type Found = Pick<LeadImport, 'id' | 'workspaceId' | 'campaignId' | 'userId' | 'apiKeyId'>
type Counts = Pick<LeadImport, 'created' | 'updated' | 'failed'>
type Progress = Counts & Pick<LeadImport, 'status' | 'done' | 'total' | 'isDryRun'>

/**
 * Imports a file, slice by slice; each slice and how far the import is are one transaction. So it may run twice, also at
 * the same time, and if the process dies it goes on where it was. What makes it impossible ends it as `failed`, and so does
 * whatever else goes wrong at the last of its tries (`attempt` counts from 1). A file at which the process dies again and again ends it too.
 */
export async function run(importId: number, attempt = 1) {
  const found = await anyWorkspace.leadImport.findUnique({ where: { id: importId } })
  if (found?.status !== 'running' || found.content === null) return
  if (attempt > MAX_DEATHS) return giveUp(found, `the server stopped ${attempt - 1} times`)
  const options = readJson<LeadImportInput>(found.options)
  try {
    const judged = await leadReading.judge(found, { format: formatOf(found), content: found.content }, options)
    while (await slice(found, judged, existingOf(options)));
  } catch (error) {
    const isFinal = error instanceof DomainError && error.code !== 'UNAVAILABLE'
    if (!isFinal && attempt < MAX_TRIES) throw error
    if (isFinal) return fail(found, error.message)
    await giveUp(found, error instanceof DomainError ? error.message : 'every attempt failed', error)
  }
}

function giveUp(found: Found, why: string, err?: unknown) {
  log.error({ err, importId: found.id, why }, 'a lead import failed')
  return fail(found, `The server could not finish the import (${why}). Undo it and upload the file again.`)
}

/** Works on the next rows; answers whether there are more. */
const slice = (found: Found, { drafts, errors: bad }: Judged, onExisting: OnExisting) =>
  transaction(async (tx) => {
    const { workspaceId, id } = found
    const campaign = await hold(tx, found, found.campaignId)
    const [progress] = await tx.$queryRaw<Progress[]>(sql`
      select status, done, total, created, updated, failed, is_dry_run as "isDryRun"
      from lead_imports where workspace_id = ${workspaceId} and id = ${id} for update`)
    if (progress?.status !== 'running') return false
    const until = Math.min(progress.done + SLICE, progress.total)
    const isNext = ({ index }: { index: number }) => index >= progress.done && index < until
    const next = drafts.filter(isNext)
    const written = progress.isDryRun ? foreseen(await foresee(tx, campaign, next, onExisting)) : await write(tx, campaign, id, next, onExisting)
    const errors = [...bad.filter(isNext), ...written.errors].sort((a, b) => a.index - b.index)
    const counts = { created: progress.created + written.created, updated: progress.updated + written.updated, failed: progress.failed + errors.length }
    const isOver = until >= progress.total
    await tx.$executeRaw(sql`
      update lead_imports set done = ${until}, created = ${counts.created}, updated = ${counts.updated}, failed = ${counts.failed},
        errors = case when ${errors.length} = 0 then errors else errors || ${JSON.stringify(errors)}::jsonb end,
        status = ${isOver ? 'completed' : 'running'}, finished_at = ${isOver ? clock.now() : null}::timestamptz
      where workspace_id = ${workspaceId} and id = ${id}`)
    if (!progress.isDryRun) await tell(tx, found, campaign, written, isOver ? counts : null)
    leadImports.announce(tx, found)
    return !isOver
  })

/** Each slice's leads may be called at once; the log has one line for the whole. */
async function tell(tx: Tx, { id, userId, apiKeyId }: Found, campaign: OpenCampaign, { created }: Written, counts: Counts | null) {
  const actor = { userId: userId ?? undefined, keyId: apiKeyId ?? undefined }
  if (created > 0) await reopen(tx, actor, campaign)
  if (counts) await note(tx, actor, campaign, id, counts)
}

function foreseen(rows: Awaited<ReturnType<typeof foresee>>): Written {
  const errors = rows.flatMap(({ i, p, error }): RowError[] => (error === null ? [] : [{ index: i, phone_number: p, error }]))
  const created = rows.filter(({ isNew, error }) => isNew && error === null).length
  return { created, updated: rows.length - created - errors.length, errors }
}

const fail = ({ id, workspaceId }: Found, error: string) =>
  transaction(async (tx) => {
    await tx.leadImport.updateMany({ where: { workspaceId, id, status: 'running' }, data: { status: 'failed', error, finishedAt: clock.now() } })
    leadImports.announce(tx, { workspaceId, id })
  })
