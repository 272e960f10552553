import { inWorkspace } from '../../../kernel/db/workspaceContext.ts'
import { log } from '../../../kernel/log.ts'
import { perServer } from '../../../kernel/serverState.ts'
import { outsideTraces } from '../../../kernel/tracing/spans.ts'
import type { ProviderEvent, ProviderName } from '../../../providers/provider.ts'
import type { WebhookOwner } from '../../../kernel/crypto/webhookTokens.ts'
import * as callTexts from './callTexts.ts'
import * as eventStore from './eventStore.ts'

export type CallEvent = Extract<ProviderEvent, { type: 'call' | 'transcript' }>

/** A stored event of a call. */
export interface QueuedEvent {
  id: number
  provider: ProviderName
  owner: WebhookOwner | null
  /** The call that the event is stored with, which is one of its owner's. */
  call: eventStore.EventCall | null
  hasAudio: boolean
  event: CallEvent
}

/** An event of lines of a transcript. */
export type LinesEvent = QueuedEvent & { event: Extract<CallEvent, { type: 'transcript' }> }

export const areLines = (events: readonly QueuedEvent[]): events is readonly LinesEvent[] => events.every(({ event }) => event.type === 'transcript')

/** Processes the events of one call together, in the order in which they arrived. */
type Process = (events: readonly QueuedEvent[]) => Promise<void>

/** Calls whose reports are processed at the same time, which can ask the provider and settle money. */
const MAX_REPORTING = 32
/** Calls whose events are processed at the same time. Lines of transcripts need only a transaction that many calls share, so reports don't hold them up. */
const MAX_ACTIVE = 500
/** With more waiting events, this process stores further ones for whoever claims them. */
const MAX_WAITING = 5_000
const MAX_CLAIMED = 200

/** A call whose events are being processed, and those that arrived since. */
interface Active {
  next: QueuedEvent[]
  done: Promise<void>
}

/** Events by call, in the order of arrival. Those of calls that may begin and wait for their turn are `reports` if one of them is a report. */
const queue = perServer(() => ({
  process: null as Process | null,
  lines: new Map<string, QueuedEvent[]>(),
  reports: new Map<string, QueuedEvent[]>(),
  active: new Map<string, Active>(),
  /** Events that no process works on yet. */
  count: 0,
  reporting: 0,
}))

/** Lets this process work on events: those that it stores itself, and those that `claimDue` finds. */
export const start = (process: Process) => void (queue().process = process)

/** Stops taking events, waits for those being processed, and gives the others back. */
export async function stop(): Promise<void> {
  const own = queue()
  own.process = null
  const active = [...own.active.values()]
  const waiting = [...own.lines.values(), ...own.reports.values(), ...active.map(({ next }) => next.splice(0))].flat()
  own.lines.clear()
  own.reports.clear()
  own.count = 0
  await Promise.all(active.map(({ done }) => done))
  if (waiting.length > 0) await eventStore.releaseAll(waiting.map(({ id }) => id))
}

/** Whether this process takes another event. */
export const isAccepting = () => queue().process !== null && queue().count < MAX_WAITING

/** Whether no event waits or is being processed. */
export const isIdle = () => queue().count === 0 && queue().active.size === 0

export const providerCallIdOf = (event: CallEvent) => (event.type === 'call' ? event.call.providerCallId : event.providerCallId)
export const refOf = (event: CallEvent) => (event.type === 'call' ? event.call.ref : event.ref)
const keyOf = ({ provider, owner, event }: QueuedEvent) => `${owner?.kind}${owner?.id}:${provider}:${providerCallIdOf(event)}`

/** Adds an event that this process has claimed. Events of a call that is being processed are processed together afterwards. */
export function add(queued: QueuedEvent): void {
  const own = queue()
  if (!own.process) return
  const key = keyOf(queued)
  own.count += 1
  const active = own.active.get(key)
  if (active) return void active.next.push(queued)
  wait(key, [queued])
  startNext()
}

function wait(key: string, added: readonly QueuedEvent[]) {
  const { lines, reports } = queue()
  const events = lines.get(key) ?? reports.get(key) ?? []
  events.push(...added)
  const isReport = reports.has(key) || !areLines(added)
  if (isReport) lines.delete(key)
  const waiting = isReport ? reports : lines
  waiting.set(key, events)
}

/** Reports go first, because few of them are processed at the same time. */
function startNext() {
  const own = queue()
  for (const waiting of [own.reports, own.lines]) {
    for (const [key, events] of waiting) {
      const isReporting = waiting === own.reports
      if (!own.process || own.active.size >= MAX_ACTIVE || (isReporting && own.reporting >= MAX_REPORTING)) break
      waiting.delete(key)
      own.count -= events.length
      if (isReporting) own.reporting += 1
      const active: Active = { next: [], done: Promise.resolve() }
      own.active.set(key, active)
      active.done = run(own.process, key, active, events, isReporting)
    }
  }
}

async function run(process: Process, key: string, { next }: Active, events: readonly QueuedEvent[], isReporting: boolean): Promise<void> {
  await outsideTraces(() => inWorkspace(events[0]!.owner?.workspaceId, () => processOrPostpone(process, events)))
  const own = queue()
  own.active.delete(key)
  if (isReporting) own.reporting -= 1
  if (next.length > 0) wait(key, next)
  startNext()
}

/** If events fail together, each is processed alone, so that only the cause of the failure waits for another attempt. Never throws. */
async function processOrPostpone(process: Process, events: readonly QueuedEvent[]): Promise<void> {
  try {
    await process(events)
  } catch (err) {
    if (events.length > 1) for (const event of events) await processOrPostpone(process, [event])
    else await postpone(events[0]!, err)
  }
}

async function postpone({ id, provider }: QueuedEvent, err: unknown) {
  log.error({ err, eventId: id, provider }, 'could not process a webhook of a voice provider')
  await eventStore.markFailed([id]).catch((error: unknown) => log.error({ err: error, eventId: id }, 'could not postpone a webhook of a voice provider'))
}

/** Claims due events as far as this process has room for them. */
export async function claimDue(): Promise<void> {
  while (isAccepting()) {
    const events = await eventStore.claim(MAX_CLAIMED)
    for (const { text, ...stored } of events) await inWorkspace(stored.owner?.workspaceId, () => addStored(stored, text))
    if (events.length < MAX_CLAIMED) return
  }
}

async function addStored(stored: Omit<QueuedEvent, 'event'>, text: string): Promise<unknown> {
  const event = await callTexts.parseStoredEvent(stored.owner?.workspaceId ?? null, stored.provider, text)
  return event.type === 'call' || event.type === 'transcript' ? add({ ...stored, event }) : eventStore.discard([stored.id])
}
