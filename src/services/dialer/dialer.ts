import { onEvent } from '../../kernel/events.ts'
import { clock } from '../../kernel/lib/clock.ts'
import { processId } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import * as dialBatches from './dialBatches.ts'
import * as dialSends from './dialSends.ts'

/** Calls that one process sends concurrently. While this many wait for the provider's answer, it claims no more. */
const MAX_SENDING = 100
/** The longest time between looks for due campaigns, which other processes may have started, in milliseconds. */
const POLL_INTERVAL_MS = 2_000
/** Timers with more milliseconds would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1
/** How long to wait for answers before the next look while many calls are being sent. */
const BUSY_INTERVAL_MS = 200

/**
 * Runs the dialer: claims the next due campaign, decides about its next leads and commits their calls in one transaction, then sends them. Any
 * number of processes may run it concurrently; nothing that matters is kept in memory. `stop` waits until all committed calls are sent and
 * answered.
 */
export function startDialer(): { stop(): Promise<void> } {
  const sending = new Set<Promise<unknown>>()
  const pause = createPause()
  let isStopped = false
  const unsubscribe = onEvent('campaign.updated', pause.end)

  async function dialNext() {
    const batches = await dialBatches.claimNext()
    // Another process has the campaign that is due.
    if (!batches) return pause.forAtMost(BUSY_INTERVAL_MS)
    for (const send of batches.flatMap(dialSends.send)) {
      const settling = send.catch(report).finally(() => sending.delete(settling))
      sending.add(settling)
    }
  }
  async function look() {
    if (sending.size >= MAX_SENDING) return Promise.race([...sending, pause.forAtMost(BUSY_INTERVAL_MS)])
    const untilNext = processId() ? await dialBatches.timeToNext() : null
    return untilNext === 0 ? dialNext() : pause.forAtMost(POLL_INTERVAL_MS, untilNext)
  }
  const loop = async () => {
    while (!isStopped) {
      pause.begin()
      await look().catch((err: unknown) => (report(err), pause.forAtMost(BUSY_INTERVAL_MS)))
    }
  }
  const running = loop()
  return {
    async stop() {
      isStopped = true
      unsubscribe()
      pause.end()
      await running
      await Promise.all(sending)
    },
  }
}

/** The pause between two looks. What ends it also counts while the look itself is still under way. */
function createPause() {
  let isEnded = false
  let end = () => {}
  return {
    begin: () => void (isEnded = false),
    end: () => (void (isEnded = true), end()),
    /** Waits for so many milliseconds, until the next campaign is due by the clock, or for the end of the pause. */
    forAtMost: (ms: number, untilNext: number | null = null) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(() => end(), ms)
        const cancel = untilNext === null ? () => {} : clock.after(Math.min(untilNext, MAX_TIMER_MS), () => end())
        end = () => (clearTimeout(timer), cancel(), resolve())
        if (isEnded) end()
      }),
  }
}

const report = (err: unknown) => log.error({ err }, 'dialing failed')
