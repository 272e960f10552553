import { clock, nowMs } from '../../kernel/lib/clock.ts'
import type { CarrierName } from '../../kernel/vocabulary/carrierNames.ts'
import type { Faults } from '../wire/faults.ts'
import { post } from '../calls/webhooks.ts'
import type { Outgoing, Patience } from './types.ts'

const CLOSING_PATIENCE_MS = 1_000

export interface Deliveries {
  /** Ends at once when the simulator closes. */
  sleep(ms: number): Promise<void>
  closed(): boolean
  /**
   * Sends a request as often as the carrier would, or as a fault wants it. Resolves after the first attempt; what it
   * resolves with does once there is no further one: true, or false when the simulator closed before.
   */
  send(carrier: CarrierName, outgoing: Outgoing, patience: Patience): Promise<{ settled: Promise<boolean> }>
  close(): Promise<void>
}

/** Carriers' requests to their customers. */
export function newDeliveries(faults: Faults, log: (line: string) => void): Deliveries {
  const sleepers = new Set<() => void>()
  const under = new Set<Promise<unknown>>()
  let closed = false

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      if (closed) return resolve()
      const wake = () => {
        cancel()
        sleepers.delete(wake)
        resolve()
      }
      const cancel = clock.after(ms, wake)
      sleepers.add(wake)
    })

  /** True when no further attempt is to be made. */
  async function attempt({ url, body, headers }: Outgoing, { timeoutMs, asksAgain }: Patience): Promise<boolean> {
    const { status, reason } = await post({ url, body, timeoutMs }, headers(nowMs()))
    if (status >= 200 && status < 300) return true
    // The path holds the customer's secret.
    log(`request of a carrier to ${new URL(url).origin} failed: ${status || ''} ${reason}`)
    return !asksAgain(status)
  }

  async function further(outgoing: Outgoing, patience: Patience): Promise<boolean> {
    for (const pause of patience.pausesMs) {
      await sleep(pause)
      if (closed) return false
      if (await attempt(outgoing, patience)) return true
    }
    return true
  }

  return {
    sleep,
    closed: () => closed,
    async send(carrier, outgoing, patience) {
      const fault = faults.take(carrier, 'webhook')
      if (fault?.mode === 'drop') return { settled: Promise.resolve(true) }
      if (fault?.mode === 'delay') await sleep(fault.delay_ms)
      if (closed) return { settled: Promise.resolve(false) }
      if (fault?.mode === 'forge') await post({ ...outgoing, timeoutMs: patience.timeoutMs }, outgoing.forgedHeaders(nowMs()))
      const done = await attempt(outgoing, patience)
      if (fault?.mode === 'duplicate') await attempt(outgoing, patience)
      const settled = done ? Promise.resolve(true) : further(outgoing, patience)
      under.add(settled)
      void settled.finally(() => under.delete(settled))
      return { settled }
    },
    async close() {
      closed = true
      for (const wake of sleepers) wake()
      await Promise.race([Promise.all(under), new Promise((resolve) => setTimeout(resolve, CLOSING_PATIENCE_MS).unref())])
    },
  }
}
