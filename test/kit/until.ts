import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again and again until the answer is something; fails after a while with what was wanted. */
export async function until<T>(what: string, ask: () => Promise<T | null | undefined | false> | T | null | undefined | false, ms = 30_000): Promise<T> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(25)) {
    const answer = await ask()
    if (answer) return answer
  }
  throw new Error(`Waited ${ms} ms in vain: ${what}`)
}
