import type { Actor } from '../actor.ts'
import { db } from '../db.ts'
import type { LedgerEntry } from '../generated/prisma/client.ts'
import type { LedgerRange } from '../inputs/billing.ts'
import { CURRENCY } from '../money.ts'
import { SHORT_PAGE } from '../rows.ts'
import { pageById, type PageArgs } from './paging.ts'

const BATCH = 1_000

/** The ledger, newest first. */
export const list = ({ workspaceId }: Actor, page: PageArgs) =>
  pageById(page, SHORT_PAGE, ({ where, ...query }) => db.ledgerEntry.findMany({ ...query, where: { ...where, workspaceId } }))

/** The entries of a range, oldest first, read in batches while they are taken: however long the ledger, few are in memory. */
export const read = ({ workspaceId }: Actor, range: LedgerRange = {}) => readOf(workspaceId, range)

/** The same by the operator's hand. */
export async function* readOf(workspaceId: number, { from, to }: LedgerRange = {}): AsyncGenerator<LedgerEntry & { currency: string }> {
  for (let after = 0, more = true; more;) {
    const entries = await db.ledgerEntry.findMany({
      where: { workspaceId, id: { gt: after }, createdAt: { gte: from, lt: to } },
      orderBy: { id: 'asc' },
      take: BATCH,
    })
    yield* entries.map((entry) => ({ ...entry, currency: CURRENCY }))
    more = entries.length === BATCH
    after = entries.at(-1)?.id ?? after
  }
}
