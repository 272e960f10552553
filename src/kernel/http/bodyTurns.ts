import type { ServerResponse } from 'node:http'
import { DomainError } from '../vocabulary/errors.ts'
import { type Turn, turnsOf } from '../threads/turns.ts'

/** Bytes of a body up to which it takes no turn. */
export const SMALL_BODY = 262_144
/** An event stream that a long body asked for gives its turn back before it ends. */
const MAX_HOLD_MS = 60_000
/** A body that has been arriving for so long makes way for one of another workspace. */
export const TIMEOUT_MS = 5_000
const POLL_INTERVAL_MS = 500

const LIMITS = { atOnce: 8, perWorkspace: 2, mostWaiting: 16 }
/** What is read of a long body takes many times its length, so that few are in memory at once: 96 MiB of all workspaces together, 24 MiB of one. */
const turns = turnsOf(LIMITS)

/** A turn that is taken. */
interface Holder {
  workspaceId: number
  since: number
  isArriving: boolean
  makeWay: () => void
}
/** The oldest first. */
const holders = new Set<Holder>()

/** How many long bodies are arriving or worked on in this process. */
export const turnsTaken = () => holders.size

/** Waits until another long body may be taken in, and answers what to call when all of it has arrived. Throws UNAVAILABLE; `refuse` is called with it where the body has to make way. */
export type Admission = (refuse: (error: Error) => void) => Promise<() => void>

/**
 * The turn of a long body of that workspace (0 for what is nobody's), which lasts until it is answered. Meanwhile the sender waits: no more
 * than `SMALL_BODY` is read of it. One that arrives slowly loses its turn when another workspace waits. Turns are known to this process only,
 * and end with it.
 */
export const admitting =
  (res: ServerResponse, turn: Turn): Admission =>
  async (refuse) => {
    await taken(turn)
    const { workspaceId } = turn
    const giveBack = () => {
      if (holders.delete(holder)) turns.giveBack(workspaceId)
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

async function taken(turn: Turn): Promise<void> {
  const looking = setInterval(() => slowSenderFor(turn)?.makeWay(), POLL_INTERVAL_MS)
  looking.unref()
  try {
    await turns.take(turn)
  } finally {
    clearInterval(looking)
  }
}

/** Whose body keeps this one waiting, and has been arriving for long. A workspace waits for its own bodies in patience. */
function slowSenderFor({ workspaceId }: Turn): Holder | undefined {
  const all = [...holders]
  if (all.length < LIMITS.atOnce || all.filter((holder) => holder.workspaceId === workspaceId).length >= LIMITS.perWorkspace) return undefined
  const begun = performance.now() - TIMEOUT_MS
  return all.find((holder) => holder.isArriving && holder.workspaceId !== workspaceId && holder.since < begun)
}
