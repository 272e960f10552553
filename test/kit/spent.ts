/** What a test file spent, in milliseconds: `start` until its server, database and browser were there, `work` of its own process's CPU. */
export interface Spent {
  start: number
  work: number
}

declare module 'vitest' {
  interface TaskMeta {
    spent?: Spent
  }
}

let startedFor = 0

/** Counts the time until `start` is done as time for starting. */
export async function starting<T>(start: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    return await start()
  } finally {
    startedFor += performance.now() - begun
  }
}

/** Begins to count; the answer tells what was spent since. */
export function counting(): () => Spent {
  const cpu = process.cpuUsage()
  startedFor = 0
  return () => {
    const { user, system } = process.cpuUsage(cpu)
    return { start: startedFor, work: (user + system) / 1000 }
  }
}
