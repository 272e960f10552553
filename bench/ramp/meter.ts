import { listProcesses, memoryOf, runsProgram } from './processes.ts'

/** The processes of the run, by part. */
export interface Pids {
  servers: (number | null)[]
  postgres: number
  redis: number
  gateway: number
  /** The customers' server and the watchers. */
  others: number[]
}

/** What a part used within a second of the run. CPU in cores, memory in bytes; memory is null in most seconds, since reading it costs much. */
export interface Use {
  part: string
  cpu: number
  memory: number | null
}

/** Creates a meter of the parts of the run. Each reading is what they used since the one before. */
export function createMeter(readPids: () => Pids) {
  const lastCpu = new Map<number, number>()
  let lastAt = performance.now()

  function assign(): Map<string, { pid: number; cpu: number }[]> {
    const { servers, postgres, redis, gateway, others } = readPids()
    const partOf = (pid: number, parent: number) => {
      const nth = servers.indexOf(pid)
      if (nth >= 0) return `server ${nth + 1}`
      if (servers.includes(parent)) return runsProgram(pid, 'simulator/child') ? 'simulator' : `server ${servers.indexOf(parent) + 1}`
      if (pid === postgres || parent === postgres) return 'PostgreSQL'
      if (pid === redis) return 'Redis'
      if (pid === gateway) return 'gateway'
      return others.includes(pid) ? 'receiver and watchers' : null
    }
    const parts = new Map<string, { pid: number; cpu: number }[]>()
    for (const { pid, parent, cpu } of listProcesses()) {
      const part = partOf(pid, parent)
      if (part) parts.set(part, [...(parts.get(part) ?? []), { pid, cpu }])
    }
    return parts
  }

  return {
    read(withMemory: boolean): Use[] {
      const seconds = (performance.now() - lastAt) / 1000
      lastAt = performance.now()
      return [...assign()].map(([part, processes]) => ({
        part,
        cpu: processes.reduce((sum, { pid, cpu }) => sum + takeIncrease(pid, cpu), 0) / 1_000_000 / seconds,
        memory: withMemory ? processes.reduce((sum, { pid }) => sum + memoryOf(pid), 0) : null,
      }))
    },
  }

  function takeIncrease(pid: number, cpu: number) {
    const increase = cpu - (lastCpu.get(pid) ?? 0)
    lastCpu.set(pid, cpu)
    return increase
  }
}
