import { clock, nowMs } from '../../kernel/lib/clock.ts'
import type { Beat, Phase } from './timeline.ts'
import type { Call, ToolUse } from './call.ts'
import type { Table, Tables } from './tables.ts'
import type { Faults } from '../wire/faults.ts'
import { announcedBeats, endOf, overAt, phaseAt, realTime, simulatedSeconds, talkSeconds, toldAt } from './timeline.ts'
import { type Message, post } from './webhooks.ts'

const RETENTION_MS = 24 * 60 * 60 * 1000
const MAX_RETAINED = 20_000
const SWEEP_EVERY_MS = 10 * 60 * 1000
const PROGRESS_EVERY_MS = 250
const CLOSING_PATIENCE_MS = 1000

/** Calls in progress at once, of each vendor. */
export const CONCURRENCY_LIMIT = 1000

export interface Calls {
  /** Goes on with the calls that were in progress when the simulator last ended. */
  resume(): void
  /** A call that the vendor knows: not one it has lost. */
  get(id: string): Call | undefined
  all(): Call[]
  /** Every call there was, lost ones too. */
  everything(): Call[]
  phase(call: Call): Phase
  /** Of one vendor, how many have not ended. */
  live(provider: Call['provider']): number
  /** Resolves once the call is in the store; its life then goes on by itself. */
  place(call: Call): Promise<void>
  /** Ends the call now; false when it had ended already. */
  stop(call: Call): Promise<boolean>
  /** Stores the call as it is. One that was not placed yet begins to live when it is, or after a restart. */
  save(call: Call): Promise<void>
  remove(call: Call): Promise<void>
  /** Waits a moment for webhooks under way, and notes what was delivered. */
  close(): Promise<void>
}

/** The vendor's webhooks for one moment of a call. */
export type Announce = (call: Call, beat: Beat) => Message[]

/** Has one of a call's tools ask its server; what went wrong, or null. */
export type UseTool = (call: Call, tool: ToolUse, nth: number) => Promise<string | null>

/** After the answer, in simulated seconds. */
const TOOLS_AFTER = 1

/**
 * Carries every call through its life: sleeps until the next announced moment, delivers its webhooks in order, goes on.
 * There is no other state than the call's record and the time, so a call goes on after a restart where it stood.
 */
