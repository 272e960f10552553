import { clock } from '../../kernel/lib/clock.ts'
import { anyWorkspace } from '../../kernel/db/db.ts'
import { publish } from '../../kernel/events.ts'
import { removeEarlierFiles } from './reportFiles.ts'

/** Reports per sweep. */
const BATCH = 100

/** Deletes expired files, and leftovers of canceled and failed reports. Safe to repeat and to run in several processes. */
export async function sweep(): Promise<void> {
  const expired = await anyWorkspace.report.findMany({
    where: {
      status: { in: ['done', 'expired', 'canceled', 'failed'] },
      expiresAt: { lte: clock.now() },
      OR: [{ fileKey: { not: null } }, { status: { in: ['canceled', 'failed'] } }],
    },
    orderBy: { expiresAt: 'asc' },
    take: BATCH,
  })
  for (const report of expired) {
    const { workspaceId, id } = report
    const where = { workspaceId, id }
    // No longer offered from here on, even if the deletion fails.
    if (report.status === 'done') await anyWorkspace.report.updateMany({ where: { ...where, status: 'done' }, data: { status: 'expired' } })
    await removeEarlierFiles(report, report.attempt + 1)
    const isFile = report.fileKey !== null
    await anyWorkspace.report.updateMany({ where, data: isFile ? { fileKey: null } : { expiresAt: null } })
    publish('report.updated', { workspaceId, reportId: id })
  }
}
