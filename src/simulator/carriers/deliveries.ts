import { clock, nowMs } from '../../kernel/lib/clock.ts'
import type { CarrierName } from '../../kernel/vocabulary/carrierNames.ts'
import type { Faults } from '../wire/faults.ts'
import type { Post } from '../calls/webhooks.ts'
import type { CarrierRequest, RetryPolicy } from './types.ts'

const CLOSE_TIMEOUT_MS = 1_000

export interface Deliveries {
  /** Resolves early if the simulator closes. */
  sleep(ms: number): Promise<void>
  isClosed(): boolean
  /**
   * Sends a request as often as the carrier or a fault demands. Resolves after the first attempt; `settled` resolves to true once no attempt
   * is left, or to false if the simulator closes first.
   */
  send(carrier: CarrierName, request: CarrierRequest, policy: RetryPolicy): Promise<{ settled: Promise<boolean> }>
  close(): Promise<void>
}

/** Sends carriers' requests to their customers. */
export function createDeliveries(faults: Faults, post: Post, log: (line: string) => void): Deliveries {
  const sleepers = new Set<() => void>()
  const pending = new Set<Promise<unknown>>()
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

  /** Returns true if no further attempt is needed. */
  async function attempt({ url, body, headers }: CarrierRequest, { timeoutMs, shouldRetry }: RetryPolicy): Promise<boolean> {
    const { status, reason } = await post({ url, body, timeoutMs }, headers(nowMs()))
    if (status >= 200 && status < 300) return true
    // The path contains the customer's secret.
    log(`carrier request to ${new URL(url).origin} failed: ${status || ''} ${reason}`)
    return !shouldRetry(status)
  }

  async function retry(request: CarrierRequest, policy: RetryPolicy): Promise<boolean> {
    for (const delayMs of policy.retryDelaysMs) {
      await sleep(delayMs)
      if (closed) return false
      if (await attempt(request, policy)) return true
    }
    return true
  }

  return {
    sleep,
    isClosed: () => closed,
    async send(carrier, request, policy) {
      const fault = faults.take(carrier, 'webhook')
      if (fault?.mode === 'drop') return { settled: Promise.resolve(true) }
      if (fault?.mode === 'delay') await sleep(fault.delay_ms)
      if (closed) return { settled: Promise.resolve(false) }
      if (fault?.mode === 'forge') await post({ ...request, timeoutMs: policy.timeoutMs }, request.forgedHeaders(nowMs()))
      const isSettled = await attempt(request, policy)
      if (fault?.mode === 'duplicate') await attempt(request, policy)
      const settled = isSettled ? Promise.resolve(true) : retry(request, policy)
      pending.add(settled)
      void settled.finally(() => pending.delete(settled))
      return { settled }
    },
    async close() {
      closed = true
      for (const wake of sleepers) wake()
      await Promise.race([Promise.all(pending), new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())])
    },
  }
}
