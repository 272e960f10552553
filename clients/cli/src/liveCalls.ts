import type { Output } from './output.ts'
import { json, oneLine } from './text.ts'

export interface Line {
  role: string
  text: string
  startSeconds: number | null
}
export interface LiveCall {
  id: string
  status: string
  direction: string
  fromNumber: string
  toNumber: string
  outcome: string | null
  durationSeconds: number | null
  endedReason: string | null
  summary: string | null
  cost: string | null
  currency: string
  finishedAt: string | null
}
export const CALL_FIELDS = 'id status direction fromNumber toNumber outcome durationSeconds endedReason summary cost currency finishedAt'

/** Maximum calls to remember. An evicted call is printed again from its beginning. */
const MAX_REMEMBERED = 10_000

/** Adds an entry and evicts the oldest above the limit. */
function remember<Value>(entries: Map<string, Value>, id: string, value: Value): Value {
  entries.set(id, value)
  if (entries.size > MAX_REMEMBERED) entries.delete(entries.keys().next().value!)
  return value
}

/**
 * Prints what is new in each call update: status, transcript lines, and the result. Repeated updates, as after a
 * reconnection, print nothing. Off a terminal each update is a line of JSON.
 */
export function createCallPrinter(output: Output, { isOne = false } = {}) {
  const active = new Map<string, { status?: string; lines: string[] }>()
  const finished = new Map<string, true>()
  const write = (call: LiveCall, event: object, sentence: string) => {
    const label = isOne ? '' : `${output.faint(`call ${call.id} ${oneLine(call.toNumber)}`)}  `
    return output.write(output.json ? `${json({ ...event, call_id: Number(call.id) })}\n` : `${label}${sentence}\n`)
  }

  async function printCall(call: LiveCall, lines: readonly Line[], startIndex: number): Promise<void> {
    if (finished.has(call.id)) return
    const before = active.get(call.id) ?? remember(active, call.id, { lines: [] })
    if (call.finishedAt) remember(finished, call.id, true)
    if (before.status !== call.status)
      await write(call, { event: 'status', status: call.status, to_number: call.toNumber }, output.strong(`● ${oneLine(call.status)}`))
    before.status = call.status
    // Earlier lines are still missing. They arrive next, followed by these again.
    const newLines = startIndex > before.lines.length ? [] : lines
    for (const [at, { role, text, startSeconds }] of newLines.entries()) {
      const index = startIndex + at
      if (before.lines[index] === text) continue
      before.lines[index] = text
      await write(
        call,
        { event: 'line', index, role, text, start_seconds: startSeconds },
        `${formatClock(startSeconds)} ${output.strong(role.padEnd(5))} ${oneLine(text)}`,
      )
    }
    if (!call.finishedAt) return
    active.delete(call.id)
    await write(call, { event: 'ended', ...resultOf(call) }, describeResult(call))
  }
  return {
    printCall,
    activeCallIds: (): string[] => [...active.keys()],
    /** Whether the call is unknown or lines before `startIndex` are missing. */
    misses: (id: string, startIndex: number): boolean => !finished.has(id) && startIndex > (active.get(id)?.lines.length ?? -1),
  }
}

const resultOf = ({ status, outcome, durationSeconds, endedReason, summary, cost, currency }: LiveCall) => ({
  status,
  outcome,
  duration_seconds: durationSeconds,
  ended_reason: endedReason,
  summary,
  cost,
  currency,
})

function describeResult({ status, outcome, durationSeconds, endedReason, summary, cost, currency }: LiveCall): string {
  const facts = [
    outcome && outcome !== status ? outcome : null,
    durationSeconds === null ? null : formatClock(durationSeconds),
    endedReason,
    cost === null ? null : `${cost} ${currency}`,
  ]
  const texts = facts.filter((fact) => fact !== null).map((fact) => oneLine(fact))
  return [`■ ${[oneLine(status), ...texts].join(' · ')}`, ...(summary ? [oneLine(summary)] : [])].join('\n')
}

/** Formats seconds as minutes and seconds. */
function formatClock(seconds: number | null): string {
  if (seconds === null) return '     '
  const whole = Math.floor(seconds)
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}
