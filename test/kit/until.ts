import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 25

/**
 * Asks again and again until the answer is something; gives up with what was wanted after `ms`, and no sooner than it has asked half as
 * often as an idle machine would: where asking takes long, so does everything that is waited for.
 */
export async function until<T>(what: string, ask: () => Promise<T | null | undefined | false> | T | null | undefined | false, ms = 60_000): Promise<T> {
  const end = Date.now() + ms
  for (let asked = 0; Date.now() < end || asked < ms / PAUSE_MS / 2; asked++) {
    const answer = await ask()
    if (answer) return answer
    await sleep(PAUSE_MS)
  }
  throw new Error(`Waited ${ms} ms in vain: ${what}`)
}
