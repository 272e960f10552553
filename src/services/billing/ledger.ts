import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { db } from '../../kernel/db/db.ts'
import type { LedgerEntry } from '../../generated/prisma/client.ts'
import type { LedgerRange } from '../../inputs/billing.ts'
import { CURRENCY } from '../../kernel/lib/money.ts'
import { SHORT_PAGE } from '../../kernel/db/rows.ts'
import { readInBatchesById } from '../shared/batches.ts'
import { pageById, type PageArgs } from '../shared/paging.ts'

const BATCH = 1_000

/** Lists the ledger's entries, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) => db.ledgerEntry.findMany({ ...query, where: { ...where, workspaceId } }))

/** Streams the entries of a range, oldest first, in batches, so that memory stays small for any ledger. */
export const read = ({ workspaceId }: Actor, range: LedgerRange = {}) => readForWorkspace(workspaceId, range)

/** Streams the entries of any workspace. For the server administrator. */
export async function* readForWorkspace(workspaceId: WorkspaceId, { from, to }: LedgerRange = {}): AsyncGenerator<LedgerEntry & { currency: string }> {
  const begin = from ? await lastBefore(workspaceId, from) : 0
  const end = to && (await firstAfter(workspaceId, to))
  const entries = readInBatchesById(BATCH, (after, take) =>
    db.ledgerEntry.findMany({
      where: { workspaceId, id: { gt: Math.max(begin, after), lt: end }, createdAt: { gte: from, lt: to } },
      orderBy: { id: 'asc' },
      take,
    }),
  )
  for await (const entry of entries) yield { ...entry, currency: CURRENCY }
}

// Entries are read by ID, the order of their balances. An entry's time is the start of its transaction, which lasts half a minute at
// most. So an entry a whole minute away is on the same side by its ID as by its time, and nothing far outside the range is read.
const MINUTE = 60_000
const lastBefore = async (workspaceId: WorkspaceId, moment: Date) =>
  (
    await db.ledgerEntry.findFirst({
      where: { workspaceId, createdAt: { lt: new Date(moment.getTime() - MINUTE) } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: { id: true },
    })
  )?.id ?? 0
const firstAfter = async (workspaceId: WorkspaceId, moment: Date) =>
  (
    await db.ledgerEntry.findFirst({
      where: { workspaceId, createdAt: { gte: new Date(moment.getTime() + MINUTE) } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: { id: true },
    })
  )?.id
