import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallSnapshot, PublishedAgent, VoiceProvider } from '../providers/provider.ts'
import { ensure, type Report } from './report.ts'

export interface CallToPlace {
  to: string
  from: { e164: string; providerNumberId: string }
}

const PLACE_TIMEOUT_MS = 20_000

/** Polls until there is a result. Throws CheckError with `timeoutMessage` after `seconds`. */
async function waitFor<Result>(seconds: number, timeoutMessage: string, poll: () => Promise<Result | null | false | undefined>): Promise<Result> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const result = await poll()
    if (result) return result
    ensure(Date.now() < deadline, timeoutMessage)
    await sleep(500)
  }
}

/** Places a call without recording, finds it by reference, listens, hangs up, reads the final data, runs `inspect`, and deletes the call. */
export async function checkCall(
  { voice, report, agent, call }: { voice: VoiceProvider; report: Report; agent: PublishedAgent; call: CallToPlace },
  inspect: (providerCallId: string) => Promise<void>,
): Promise<void> {
  const ref = randomUUID()
  const since = new Date()
  let id: string | null = null
  report.addCleanup(`a call to ${call.to}`, async () => {
    const placedId = id ?? (await voice.findCall({ ref, agent, since }))?.providerCallId
    if (!placedId) return
    await voice.endCall(placedId)
    await voice.deleteRecording(placedId)
  })
  const options = { ref, agent, recording: false, language: 'auto', variables: { first_name: 'Ada' }, metadata: { test: true } }
  const isPlaced = await report.step('places one call without recording', async () => {
    const { providerCallId, state } = await voice.placeCall({ ...options, ...call, timeoutMs: PLACE_TIMEOUT_MS })
    id = providerCallId
    return `${providerCallId}, ${state}`
  })
  if (!isPlaced || !id) return
  const callId: string = id
  await report.step('finds the call by its reference while it rings', async () => {
    const startedAt = Date.now()
    const listed = await waitFor(60, 'the call was not listed within a minute', () => voice.findCall({ ref, agent, since }))
    ensure(listed.providerCallId === callId, `found another call: ${listed.providerCallId}`)
    return `${listed.state} after ${Date.now() - startedAt} ms`
  })
  await report.step('the call connects', async () => {
    const connected = await waitFor(60, 'no answer within a minute', async () => {
      const snapshot = await voice.getCall(callId)
      return snapshot && (snapshot.state === 'in_progress' || isOver(snapshot)) ? snapshot : null
    })
    return connected.state
  })
  await report.observe('live listening', async () => {
    const audio = await voice.listen(callId)
    return audio ? `by ${audio.kind}` : 'not available'
  })
  await report.step('ends the call, and ending it again is not an error', async () => {
    await voice.endCall(callId)
    await waitFor(60, 'the call did not end within a minute', async () => isOver(await voice.getCall(callId)))
    await voice.endCall(callId)
    return (await voice.getCall(callId))?.providerEndedReason ?? null
  })
  await report.observe('final data of the call', async () => {
    const finalCall = await waitFor(120, 'no analysis within two minutes', async () => {
      const snapshot = await voice.getCall(callId)
      return snapshot?.final ? snapshot : null
    })
    return `${finalCall.state}, ${finalCall.durationSeconds} s, ${finalCall.transcript?.length ?? 'no'} lines, ${finalCall.providerCostMicros ?? 'unknown'} micro-dollars`
  })
  await report.step('the call has no recording', async () => {
    ensure(!(await voice.openRecording(callId)), 'the vendor recorded a call that must not be recorded')
    return null
  })
  await inspect(callId)
  await report.step('deletes the call at the vendor', async () => {
    await voice.deleteRecording(callId)
    await waitFor(30, 'the vendor still has the call', async () => (await voice.getCall(callId)) === null)
    return null
  })
}

const isOver = (call: CallSnapshot | null) => call !== null && !['queued', 'dialing', 'ringing', 'in_progress'].includes(call.state)
