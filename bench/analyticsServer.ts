import { countEarlier } from '../src/services/analytics/counting/callStatChecks.ts'
import { start } from './contenders/callwright.ts'
import { answer } from './ipc.ts'

/** The product's process for statistics: it serves requests and counts earlier calls. Returns the duration in seconds and its memory in MB. */
answer({
  start,
  countEarlier: async () => {
    const startedAt = performance.now()
    await countEarlier()
    return { seconds: (performance.now() - startedAt) / 1_000, megabytes: process.memoryUsage().rss / 1e6 }
  },
})
