import { clock, fromNow } from './lib/clock.ts'
import { sql } from './db/sqlText.ts'
import { LeaseLostError } from './vocabulary/errors.ts'
import { isDead, requireProcessId } from './liveness.ts'

/** Longer than any work between two saves: a request to a provider, or waiting until it has processed a knowledge base. */
const LEASE_MS = 120_000

/**
 * A row whose work one process does at a time: a publish, an upload of a knowledge base, an export. The work outlasts a transaction and leaves
 * something elsewhere. So the row says who does it: `owner`, `leaseUntil`, and `attempt`, which counts how often the row was taken.
 *
 * - **Take**: a process takes a row that is new or free. One statement writes its ID, a time two minutes ahead and the next attempt, so of
 *   several processes one gets the row.
 * - **Free** is a row without an owner, unless it waits until `leaseUntil` to be tried again. A row is also free if its owner is dead, or if its
 *   lease has lapsed, because then the owner is stuck, or lost the database and forgot the row.
 * - **Save**: every save names the row's owner and attempt, and renews the lease. A slow owner doesn't know that the row was taken over, perhaps
 *   by another part of the same process. Its save then changes nothing and throws LeaseLostError. So only the latest attempt saves, however late an
 *   earlier one wakes up.
 * - **End**: the save with the outcome ends the lease. A release ends it without an outcome, so that any process may try again.
 *
 * A sweep or a job takes what is free, so every row is finished as long as one process lives. If the owner dies:
 *
 * | When                                          | What follows                                                                |
 * |-----------------------------------------------|-----------------------------------------------------------------------------|
 * | Before the take is committed                  | The row is free, as it was.                                                 |
 * | After the take or a save                      | The row is free at once. The next attempt continues. An export starts over. |
 * | After it left something elsewhere, not saved  | The same. The next attempt finds it by a tag, or by the number of attempts. |
 * | After the save with the outcome               | The row is finished.                                                        |
 * | After a release                               | The row is free from `leaseUntil` on.                                       |
 *
 * Other work has no lease, for these reasons:
 *
 * - Slices of an import, batches of the dialer and steps of an erasure commit their progress with their effect, under the row's lock.
 * - Calls and messages are sent at most once, so nobody may take over a send (`services/shared/sending/sendStates.ts`).
 * - An attempt to deliver a webhook counts before it leaves, and the receiver may get it twice. The number of the attempt is its lease.
 * - Deleting and asking at a provider may happen twice, so taking a row only postpones its next check.
 * - Jobs and the simulator save nothing in a row of their own, so the lock of their process is enough (`liveness.ts`).
 */
export interface LeasedRow {
  workspaceId: number
  id: number
  /** The status in which the row is worked on. Another status ends the lease, such as of a canceled export. */
  status: string
  owner: string | null
  leaseUntil: Date | null
  attempt: number
}

/** Fields of a row that this process creates for itself. Throws UNAVAILABLE while it cannot prove that it is alive. */
export const newLease = () => ({ owner: requireProcessId(), ...renewedLease() })

/** Condition of a take, with the parameters `takeParams`: no process works on the row. */
export const IS_FREE = sql`
  (lease_until <= $now or (owner is null and lease_until is null) or (owner is not null and ${isDead(sql`owner::text`)}))`

/** Assignments of a take. */
export const TAKE = sql`owner = $owner, lease_until = $leaseUntil, attempt = attempt + 1`

/** Parameters of `IS_FREE` and `TAKE`. Throws UNAVAILABLE while this process cannot prove that it is alive. */
export const takeParams = () => ({ ...newLease(), now: clock.now() })

/** Condition of a save, as `where` for Prisma: the row is still taken by this attempt. */
export const heldBy = ({ workspaceId, id, status, owner, attempt }: LeasedRow) => ({ workspaceId, id, status, owner, attempt })

/** The same in SQL, without workspace, ID and status. */
export const IS_HELD = sql`owner = $owner and attempt = $attempt`

/** Fields of a save that goes on. */
export const renewedLease = () => ({ leaseUntil: fromNow(LEASE_MS) })

/** Fields of a save with the outcome. */
export const ENDED_LEASE = { owner: null, leaseUntil: null }

/** Fields of a release: any process may take the row after `ms` milliseconds. */
export const releasedLease = (ms: number) => ({ owner: null, leaseUntil: fromNow(ms) })

/** Throws LeaseLostError if a save changed no row. */
export function requireHeld(count: number): void {
  if (count === 0) throw new LeaseLostError()
}
