import { setTimeout as sleep } from 'node:timers/promises'

const MAX_RETRIES = 2

/** Whether an error kind is transient, for every vendor. */
export const isTransient = (kind: string) => kind === 'unavailable' || kind === 'throttled'

/**
 * Retries a failed attempt at most twice, after a short delay and before the signal aborts. `mayRepeat` decides whether a retry is useful
 * and safe; other errors are thrown.
 */
export async function withRetries<T>(attempt: () => Promise<T>, shouldRetry: (error: unknown) => boolean, signal: AbortSignal): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt()
    } catch (error) {
      if (retries === MAX_RETRIES || signal.aborted || !shouldRetry(error)) throw error
      await sleep(50 * 4 ** retries)
    }
  }
}
