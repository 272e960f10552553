/** What a test file spent, in milliseconds: `start` until its server, database and browser were ready, `work` for the CPU time of its own process. */
export interface TimeSpent {
  start: number
  work: number
}

declare module 'vitest' {
  interface TaskMeta {
    spent?: TimeSpent
  }
}

let startMs = 0

/** Runs `start`, and counts its duration as starting. */
export async function measureStart<T>(start: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await start()
  } finally {
    startMs += performance.now() - startedAt
  }
}

/** Starts measuring. The returned function returns the time spent since. */
export function measureTimeSpent(): () => TimeSpent {
  const cpu = process.cpuUsage()
  startMs = 0
  return () => {
    const { user, system } = process.cpuUsage(cpu)
    return { start: startMs, work: (user + system) / 1000 }
  }
}
