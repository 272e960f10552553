import { on } from '../../kernel/events.ts'
import { currentOwner } from '../../kernel/liveness.ts'
import { log } from '../../kernel/log.ts'
import * as dialBatches from './dialBatches.ts'
import * as dialSends from './dialSends.ts'

/** Calls that one process sends at the same time; while so many wait for the provider's answer it claims no more. */
const MAX_SENDING = 100
/** How often a process looks for campaigns that are due, in milliseconds. */
const POLL_INTERVAL_MS = 200

/**
 * Dials: takes the next campaign that is due, decides about its next leads and commits their calls in one transaction,
 * then sends them. Any number of processes may do so side by side; nothing that matters is kept in memory. Answers how to
 * stop, which waits until what was committed is sent and answered.
 */
export function startDialer(): { stop(): Promise<void> } {
  const sending = new Set<Promise<unknown>>()
  let stopped = false
  let wake = () => {}
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => (clearTimeout(timer), resolve())
    })
  const deaf = on('campaign.updated', () => wake())
  const loop = async () => {
    while (!stopped) {
      const isBusy = sending.size >= MAX_SENDING
      const claimed = isBusy || !currentOwner() ? null : await dialBatches.claim().catch(report)
      for (const sent of (claimed ?? []).flatMap(dialSends.send)) {
        const answered = sent.catch(report).finally(() => sending.delete(answered))
        sending.add(answered)
      }
      if (isBusy) await Promise.race([...sending, rest(POLL_INTERVAL_MS)])
      else if (!claimed) await rest(POLL_INTERVAL_MS)
    }
  }
  const running = loop()
  return {
    async stop() {
      stopped = true
      deaf()
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
