import { z } from 'zod'
import { fingerprint } from '../eventBodies.ts'
import type { ProviderEvent } from '../provider.ts'
import { VapiMessage, refOf, toSnapshot } from './call.ts'

const E164 = /^\+[1-9]\d{1,14}$/
const Body = z.object({ message: VapiMessage })

/** Parses a verified webhook. Repetitions of an event have the same key. */
export function parseVapiEvent(body: unknown): ProviderEvent {
  const message = Body.safeParse(body).data?.message
  const event = message && (toInboundEvent(message) ?? toCallEvent(message) ?? toTranscriptEvent(message))
  return event ?? { type: 'ignored', dedupeKey: `vapi:ignored:${fingerprint(body)}` }
}

function toCallEvent(message: VapiMessage): ProviderEvent | null {
  const { call, type, status, language } = message
  if (type === 'status-update' && status) return { type: 'call', dedupeKey: `vapi:status:${call.id}:${status}`, call: toSnapshot(call, message) }
  if (type === 'end-of-call-report') return { type: 'call', dedupeKey: `vapi:report:${call.id}`, call: toSnapshot(call, message) }
  if (type !== 'language-change-detected' || !language) return null
  return { type: 'call', dedupeKey: `vapi:language:${call.id}:${language}`, call: { ...toSnapshot(call, message), detectedLanguage: language } }
}

/** Converts a request for an assistant, which Vapi waits for. The caller's number is missing if withheld. */
function toInboundEvent({ type, call, customer, phoneNumber }: VapiMessage): ProviderEvent | null {
  if (type !== 'assistant-request') return null
  const calledNumber = phoneNumber?.number ?? call.phoneNumber?.number
  const caller = customer?.number ?? call.customer?.number ?? ''
  if (!calledNumber) return null
  return { type: 'inbound', dedupeKey: `vapi:inbound:${call.id}`, providerCallId: call.id, callerNumber: E164.test(caller) ? caller : null, calledNumber }
}

/** Converts a final line of the transcript. Its time is in seconds from the start of the call. */
function toTranscriptEvent({ call, type, transcriptType, role, transcript: text, timestamp, startedAt }: VapiMessage): ProviderEvent | null {
  if (!type.startsWith('transcript') || transcriptType !== 'final') return null
  if (!text || (role !== 'assistant' && role !== 'user')) return null
  const callStart = startedAt ?? call.startedAt
  const startSeconds = callStart && timestamp !== null ? Math.max(0, (timestamp - callStart.getTime()) / 1000) : null
  const dedupeKey = `vapi:transcript:${call.id}:${timestamp}:${role}:${fingerprint(text)}`
  const line = { role: role === 'assistant' ? ('agent' as const) : ('user' as const), text, startSeconds }
  return { type: 'transcript', dedupeKey, providerCallId: call.id, ref: refOf(call), spoken: { lines: [line], mode: 'append', start: 0 } }
}
