import { setTimeout as sleep } from 'node:timers/promises'
import { clock, fromNow } from '../../../kernel/lib/clock.ts'
import { pool } from '../../../kernel/db/db.ts'
import { isProcessDead } from '../../../kernel/liveness.ts'
import { SEND_REPORT_TIMEOUT_MS } from './sendWindows.ts'

const SENDER_RECHECK_DELAY_MS = 5_000
const REPORT_POLL_INTERVAL_MS = 50

type SenderRow = { owner: string | null; createdAt: Date }

/**
 * Reconciles a `sending` row: leaves it to its sender if that may still report; otherwise marks it unknown, and never sends it. A sender that is
 * alive but has not reported in its time has lost the answer, for example with its database connection.
 */
export async function checkSender(row: SenderRow, actions: { postpone(until: Date): Promise<void>; markUnknown(): Promise<unknown> }) {
  const mayReport = row.createdAt > fromNow(-SEND_REPORT_TIMEOUT_MS) && row.owner !== null && !(await isProcessDead(pool, row.owner))
  await (mayReport ? actions.postpone(fromNow(SENDER_RECHECK_DELAY_MS)) : actions.markUnknown())
}

/** How a domain settles one `unknown` row. `adopt` and `refuse` commit once, do nothing if `NEXT_STATES` does not allow it, and may be repeated. */
export interface UnknownSend<Found extends object> {
  /** Looks the send up at the vendor by our reference. Returns null if the vendor does not list it, undefined if it does not answer. */
  find(): Promise<Found | null | undefined>
  adopt(found: Found): Promise<unknown>
  refuse(): Promise<unknown>
  /** Sets when to look it up again, after the result of `find`. */
  postpone(found: null | undefined): Promise<unknown>
}

/**
 * Reconciles an `unknown` row: looks it up, adopts it if the vendor lists it, and gives it up if the vendor does not list it although
 * `reconcileAfter` has passed. Safe to run twice and to die at any moment: the next check does the same.
 */
export async function resolveUnknown<Found extends object>({ reconcileAfter }: { reconcileAfter: Date | null }, send: UnknownSend<Found>) {
  const isListed = reconcileAfter !== null && reconcileAfter <= clock.now()
  const found = await send.find()
  if (found) await send.adopt(found)
  else if (found === null && isListed) await send.refuse()
  else await send.postpone(found)
}

/**
 * Waits for the row of an earlier request with the same idempotency key, until its sender has reported or is dead, for at most `timeoutMs`.
 * Returns the row as it is then.
 */
export async function awaitReport<Row extends { owner: string | null }>(
  read: () => Promise<Row>,
  isSending: (row: Row) => boolean,
  timeoutMs: number,
): Promise<Row> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const row = await read()
    const isReported = !isSending(row) || (row.owner !== null && (await isProcessDead(pool, row.owner)))
    if (isReported || performance.now() > deadline) return row
    await sleep(REPORT_POLL_INTERVAL_MS)
  }
}
