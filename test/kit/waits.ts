import { readFileSync } from 'node:fs'

/** Nanoseconds that the main thread of a process has computed; threads beside it do not count. Linux only. */
export const cpuOf = (pid: number | 'self') => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0])

/**
 * The most that a server's main thread computed while one question after its health waited for an answer, in milliseconds of CPU time: what was
 * on the event loop before that question. CPU time and not time, so that it is the same on a busy machine, where the server waits for its turn.
 */
export async function longestStretch<T>(url: string, pid: number | 'self', work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  let isDone = false
  let most = 0
  const worked = work().finally(() => (isDone = true))
  worked.catch(() => {})
  do {
    const before = cpuOf(pid)
    const res = await fetch(`${url}/healthz`)
    most = Math.max(most, cpuOf(pid) - before)
    if (res.status !== 200) throw new Error(`/healthz answered ${res.status}`)
    await res.text()
  } while (!isDone)
  return { ms: most / 1e6, result: await worked }
}

const LIST = `[${'{"a":[1,"b"]},'.repeat(180_000)}0]`

/** Milliseconds of CPU that reading and writing 2.5 MB of JSON takes here and now, some 50 on an idle machine: what other work is compared with. */
export function unitOfWork(): number {
  const before = cpuOf('self')
  JSON.stringify(JSON.parse(LIST))
  return (cpuOf('self') - before) / 1e6
}
