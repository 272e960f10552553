import { setTimeout as sleep } from 'node:timers/promises'
import { scaledTimeout } from '../runner/slowness.ts'

const PAUSE_MS = 25
/** The pause grows, so that a long wait doesn't use up a workspace's rate limit. */
const MAX_PAUSE_MS = 250

/**
 * Checks repeatedly until `ask` returns something truthy, and returns it. Throws after `ms`, but not before it has checked half as often as an idle machine
 * would, because on a slow machine everything else takes longer too.
 */
export async function waitFor<T>(
  description: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  ms = scaledTimeout(240_000),
): Promise<T> {
  const end = Date.now() + ms
  for (let attempts = 0; Date.now() < end || attempts < ms / MAX_PAUSE_MS / 2; attempts++) {
    const answer = await ask()
    if (answer) return answer
    await sleep(Math.min(MAX_PAUSE_MS, PAUSE_MS * 1.05 ** attempts))
  }
  throw new Error(`Timed out after ${ms} ms waiting for ${description}`)
}

const STABLE_CHECKS = 20

/** Waits until a count of this process is the same at twenty checks in a row, and returns it. */
export async function waitForStableCount(count: () => number): Promise<number> {
  let before = count()
  for (let same = 0; same < STABLE_CHECKS;) {
    await sleep(PAUSE_MS)
    same = count() === before ? same + 1 : 0
    before = count()
  }
  return before
}
