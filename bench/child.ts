import { count, counted } from './statements.ts'
import { answer } from './ipc.ts'
import { startProfile, stopProfile } from './profiler.ts'
import type { Ground } from './ground.ts'

/** A contender's process: it serves requests and reports its cost. */
answer({
  start: async ({ name, ground }: { name: string; ground: Ground }) => {
    const { start } = (await import(new URL(`./contenders/${name}${import.meta.url.slice(-3)}`, import.meta.url).href)) as {
      start(ground: Ground): Promise<string>
    }
    return start(ground)
  },
  cpu: () => process.cpuUsage(),
  count,
  counted,
  startProfile,
  stopProfile,
})
