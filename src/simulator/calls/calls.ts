import { clock, nowMs } from '../../kernel/lib/clock.ts'
import type { CallEvent, Phase } from './timeline.ts'
import type { Call, ToolCall } from './call.ts'
import type { Table, Tables } from './tables.ts'
import type { Faults } from '../wire/faults.ts'
import { announcedEventsOf, endOf, completionTimeOf, phaseAt, toRealTime, toSimulatedSeconds, talkSecondsOf, webhookTimeOf } from './timeline.ts'
import type { Post, Webhook } from './webhooks.ts'

const RETENTION_MS = 24 * 60 * 60 * 1000
/** Calls that it keeps; beyond, it deletes the oldest finished ones. */
export const MAX_RETAINED = 20_000
const SWEEP_INTERVAL_MS = 10 * 60 * 1000
const PROGRESS_INTERVAL_MS = 250
const CLOSE_TIMEOUT_MS = 1000

/** Maximum active calls of each vendor. */
export const MAX_CONCURRENT_CALLS = 1000

export interface Calls {
  /** Resumes calls that were active when the simulator stopped. */
  resume(): void
  /** Returns a call that the vendor knows; undefined for a `lost` one. */
  get(id: string): Call | undefined
  list(): Call[]
  /** Lists all calls, including `lost` ones. */
  listAll(): Call[]
  phaseOf(call: Call): Phase
  /** Counts a vendor's active calls. */
  countActive(provider: Call['provider']): number
  /** Stores a call and starts it. Resolves once it is stored. */
  place(call: Call): Promise<void>
  /** Ends the call now. Returns false if it had already ended. */
  stop(call: Call): Promise<boolean>
  /** Stores a call. One that was never placed starts with `place`, or after a restart. */
  save(call: Call): Promise<void>
  remove(call: Call): Promise<void>
  /** Waits briefly for webhooks in progress, and stores what was delivered. */
  close(): Promise<void>
}

/** Builds the vendor's webhooks for one event of a call. */
export type BuildWebhooks = (call: Call, event: CallEvent) => Webhook[]

/** Sends a tool's request to its server. Returns what failed, or null. */
export type RunTool = (call: Call, tool: ToolCall, index: number) => Promise<string | null>

/** Simulated seconds between the answer and the first tool request. */
const TOOL_CALL_DELAY_SECONDS = 1

/**
 * Runs each call: waits for the next announced event, delivers its webhooks in order, and continues. All state is in the call's record and the
 * clock, so a call continues after a restart.
 */
