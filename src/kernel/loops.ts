import { log } from './log.ts'
import { perServer } from './serverState.ts'

interface Loop {
  begun: number
  ended: number
  /** Ends the pause; does nothing while the work runs. */
  wake(): void
  /** Called after each run. */
  listeners: Set<() => void>
}

const allLoops = perServer(() => new Set<Loop>())

/**
 * Repeats the work until the signal, with `everyMs` milliseconds between runs, and `firstMs` milliseconds before the first. A failure is logged
 * and retried at the next run.
 */
export async function repeat(signal: AbortSignal, everyMs: number, work: () => Promise<unknown>, firstMs = 0): Promise<void> {
  const loop: Loop = { begun: 0, ended: 0, wake: () => {}, listeners: new Set() }
  const loops = allLoops()
  loops.add(loop)
  if (firstMs > 0) await pause(loop, signal, firstMs)
  while (!signal.aborted) {
    loop.begun += 1
    await work().catch((err: unknown) => log.error({ err }, 'a periodic task failed'))
    loop.ended = loop.begun
    await pause(loop, signal, everyMs)
  }
  loops.delete(loop)
  for (const listener of loop.listeners) listener()
}

/** Waits for `ms` milliseconds, until the signal, or until the loop is woken. */
async function pause(loop: Loop, signal: AbortSignal, ms: number) {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    loop.wake = () => (clearTimeout(timer), resolve())
    signal.addEventListener('abort', loop.wake, { once: true })
    if (signal.aborted) loop.wake()
    for (const listener of loop.listeners) listener()
  })
  signal.removeEventListener('abort', loop.wake)
  loop.wake = () => {}
}

const hurries = perServer(() => ({ count: 0 }))

/** How often this server's loops were told to run at once. */
export const countHurries = () => hurries().count

/** Runs every loop of this server once more and waits, so that no due work is left. */
export function runLoopsNow(): Promise<unknown> {
  hurries().count += 1
  return Promise.all([...allLoops()].map(runOnce))
}

function runOnce(loop: Loop): Promise<void> {
  const [loops, targetRun] = [allLoops(), loop.begun + 1]
  return new Promise((resolve) => {
    const check = () => {
      if (loop.ended < targetRun && loops.has(loop)) return loop.wake()
      loop.listeners.delete(check)
      resolve()
    }
    loop.listeners.add(check)
    check()
  })
}
