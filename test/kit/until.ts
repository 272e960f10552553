import { setTimeout as sleep } from 'node:timers/promises'
import { patience } from './slowness.ts'

const PAUSE_MS = 25
/** What is far off is asked after less and less often, so that no wait uses up a workspace's requests a minute. */
const MAX_PAUSE_MS = 250

/**
 * Asks again and again until the answer is something; gives up with what was wanted after `ms`, and no sooner than it has asked half as
 * often as an idle machine would: where asking takes long, so does everything that is waited for.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  ms = patience(60_000),
): Promise<T> {
  const end = Date.now() + ms
  for (let asked = 0; Date.now() < end || asked < ms / MAX_PAUSE_MS / 2; asked++) {
    const answer = await ask()
    if (answer) return answer
    await sleep(Math.min(MAX_PAUSE_MS, PAUSE_MS * 1.05 ** asked))
  }
  throw new Error(`Waited ${ms} ms in vain: ${what}`)
}

const LOOKS = 20

/** What a count of this process has come to rest at: it is the same at twenty looks in a row. */
export async function resting(count: () => number): Promise<number> {
  let before = count()
  for (let same = 0; same < LOOKS;) {
    await sleep(PAUSE_MS)
    same = count() === before ? same + 1 : 0
    before = count()
  }
  return before
}
