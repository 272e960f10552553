import { DomainError } from '../vocabulary/errors.ts'

/** Who waits for a turn, and how pressing it is. */
export interface Turn {
  workspaceId: number
  /** `urgent` goes before every `ordinary` one, `patient` after them. */
  class?: 'urgent' | 'ordinary' | 'patient'
  /** Called when the turn begins. */
  onBegin?: () => void
}

interface Options {
  /** Turns that may be taken at the same time. */
  atOnce: number
  /** How many of them one workspace may have. */
  perWorkspace: number
  /** How many of its turns that are not urgent may wait. */
  mostWaiting: number
}

interface Waiting {
  workspaceId: number
  begin: () => void
}

const CLASSES = ['urgent', 'ordinary', 'patient'] as const

/**
 * Turns at something scarce, divided fairly: workspaces take them one after another however many each asks for, and none
 * can have all of them. What waits is known to this process only.
 */
export function turnsOf({ atOnce, perWorkspace, mostWaiting }: Options) {
  const running = new Map<number, number>()
  const lines = CLASSES.map(() => new Map<number, Waiting[]>())
  let free = atOnce
  const hasRoom = (workspaceId: number) => free > 0 && (running.get(workspaceId) ?? 0) < perWorkspace

  const begin = (workspaceId: number) => {
    free--
    running.set(workspaceId, (running.get(workspaceId) ?? 0) + 1)
  }

  /** The next workspace that may have one; it then goes to the end of its line. */
  function next(): Waiting | undefined {
    for (const line of lines)
      for (const [workspaceId, waiting] of line) {
        if (!hasRoom(workspaceId)) continue
        const found = waiting.shift()
        line.delete(workspaceId)
        if (waiting.length > 0) line.set(workspaceId, waiting)
        return found
      }
    return undefined
  }

  return {
    /** Resolves once it is this one's turn. UNAVAILABLE when too many of the workspace's wait already. Each turn that is taken has to be given back. */
    async take({ workspaceId, class: kind = 'ordinary' }: Turn): Promise<void> {
      if (hasRoom(workspaceId)) return begin(workspaceId)
      const line = lines[CLASSES.indexOf(kind)]!
      const waiting = line.get(workspaceId) ?? []
      if (kind !== 'urgent' && waiting.length >= mostWaiting)
        throw new DomainError('UNAVAILABLE', 'Too much data of this workspace is already being processed. Try again in a moment.')
      await new Promise<void>((resolve) => {
        waiting.push({ workspaceId, begin: resolve })
        line.set(workspaceId, waiting)
      })
    },
    giveBack(workspaceId: number) {
      free++
      const left = running.get(workspaceId)! - 1
      if (left > 0) running.set(workspaceId, left)
      else running.delete(workspaceId)
      for (let found = next(); found; found = next()) {
        begin(found.workspaceId)
        found.begin()
      }
    },
  }
}
