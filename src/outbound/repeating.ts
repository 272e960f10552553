import { setTimeout as sleep } from 'node:timers/promises'

const RETRIES = 2

/** Failures that pass by themselves, in the words of every vendor. */
export const isPassing = (kind: string) => kind === 'unavailable' || kind === 'throttled'

/**
 * Tries again what failed, twice at most, after a little while and before the time is up. `mayRepeat` says of a failure whether
 * that is worth it and safe; one that it does not say so of is thrown.
 */
export async function repeating<T>(attempt: () => Promise<T>, mayRepeat: (error: unknown) => boolean, signal: AbortSignal): Promise<T> {
  for (let made = 0; ; made++) {
    try {
      return await attempt()
    } catch (error) {
      if (made === RETRIES || signal.aborted || !mayRepeat(error)) throw error
      await sleep(50 * 4 ** made)
    }
  }
}
