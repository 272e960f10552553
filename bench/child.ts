import { holdTime, startAllocations, startFunctions, stopAllocations, stopFunctions } from './counters.ts'
import { count, counted } from './statements.ts'
import { answer } from './ipc.ts'
import { startProfile, stopProfile } from './profiler.ts'
import type { Environment } from './ground.ts'

/** A contender's process: it serves requests and reports its cost. */
answer({
  start: async ({ name, environment }: { name: string; environment: Environment }) => {
    const { start } = (await import(new URL(`./contenders/${name}${import.meta.url.slice(-3)}`, import.meta.url).href)) as {
      start(environment: Environment): Promise<string>
    }
    return start(environment)
  },
  cpu: () => process.cpuUsage(),
  count,
  counted,
  holdTime,
  startAllocations,
  stopAllocations,
  startFunctions,
  stopFunctions,
  startProfile,
  stopProfile,
})
