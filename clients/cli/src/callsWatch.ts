import type { Context } from './context.ts'
import { EXIT, Failure } from './errors.ts'
import { subscribe } from './live.ts'
import { CALL_FIELDS, createCallPrinter, type Line, type LiveCall } from './liveCalls.ts'

const LINE_FIELDS = 'role text startSeconds'
type CallWithTranscript = LiveCall & { transcript: Line[] }
const NOW = `query ($id: ID!) { call(id: $id) { ${CALL_FIELDS} transcript { ${LINE_FIELDS} } } }`
const ONE = `subscription ($id: ID!) { callUpdated(callId: $id) { ${CALL_FIELDS} transcript { ${LINE_FIELDS} } } }`
const ALL = `subscription { activeCallsUpdated { call { ${CALL_FIELDS} } startIndex lines { ${LINE_FIELDS} } } }`

/** Prints a call's progress until its final data has arrived. Throws a Failure if the call did not complete. */
export async function watchCall(context: Context, id: string): Promise<void> {
  const { printCall } = createCallPrinter(context.output, { isOne: true })
  for await (const { callUpdated } of subscribe<{ callUpdated: CallWithTranscript }>(context, { query: ONE, variables: { id } })) {
    await printCall(callUpdated, callUpdated.transcript, 0)
    if (!callUpdated.finishedAt) continue
    if (callUpdated.status !== 'completed') throw new Failure(EXIT.failed, `The call ended with the status ${callUpdated.status}`)
    return
  }
}

/** Prints the progress of every call of the workspace until Ctrl-C. */
export async function watchCalls(context: Context): Promise<void> {
  const { output } = context
  const { printCall, activeCallIds, misses } = createCallPrinter(output)
  /** Calls that may have had updates while the connection was down. */
  const outdated = new Set<string>()
  async function printWholeCall(id: string): Promise<void> {
    for await (const { call } of subscribe<{ call: CallWithTranscript }>(context, { query: NOW, variables: { id } })) {
      await printCall(call, call.transcript, 0)
      outdated.delete(id)
      break
    }
  }
  /** Each new connection sends the active calls. Calls that ended in the meantime must be fetched. */
  async function catchUp(): Promise<void> {
    for (const id of activeCallIds()) outdated.add(id)
    for (const id of outdated) await printWholeCall(id)
  }
  output.note('Waiting for calls. Press Ctrl-C to stop.')
  // Errors are ignored: a lost connection is reopened, and catchUp runs again.
  const onOpen = () => void catchUp().catch(() => {})
  for await (const { activeCallsUpdated: liveCalls } of subscribe<{ activeCallsUpdated: { call: LiveCall; startIndex: number; lines: Line[] } }>(context, {
    query: ALL,
    retriesForever: true,
    onOpen,
  })) {
    const { call, lines, startIndex } = liveCalls
    // The last update of a call that ended while reconnecting lacks earlier lines. Fetch the whole call if possible.
    if (call.finishedAt && (outdated.has(call.id) || misses(call.id, startIndex))) await printWholeCall(call.id).catch(() => {})
    await printCall(call, lines, startIndex)
  }
}
