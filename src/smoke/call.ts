import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallSnapshot, PublishedAgent, VoiceProvider } from '../providers/provider.ts'
import { expected, type Report } from './report.ts'

export interface CallToPlace {
  to: string
  from: { e164: string; providerNumberId: string }
}

const PLACE_TIMEOUT_MS = 20_000

/** Asks until there is an answer, or throws what is missing. `seconds` is the time allowed. */
async function within<Answer>(seconds: number, missing: string, ask: () => Promise<Answer | null | false | undefined>): Promise<Answer> {
  const until = Date.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    expected(Date.now() < until, missing)
    await sleep(500)
  }
}

/**
 * The one call: placed without recording, found by our reference, listened to, ended, read to its end and deleted.
 * `observe` looks at it as the vendor tells it, once it is over.
 */
export async function oneCall(
  { voice, report, agent, call }: { voice: VoiceProvider; report: Report; agent: PublishedAgent; call: CallToPlace },
  observe: (providerCallId: string) => Promise<void>,
): Promise<void> {
  const ref = randomUUID()
  const since = new Date()
  let id: string | null = null
  report.made(`a call to ${call.to}`, async () => {
    const found = id ?? (await voice.findCall({ ref, agent, since }))?.providerCallId
    if (!found) return
    await voice.endCall(found)
    await voice.deleteRecording(found)
  })
  const terms = { ref, agent, recording: false, language: 'auto', variables: { first_name: 'Ada' }, metadata: { test: true } }
  const placed = await report.step('places one call without recording', async () => {
    const { providerCallId, state } = await voice.placeCall({ ...terms, ...call, timeoutMs: PLACE_TIMEOUT_MS })
    id = providerCallId
    return `${providerCallId}, ${state}`
  })
  if (!placed || !id) return
  const callId: string = id
  await report.step('finds the call by its reference while it rings', async () => {
    const began = Date.now()
    const found = await within(60, 'the call was not listed within a minute', () => voice.findCall({ ref, agent, since }))
    expected(found.providerCallId === callId, `found another call: ${found.providerCallId}`)
    return `${found.state} after ${Date.now() - began} ms`
  })
  await report.step('the call connects', async () => {
    const under = await within(60, 'no answer within a minute', async () => {
      const now = await voice.getCall(callId)
      return now && (now.state === 'in_progress' || isOver(now)) ? now : null
    })
    return under.state
  })
  await report.question('live listening', async () => {
    const audio = await voice.listen(callId)
    return audio ? `by ${audio.kind}` : 'not available'
  })
  await report.step('ends the call, and ending it again is not an error', async () => {
    await voice.endCall(callId)
    await within(60, 'the call did not end within a minute', async () => isOver(await voice.getCall(callId)))
    await voice.endCall(callId)
    return (await voice.getCall(callId))?.providerEndedReason ?? null
  })
  await report.question('final data of the call', async () => {
    const final = await within(120, 'no analysis within two minutes', async () => {
      const now = await voice.getCall(callId)
      return now?.final ? now : null
    })
    return `${final.state}, ${final.durationSeconds} s, ${final.transcript?.length ?? 'no'} lines, ${final.providerCostMicros ?? 'unknown'} micro-dollars`
  })
  await report.step('the call has no recording', async () => {
    expected(!(await voice.openRecording(callId)), 'the vendor recorded a call that must not be recorded')
    return null
  })
  await observe(callId)
  await report.step('deletes the call at the vendor', async () => {
    await voice.deleteRecording(callId)
    await within(30, 'the vendor still has the call', async () => (await voice.getCall(callId)) === null)
    return null
  })
}

const isOver = (call: CallSnapshot | null) => call !== null && !['queued', 'dialing', 'ringing', 'in_progress'].includes(call.state)
