import { monitorEventLoopDelay } from 'node:perf_hooks'
import { start } from './contenders/callwright.ts'
import { answer } from './ipc.ts'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

/** The product's process for imports: it serves, and tells how long it has kept everybody else waiting since it was last asked, in milliseconds. */
answer({
  start,
  longestDelay: () => {
    const longest = delay.max / 1e6
    delay.reset()
    return longest
  },
})
