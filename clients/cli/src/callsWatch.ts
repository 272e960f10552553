import type { Context } from './context.ts'
import { EXIT, Failure } from './errors.ts'
import { subscribe } from './live.ts'
import { CALL_FIELDS, callTeller, type Line, type LiveCall } from './liveCalls.ts'

const LINE_FIELDS = 'role text startSeconds'
type Told = LiveCall & { transcript: Line[] }
const NOW = `query ($id: ID!) { call(id: $id) { ${CALL_FIELDS} transcript { ${LINE_FIELDS} } } }`
const ONE = `subscription ($id: ID!) { callUpdated(callId: $id) { ${CALL_FIELDS} transcript { ${LINE_FIELDS} } } }`
const ALL = `subscription { activeCallsUpdated { call { ${CALL_FIELDS} } startIndex lines { ${LINE_FIELDS} } } }`

/** Tells a call as it goes on until all is known of it. Throws a Failure when it did not come about. */
export async function watchCall(context: Context, id: string): Promise<void> {
  const { tell } = callTeller(context.output, { isOne: true })
  for await (const { callUpdated } of subscribe<{ callUpdated: Told }>(context, { query: ONE, variables: { id } })) {
    await tell(callUpdated, callUpdated.transcript, 0)
    if (!callUpdated.finishedAt) continue
    if (callUpdated.status !== 'completed') throw new Failure(EXIT.failed, `The call ended as ${callUpdated.status}`)
    return
  }
}

/** Tells every call of the workspace until Ctrl-C. */
export async function watchCalls(context: Context): Promise<void> {
  const { output } = context
  const { tell, underWay, misses } = callTeller(output)
  /** Calls of which something may have been said while there was no connection. */
  const behind = new Set<string>()
  async function tellWhole(id: string): Promise<void> {
    for await (const { call } of subscribe<{ call: Told }>(context, { query: NOW, variables: { id } })) {
      await tell(call, call.transcript, 0)
      behind.delete(id)
      break
    }
  }
  /** What is under way is told by each new connection; what ended meanwhile must be asked for. */
  async function catchUp(): Promise<void> {
    for (const id of underWay()) behind.add(id)
    for (const id of behind) await tellWhole(id)
  }
  output.note('Waiting for calls; Ctrl-C ends it')
  // A connection that is lost meanwhile is made anew, and then it is asked again.
  const onOpen = () => void catchUp().catch(() => {})
  for await (const { activeCallsUpdated: liveCalls } of subscribe<{ activeCallsUpdated: { call: LiveCall; startIndex: number; lines: Line[] } }>(context, {
    query: ALL,
    isPatient: true,
    onOpen,
  })) {
    const { call, lines, startIndex } = liveCalls
    // Of a call that ended just as the connection was back, the last that is told lacks what was said meanwhile: it is asked for, if it can be.
    if (call.finishedAt && (behind.has(call.id) || misses(call.id, startIndex))) await tellWhole(call.id).catch(() => {})
    await tell(call, lines, startIndex)
  }
}
