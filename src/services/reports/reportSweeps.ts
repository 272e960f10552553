import { clock } from '../../kernel/lib/clock.ts'
import { anyWorkspace } from '../../kernel/db/db.ts'
import { publish } from '../../kernel/events.ts'
import { removeBefore } from './reportFiles.ts'

/** Reports swept at once. */
const BATCH = 100

/** Takes away files whose time is over, and what canceled and failed reports may have left. Safe to repeat, in several processes as well. */
export async function sweep(): Promise<void> {
  const over = await anyWorkspace.report.findMany({
    where: {
      state: { in: ['done', 'expired', 'canceled', 'failed'] },
      expiresAt: { lte: clock.now() },
      OR: [{ fileKey: { not: null } }, { state: { in: ['canceled', 'failed'] } }],
    },
    orderBy: { expiresAt: 'asc' },
    take: BATCH,
  })
  for (const report of over) {
    const { workspaceId, id } = report
    const where = { workspaceId, id }
    // Not offered any more from here on, whatever becomes of the file.
    if (report.state === 'done') await anyWorkspace.report.updateMany({ where: { ...where, state: 'done' }, data: { state: 'expired' } })
    await removeBefore(report, report.attempt + 1)
    const isFile = report.fileKey !== null
    await anyWorkspace.report.updateMany({ where, data: isFile ? { fileKey: null } : { expiresAt: null } })
    publish('report.updated', { workspaceId, reportId: id })
  }
}
