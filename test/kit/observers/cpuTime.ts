import { readFileSync } from 'node:fs'

/** Nanoseconds of CPU time of a process's main thread, without other threads. Linux only. */
export const cpuTimeOf = (pid: number | 'self') => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0])

/**
 * The most CPU time, in milliseconds, that a server's main thread spent while one health check waited for its response: what was on the event loop before it.
 * CPU time is the same on a busy machine, where elapsed time is not.
 */
export async function measureLongestBlock<T>(url: string, pid: number | 'self', work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  let isDone = false
  let longestNs = 0
  const running = work().finally(() => (isDone = true))
  running.catch(() => {})
  do {
    const before = cpuTimeOf(pid)
    const res = await fetch(`${url}/healthz`)
    longestNs = Math.max(longestNs, cpuTimeOf(pid) - before)
    if (res.status !== 200) throw new Error(`/healthz answered ${res.status}`)
    await res.text()
  } while (!isDone)
  return { ms: longestNs / 1e6, result: await running }
}

const LIST = `[${'{"a":[1,"b"]},'.repeat(180_000)}0]`

/** CPU time, in milliseconds, to parse and write 2.5 MB of JSON on this machine now, about 50 on an idle machine. Other work is compared with it. */
export function measureUnitOfWork(): number {
  const before = cpuTimeOf('self')
  JSON.stringify(JSON.parse(LIST))
  return (cpuTimeOf('self') - before) / 1e6
}