export function openCalls(
  { calls, progress }: Tables,
  faults: Faults,
  { announce, use }: { announce: Announce; use: UseTool },
  log: (line: string) => void,
): Calls {
  const sleepers = new Map<string, { cancel: () => void; wake: () => void }>()
  const lives = new Set<Promise<void>>()
  const delivered = deliveredCounts(progress, log)
  let closed = false

  const isKnown = (call: Call) => call.webhooks !== 'lost'
  const exists = (call: Call) => calls.get(call.id) === call

  const wake = (id: string) => {
    const sleeper = sleepers.get(id)
    sleeper?.cancel()
    sleepers.delete(id)
    sleeper?.wake()
  }

  const sleep = (id: string, ms: number) =>
    new Promise<void>((resolve) => {
      sleepers.set(id, { cancel: clock.after(ms, () => wake(id)), wake: resolve })
    })

  /** Tries until the receiver takes the message, the attempts are used up, or the simulator closes (then false). */
  async function deliver(call: Call, message: Message): Promise<boolean> {
    for (let failures = 0; !closed; failures++) {
      const { status, reason } = await post(message, message.headers())
      if (status >= 200 && status < 300) return true
      log(`webhook of call ${call.id} to ${message.url} failed: ${status || ''} ${reason}`)
      if (failures >= message.retries || message.finalStatuses.includes(status)) return true
      await sleep(call.id, message.pauseMs(failures))
    }
    return false
  }

  /** As the call's number wants it, and whatever fault befalls the webhook. False when the simulator closes. */
  async function tell(call: Call, message: Message): Promise<boolean> {
    const fault = faults.take(call.provider, 'webhook')
    if (fault?.mode === 'drop') return true
    if (fault?.mode === 'delay') await sleep(call.id, fault.delay_ms)
    if (fault?.mode === 'forge') await post(message, message.forgedHeaders())
    const copies = call.webhooks === 'twice' || fault?.mode === 'duplicate' ? 2 : 1
    for (let copy = 0; copy < copies; copy++) if (!(await deliver(call, message))) return false
    return true
  }

  async function live(call: Call): Promise<void> {
    while (!closed && exists(call)) {
      const beat = announcedBeats(call)[call.delivered]
      const due = beat ? toldAt(call, beat) : overAt(call)
      if (due > nowMs()) {
        await sleep(call.id, due - nowMs())
        continue
      }
      if (!beat) return finish(call)
      for (const message of announce(call, beat)) if (!(await tell(call, message))) return
      call.delivered += 1
      delivered.note(call)
    }
  }

  /** Each tool once, one after another. What a restart cut off is not asked again. */
  async function askTools(call: Call): Promise<void> {
    const talk = talkSeconds(call)
    const due = realTime(call, call.ringTimeoutSeconds + TOOLS_AFTER)
    if (!call.tools?.length || talk === null || talk < TOOLS_AFTER || due < nowMs()) return
    await sleep(`${call.id}:tools`, due - nowMs())
    for (const [nth, tool] of call.tools.entries()) {
      if (closed || !exists(call) || phaseAt(call, nowMs()) !== 'connected') return
      const problem = await use(call, tool, nth)
      if (problem) log(`tool ${tool.name} of call ${call.id} failed: ${problem}`)
    }
  }

  async function finish(call: Call): Promise<void> {
    call.finished = true
    await calls.save(call.id, call)
    delivered.forget(call.id)
  }

  function begin(call: Call): void {
    const life = live(call)
      .catch((error: Error) => log(`call ${call.id}: ${error.message}`))
      .finally(() => lives.delete(life))
    lives.add(life)
    void askTools(call)
  }

  async function dropOldOnes(): Promise<void> {
    const finished = calls.all().filter((call) => call.finished)
    const excess = finished.length - MAX_RETAINED
    const old = finished.filter((call, index) => index < excess || call.createdAt < nowMs() - RETENTION_MS)
    for (const call of old) await calls.remove(call.id)
  }

  const sweep = () => void dropOldOnes().catch((error: Error) => log(`dropping old calls: ${error.message}`))
  const sweeper = setInterval(sweep, SWEEP_EVERY_MS).unref()

  return {
    resume() {
      sweep()
      for (const call of calls.all()) {
        if (call.finished) continue
        call.delivered = Math.max(call.delivered, delivered.of(call.id))
        begin(call)
      }
    },
    get(id) {
      const call = calls.get(id)
      return call && isKnown(call) ? call : undefined
    },
    all: () => calls.all().filter(isKnown),
    everything: calls.all,
    phase: (call) => phaseAt(call, call.finished ? Infinity : nowMs()),
    live(provider) {
      const lasts = (call: Call) => !call.finished && isKnown(call) && nowMs() < realTime(call, endOf(call).at)
      return calls.all().filter((call) => call.provider === provider && lasts(call)).length
    },
    async place(call) {
      await calls.save(call.id, call)
      begin(call)
    },
    async stop(call) {
      const now = simulatedSeconds(call, nowMs())
      if (now >= endOf(call).at) return false
      call.stoppedAfter = now
      await calls.save(call.id, call)
      wake(call.id)
      return true
    },
    save: (call) => calls.save(call.id, call),
    async remove(call) {
      await calls.remove(call.id)
      delivered.forget(call.id)
      wake(call.id)
    },
    async close() {
      closed = true
      clearInterval(sweeper)
      for (const id of sleepers.keys()) wake(id)
      await Promise.race([Promise.all(lives), new Promise((resolve) => setTimeout(resolve, CLOSING_PATIENCE_MS).unref())])
      await delivered.close()
    },
  }
}

/** Counts deliveries of calls in progress and writes the counts a few times a second, all in one record. */
function deliveredCounts(progress: Table<Record<string, number>>, log: (line: string) => void) {
  const counts = { ...progress.get('delivered') }
  let timer: NodeJS.Timeout | null = null
  let closed = false
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    return progress.save('delivered', { ...counts })
  }
  const soon = () => {
    if (!closed) timer ??= setTimeout(() => flush().catch((error: Error) => log(`noting deliveries: ${error.message}`)), PROGRESS_EVERY_MS)
  }
  return {
    of: (id: string) => counts[id] ?? 0,
    note(call: Call) {
      counts[call.id] = call.delivered
      soon()
    },
    forget(id: string) {
      delete counts[id]
      soon()
    },
    close() {
      closed = true
      return flush()
    },
  }
}
