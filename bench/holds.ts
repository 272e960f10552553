/** Watches how long the event loop is held at once. On a busy machine, the CPU time of all threads in that time says how much of it was ours. */
export function watchHolds() {
  const longest = { longestMs: 0, longestCpuMs: 0 }
  let [at, cpu] = [performance.now(), process.cpuUsage()]
  let turn: NodeJS.Immediate
  const next = () => {
    const { user, system } = process.cpuUsage(cpu)
    longest.longestMs = Math.max(longest.longestMs, performance.now() - at)
    longest.longestCpuMs = Math.max(longest.longestCpuMs, (user + system) / 1_000)
    ;[at, cpu] = [performance.now(), process.cpuUsage()]
    turn = setImmediate(next)
  }
  turn = setImmediate(next)
  return {
    end() {
      clearImmediate(turn)
      return longest
    },
  }
}
