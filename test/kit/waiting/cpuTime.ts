const RUNS = 5

/** The CPU time of the shortest of five runs, in milliseconds: other work on the machine adds to it little, and not to every run. */
export function cpuTimeOf(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}