export function openCalls(
  { calls, progress }: Tables,
  faults: Faults,
  { buildWebhooks, runTool, post }: { buildWebhooks: BuildWebhooks; runTool: RunTool; post: Post },
  log: (line: string) => void,
): Calls {
  /** Few of those that it keeps. */
  const unfinished = new Set<Call>()
  const timers = new Map<string, { cancel: () => void; wake: () => void }>()
  const activeRuns = new Set<Promise<void>>()
  const deliveryCounts = createDeliveryCounts(progress, log)
  let closed = false

  const isKnown = (call: Call) => call.webhooks !== 'lost'
  const isStored = (call: Call) => calls.get(call.id) === call

  const wake = (id: string) => {
    const timer = timers.get(id)
    timer?.cancel()
    timers.delete(id)
    timer?.wake()
  }

  const sleep = (id: string, ms: number) =>
    new Promise<void>((resolve) => {
      timers.set(id, { cancel: clock.after(ms, () => wake(id)), wake: resolve })
    })

  /** Retries until the receiver accepts the webhook or no attempts are left. Returns false if the simulator closes first. */
  async function deliver(call: Call, webhook: Webhook): Promise<boolean> {
    for (let failures = 0; !closed; failures++) {
      const { status, reason } = await post(webhook, webhook.headers())
      if (status >= 200 && status < 300) return true
      log(`webhook of call ${call.id} to ${webhook.url} failed: ${status || ''} ${reason}`)
      if (failures >= webhook.retries || webhook.finalStatuses.includes(status)) return true
      await sleep(call.id, webhook.retryDelayMs(failures))
    }
    return false
  }

  /** Delivers a webhook as the called number and any fault demand. Returns false if the simulator closes first. */
  async function deliverWithFaults(call: Call, webhook: Webhook): Promise<boolean> {
    const fault = faults.take(call.provider, 'webhook')
    if (fault?.mode === 'drop') return true
    if (fault?.mode === 'delay') await sleep(call.id, fault.delay_ms)
    if (fault?.mode === 'forge') await post(webhook, webhook.forgedHeaders())
    const copies = call.webhooks === 'twice' || fault?.mode === 'duplicate' ? 2 : 1
    for (let copy = 0; copy < copies; copy++) if (!(await deliver(call, webhook))) return false
    return true
  }

  async function runCall(call: Call): Promise<void> {
    while (!closed && isStored(call)) {
      const event = announcedEventsOf(call)[call.delivered]
      const due = event ? webhookTimeOf(call, event) : completionTimeOf(call)
      if (due > nowMs()) {
        await sleep(call.id, due - nowMs())
        continue
      }
      if (!event) return finish(call)
      for (const webhook of buildWebhooks(call, event)) if (!(await deliverWithFaults(call, webhook))) return
      call.delivered += 1
      deliveryCounts.note(call)
    }
  }

  /** Sends each tool's request once, in order. A request that a restart cut off is not repeated. */
  async function callTools(call: Call): Promise<void> {
    const talk = talkSecondsOf(call)
    const due = toRealTime(call, call.ringTimeoutSeconds + TOOL_CALL_DELAY_SECONDS)
    if (!call.tools?.length || talk === null || talk < TOOL_CALL_DELAY_SECONDS || due < nowMs()) return
    await sleep(`${call.id}:tools`, due - nowMs())
    for (const [index, tool] of call.tools.entries()) {
      if (closed || !isStored(call) || phaseAt(call, nowMs()) !== 'connected') return
      const problem = await runTool(call, tool, index)
      if (problem) log(`tool ${tool.name} of call ${call.id} failed: ${problem}`)
    }
  }

  async function finish(call: Call): Promise<void> {
    call.finished = true
    unfinished.delete(call)
    await calls.save(call.id, call)
    deliveryCounts.forget(call.id)
  }

  function start(call: Call): void {
    unfinished.add(call)
    const activeRun = runCall(call)
      .catch((error: Error) => log(`call ${call.id}: ${error.message}`))
      .finally(() => activeRuns.delete(activeRun))
    activeRuns.add(activeRun)
    void callTools(call)
  }

  async function deleteOld(): Promise<void> {
    const finished = calls.all().filter((call) => call.finished)
    const excess = finished.length - MAX_RETAINED
    const expired = finished.filter((call, index) => index < excess || call.createdAt < nowMs() - RETENTION_MS)
    for (const call of expired) await calls.remove(call.id)
  }

  const sweep = () => void deleteOld().catch((error: Error) => log(`could not delete old calls: ${error.message}`))
  const sweeper = setInterval(sweep, SWEEP_INTERVAL_MS).unref()

  return {
    resume() {
      sweep()
      for (const call of calls.all()) {
        if (call.finished) continue
        call.delivered = Math.max(call.delivered, deliveryCounts.of(call.id))
        start(call)
      }
    },
    get(id) {
      const call = calls.get(id)
      return call && isKnown(call) ? call : undefined
    },
    list: () => calls.all().filter(isKnown),
    listAll: calls.all,
    phaseOf: (call) => phaseAt(call, call.finished ? Infinity : nowMs()),
    countActive(provider) {
      const now = nowMs()
      const isActive = (call: Call) => call.provider === provider && isKnown(call) && now < toRealTime(call, endOf(call).at)
      return [...unfinished].filter(isActive).length
    },
    async place(call) {
      await calls.save(call.id, call)
      start(call)
    },
    async stop(call) {
      const now = toSimulatedSeconds(call, nowMs())
      if (now >= endOf(call).at) return false
      call.stoppedAfter = now
      await calls.save(call.id, call)
      wake(call.id)
      return true
    },
    save: (call) => calls.save(call.id, call),
    async remove(call) {
      unfinished.delete(call)
      await calls.remove(call.id)
      deliveryCounts.forget(call.id)
      wake(call.id)
    },
    async close() {
      closed = true
      clearInterval(sweeper)
      for (const id of timers.keys()) wake(id)
      await Promise.race([Promise.all(activeRuns), new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())])
      await deliveryCounts.close()
    },
  }
}

/** Counts delivered webhooks of active calls and stores the counts a few times per second, in one record. */
function createDeliveryCounts(progress: Table<Record<string, number>>, log: (line: string) => void) {
  const counts = { ...progress.get('delivered') }
  let timer: NodeJS.Timeout | null = null
  let closed = false
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    return progress.save('delivered', { ...counts })
  }
  const scheduleFlush = () => {
    if (!closed) timer ??= setTimeout(() => flush().catch((error: Error) => log(`could not store delivery counts: ${error.message}`)), PROGRESS_INTERVAL_MS)
  }
  return {
    of: (id: string) => counts[id] ?? 0,
    note(call: Call) {
      counts[call.id] = call.delivered
      scheduleFlush()
    },
    forget(id: string) {
      delete counts[id]
      scheduleFlush()
    },
    close() {
      closed = true
      return flush()
    },
  }
}
