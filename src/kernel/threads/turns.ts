import type { WorkspaceId } from '../vocabulary/ids.ts'
import { unavailable } from '../vocabulary/errors.ts'

/** A request for a turn, with its priority. */
export interface Turn {
  workspaceId: WorkspaceId
  /** `urgent` goes before every `ordinary` one, `patient` after them. */
  class?: 'urgent' | 'ordinary' | 'patient'
  /** Called when the turn begins. */
  onBegin?: () => void
}

interface Options {
  /** Maximum number of turns in use at the same time. */
  maxRunning: number
  /** Maximum number of turns that one workspace uses. */
  perWorkspace: number
  /** Maximum number of waiting turns per workspace that are not urgent. */
  maxWaiting: number
}

interface Waiting {
  workspaceId: WorkspaceId
  begin: () => void
}

const CLASSES = ['urgent', 'ordinary', 'patient'] as const

/**
 * Creates a fair semaphore: workspaces take turns round-robin, however many each requests, and none can use all of them. State is per
 * process.
 */
export function createTurns({ maxRunning: atOnce, perWorkspace, maxWaiting: mostWaiting }: Options) {
  const running = new Map<number, number>()
  const queues = CLASSES.map(() => new Map<number, Waiting[]>())
  let free = atOnce
  const hasRoom = (workspaceId: WorkspaceId) => free > 0 && (running.get(workspaceId) ?? 0) < perWorkspace

  const begin = (workspaceId: WorkspaceId) => {
    free--
    running.set(workspaceId, (running.get(workspaceId) ?? 0) + 1)
  }

  /** The next waiting turn that can start. Its workspace then moves to the end of the queue. */
  function next(): Waiting | undefined {
    for (const queue of queues)
      for (const [workspaceId, waiting] of queue) {
        if (!hasRoom(workspaceId)) continue
        const waiter = waiting.shift()
        queue.delete(workspaceId)
        if (waiting.length > 0) queue.set(workspaceId, waiting)
        return waiter
      }
    return undefined
  }

  return {
    /** Acquires a turn. Throws UNAVAILABLE if too many turns of the workspace wait already. Each acquired turn must be released. */
    async acquire({ workspaceId, class: kind = 'ordinary' }: Turn): Promise<void> {
      if (hasRoom(workspaceId)) return begin(workspaceId)
      const queue = queues[CLASSES.indexOf(kind)]!
      const waiting = queue.get(workspaceId) ?? []
      if (kind !== 'urgent' && waiting.length >= mostWaiting) throw unavailable('too_much_data')
      await new Promise<void>((resolve) => {
        waiting.push({ workspaceId, begin: resolve })
        queue.set(workspaceId, waiting)
      })
    },
    release(workspaceId: WorkspaceId) {
      free++
      const left = running.get(workspaceId)! - 1
      if (left > 0) running.set(workspaceId, left)
      else running.delete(workspaceId)
      for (let waiter = next(); waiter; waiter = next()) {
        begin(waiter.workspaceId)
        waiter.begin()
      }
    },
  }
}
