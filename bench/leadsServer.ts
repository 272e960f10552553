import { monitorEventLoopDelay } from 'node:perf_hooks'
import { start } from './contenders/callwright.ts'
import { answer } from './ipc.ts'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

/** The product's process for imports: it serves requests and reports the longest delay of its event loop since the last question, in milliseconds. */
answer({
  start,
  longestDelay: () => {
    const longest = delay.max / 1e6
    delay.reset()
    return longest
  },
})
