import { onEvent } from '../../kernel/events.ts'
import { processId } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import * as dialBatches from './dialBatches.ts'
import * as dialSends from './dialSends.ts'

/** Calls that one process sends concurrently. While this many wait for the provider's answer, it claims no more. */
const MAX_SENDING = 100
/** Interval between looks for due campaigns, in milliseconds. */
const POLL_INTERVAL_MS = 200

/**
 * Runs the dialer: claims the next due campaign, decides about its next leads and commits their calls in one transaction, then sends them. Any
 * number of processes may run it concurrently; nothing that matters is kept in memory. `stop` waits until all committed calls are sent and
 * answered.
 */
export function startDialer(): { stop(): Promise<void> } {
  const sending = new Set<Promise<unknown>>()
  let isStopped = false
  let wake = () => {}
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => (clearTimeout(timer), resolve())
    })
  const unsubscribe = onEvent('campaign.updated', () => wake())
  const loop = async () => {
    while (!isStopped) {
      const isBusy = sending.size >= MAX_SENDING
      const batches = isBusy || !processId() ? null : await dialBatches.claimNext().catch(report)
      for (const send of (batches ?? []).flatMap(dialSends.send)) {
        const settling = send.catch(report).finally(() => sending.delete(settling))
        sending.add(settling)
      }
      if (isBusy) await Promise.race([...sending, sleep(POLL_INTERVAL_MS)])
      else if (!batches) await sleep(POLL_INTERVAL_MS)
    }
  }
  const running = loop()
  return {
    async stop() {
      isStopped = true
      unsubscribe()
      wake()
      await running
      await Promise.all(sending)
    },
  }
}

function report(err: unknown) {
  log.error({ err }, 'dialing failed')
  return null
}
