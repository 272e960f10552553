import type { ServerResponse } from 'node:http'
import type { WorkspaceId } from '../vocabulary/ids.ts'
import { DomainError } from '../vocabulary/errors.ts'
import { perServer } from '../serverState.ts'
import { type Turn, createTurns } from '../threads/turns.ts'

/** Bodies up to this size take no turn, in bytes. */
export const SMALL_BODY_BYTES = 262_144
/** Maximum time that an event stream holds the turn of its request body. */
const MAX_HOLD_MS = 60_000
/** A body that has been arriving for longer gives way to one of another workspace. */
export const SLOW_BODY_MS = 5_000
const POLL_INTERVAL_MS = 500

const LIMITS = { maxRunning: 8, perWorkspace: 2, maxWaiting: 16 }
/** A turn in use. */
interface Holder {
  workspaceId: WorkspaceId
  since: number
  isArriving: boolean
  makeWay: () => void
}
/**
 * A parsed body takes many times its length, so few are in memory at the same time: 96 MiB for all workspaces together, 24 MiB for one. The
 * holders are the oldest first.
 */
const bodies = perServer(() => ({ turns: createTurns(LIMITS), holders: new Set<Holder>() }))

/** Counts the long bodies being received or processed by this server. */
export const countActiveBodies = () => bodies().holders.size

/**
 * Waits for the turn of a long body, and returns a callback for when the whole body has arrived. Throws UNAVAILABLE. Calls `refuse` with
 * UNAVAILABLE if the body must give way.
 */
export type Admission = (refuse: (error: Error) => void) => Promise<() => void>

/**
 * Creates the admission for a long body of a workspace (0 without a workspace). The turn lasts until the response ends. While the body
 * waits, at most `SMALL_BODY_BYTES` of it are read. A slow body loses its turn when another workspace waits. Turns are per server and
 * end with it.
 */
export const createAdmission =
  (res: ServerResponse, turn: Turn): Admission =>
  async (refuse) => {
    const { turns, holders } = bodies()
    await takeTurn(turn)
    const { workspaceId } = turn
    const giveBack = () => {
      if (holders.delete(holder)) turns.release(workspaceId)
    }
    const makeWay = () => {
      refuse(new DomainError('UNAVAILABLE', 'The request body arrived too slowly while other requests were waiting. Try again in a moment.'))
      giveBack()
    }
    const holder: Holder = { workspaceId, since: performance.now(), isArriving: true, makeWay }
    holders.add(holder)
    if (res.closed || res.destroyed) giveBack()
    else {
      res.once('close', giveBack)
      setTimeout(giveBack, MAX_HOLD_MS).unref()
    }
    return () => void (holder.isArriving = false)
  }

async function takeTurn(turn: Turn): Promise<void> {
  const poll = setInterval(() => slowSenderFor(turn)?.makeWay(), POLL_INTERVAL_MS)
  poll.unref()
  try {
    await bodies().turns.acquire(turn)
  } finally {
    clearInterval(poll)
  }
}

/** Finds a slow body of another workspace that keeps this one waiting. A workspace always waits for its own bodies. */
function slowSenderFor({ workspaceId }: Turn): Holder | undefined {
  const all = [...bodies().holders]
  if (all.length < LIMITS.maxRunning || all.filter((holder) => holder.workspaceId === workspaceId).length >= LIMITS.perWorkspace) return undefined
  const slowSince = performance.now() - SLOW_BODY_MS
  return all.find((holder) => holder.isArriving && holder.workspaceId !== workspaceId && holder.since < slowSince)
}
