import { setTimeout as sleep } from 'node:timers/promises'

const RETRIES = 2

/** Whether an error kind is transient, for every vendor. */
export const isTransient = (kind: string) => kind === 'unavailable' || kind === 'throttled'

/**
 * Retries a failed attempt at most twice, after a short delay and before the signal aborts. `mayRepeat` decides whether a retry is useful
 * and safe; other errors are thrown.
 */
export async function withRetries<T>(attempt: () => Promise<T>, mayRepeat: (error: unknown) => boolean, signal: AbortSignal): Promise<T> {
  for (let made = 0; ; made++) {
    try {
      return await attempt()
    } catch (error) {
      if (made === RETRIES || signal.aborted || !mayRepeat(error)) throw error
      await sleep(50 * 4 ** made)
    }
  }
}
