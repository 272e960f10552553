import { setTimeout as timeout } from 'node:timers/promises'
import { handleAll, IterableBackoff, retry } from 'cockatiel'
import { clock, nowMs, sleep } from '../../../kernel/lib/clock.ts'
import { VendorError } from '../../../outbound/vendorErrors.ts'

/**
 * Timeouts in milliseconds: `answerMs` is how long a vendor may take to answer before the outcome is unknown; `lookUpMs` is how long a send
 * whose caller waits is then looked up at the vendor (contract: Call).
 */
export const timeouts = { answerMs: 10_000, lookUpMs: 3_000 }
const POLL_INTERVAL_MS = 500

/**
 * How a domain sends one committed row. `confirm`, `refuse` and `markUnknown` each record a state in one commit, do nothing if `NEXT_STATES`
 * does not allow it, and may be repeated.
 */
export interface Send<Row, Answer> {
  /** Asks the vendor, within `timeouts.answerMs`. Throws VendorError: `unknown_outcome` if the vendor may have accepted it nevertheless. */
  ask(): Promise<Answer>
  /** Looks the send up at the vendor. Returns null if the vendor does not list it, undefined if it does not answer. Absent if no caller waits. */
  find?: (() => Promise<Answer | null | undefined>) | undefined
  /** How long the vendor may omit from its list what it has accepted, in milliseconds. */
  listLagMs: number
  confirm(answer: Answer): Promise<Row>
  refuse(error: VendorError): Promise<unknown>
  /** From `reconcileAfter` on, the vendor's list shows whether it accepted the send. */
  markUnknown(reconcileAfter: Date): Promise<unknown>
  read(): Promise<Row>
  isRefused(row: Row): boolean
}

/**
 * Sends a committed row to its vendor exactly once, and records the answer. Throws the vendor's error once the row is `refused`: nothing was
 * sent. An ambiguous answer is no error unless the vendor proves, within `timeouts.lookUpMs`, that it has nothing; otherwise the row becomes
 * `unknown` for the reconciler. If the vendor accepts what was given up meanwhile, the row stays `refused`, and that is no error either. If the
 * process dies in between, the row stays `sending` with a dead owner.
 */
export async function sendOnce<Row, Answer>(send: Send<Row, Answer>): Promise<Row> {
  const answer = await send.ask().catch((error: unknown) => {
    if (error instanceof VendorError) return error
    throw error
  })
  if (!(answer instanceof VendorError)) return persist(() => send.confirm(answer))
  if (answer.kind !== 'unknown_outcome') {
    await persist(() => send.refuse(answer))
    throw answer
  }
  const reconcileAfter = new Date(nowMs() + send.listLagMs)
  const found = send.find && (await lookUp(send.find, reconcileAfter))
  if (found) return persist(() => send.confirm(found))
  await persist(() => (found === null ? send.refuse(answer) : send.markUnknown(reconcileAfter)))
  // A webhook may have confirmed it meanwhile.
  const row = await send.read()
  if (send.isRefused(row)) throw answer
  return row
}

/** Looks a send up until it is found, is certainly absent (null), or `timeouts.lookUpMs` are over (undefined). */
async function lookUp<Answer>(find: () => Promise<Answer | null | undefined>, reconcileAfter: Date): Promise<Answer | null | undefined> {
  const deadline = nowMs() + timeouts.lookUpMs
  for (;;) {
    const isListed = reconcileAfter <= clock.now()
    const found = await Promise.race([find(), timeout(Math.max(0, deadline - nowMs()), undefined, { ref: false })])
    if (found || (found === null && isListed)) return found
    if (nowMs() + POLL_INTERVAL_MS > deadline) return undefined
    await sleep(POLL_INTERVAL_MS)
  }
}

/**
 * Records a vendor's answer, and repeats that if the database connection breaks. Recording it twice changes nothing; without the repetition the
 * reconciler would need a minute to recover the answer.
 */
const persist = <T>(write: () => Promise<T>): Promise<T> => persistRetries.execute(write)
const persistRetries = retry(handleAll, { maxAttempts: 5, backoff: new IterableBackoff([100, 200, 400, 800, 1_600]) })
