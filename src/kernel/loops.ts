import { log } from './log.ts'

interface Loop {
  begun: number
  ended: number
  /** Ends the pause; nothing while it works. */
  wake(): void
  /** Told whenever it has worked. */
  listeners: Set<() => void>
}

const loops = new Set<Loop>()

/** Does the work again and again, with so many milliseconds between, until the signal. What fails is logged and tried at the next turn. */
export async function repeat(signal: AbortSignal, everyMs: number, work: () => Promise<unknown>): Promise<void> {
  const loop: Loop = { begun: 0, ended: 0, wake: () => {}, listeners: new Set() }
  loops.add(loop)
  while (!signal.aborted) {
    loop.begun += 1
    await work().catch((err: unknown) => log.error({ err }, 'a periodic task failed'))
    loop.ended = loop.begun
    await pause(loop, signal, everyMs)
  }
  loops.delete(loop)
  for (const listener of loop.listeners) listener()
}

/** Ends after so long, at the signal, or when the loop is woken. */
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

/** Has every loop of this process work once more, now, and waits for it: nothing that is due by the clock is left for them. */
export const lookNow = (): Promise<unknown> => Promise.all([...loops].map(onceMore))

function onceMore(loop: Loop): Promise<void> {
  const wanted = loop.begun + 1
  return new Promise((resolve) => {
    const look = () => {
      if (loop.ended < wanted && loops.has(loop)) return loop.wake()
      loop.listeners.delete(look)
      resolve()
    }
    loop.listeners.add(look)
    look()
  })
}
