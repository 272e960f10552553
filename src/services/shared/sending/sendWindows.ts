import { processId, requireProcessId } from '../../../kernel/liveness.ts'

/** A send is not sent later than this after its window opened, since the process was delayed. */
export const SEND_DEADLINE_MS = 20_000
/** After this time no sender can still send or report a send. */
export const SEND_REPORT_TIMEOUT_MS = SEND_DEADLINE_MS + 40_000
/** Delay before the reconciler first checks a new send, in milliseconds. The sender should have reported by then. */
export const RECONCILE_DELAY_MS = 5_000

/** The time in which a process may send what it commits as its owner. */
export interface SendWindow {
  owner: string
  /** By `performance.now()`. */
  openedAt: number
}

/** Opens the window before the commit. Throws UNAVAILABLE while this process cannot prove that it is alive. */
export const openSendWindow = (): SendWindow => ({ owner: requireProcessId(), openedAt: performance.now() })

/** Whether a send may still leave: not after the deadline, and not after others could have taken this process for dead. */
export const maySend = ({ owner, openedAt }: SendWindow): boolean => processId() === owner && performance.now() - openedAt <= SEND_DEADLINE_MS
