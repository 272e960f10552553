import { z } from 'zod'
import { fingerprint } from '../http.ts'
import type { ProviderEvent } from '../provider.ts'
import { VapiMessage, refOf, toSnapshot } from './call.ts'

const E164 = /^\+[1-9]\d{1,14}$/
const Body = z.object({ message: VapiMessage })

/** Reads a verified webhook. Repetitions of an event share its key. */
export function parseVapiEvent(body: unknown): ProviderEvent {
  const message = Body.safeParse(body).data?.message
  const event = message && (inboundEvent(message) ?? callEvent(message) ?? lineEvent(message))
  return event ?? { type: 'ignored', dedupeKey: `vapi:ignored:${fingerprint(body)}` }
}

function callEvent(message: VapiMessage): ProviderEvent | null {
  const { call, type, status, language } = message
  if (type === 'status-update' && status) return { type: 'call', dedupeKey: `vapi:status:${call.id}:${status}`, call: toSnapshot(call, message) }
  if (type === 'end-of-call-report') return { type: 'call', dedupeKey: `vapi:report:${call.id}`, call: toSnapshot(call, message) }
  if (type !== 'language-change-detected' || !language) return null
  return { type: 'call', dedupeKey: `vapi:language:${call.id}:${language}`, call: { ...toSnapshot(call, message), detectedLanguage: language } }
}

/** Vapi waits for an answer. The number that was called is told beside the call, the caller's is missing when withheld. */
function inboundEvent({ type, call, customer, phoneNumber }: VapiMessage): ProviderEvent | null {
  if (type !== 'assistant-request') return null
  const calledNumber = phoneNumber?.number ?? call.phoneNumber?.number
  const caller = customer?.number ?? call.customer?.number ?? ''
  if (!calledNumber) return null
  return { type: 'inbound', dedupeKey: `vapi:inbound:${call.id}`, providerCallId: call.id, callerNumber: E164.test(caller) ? caller : null, calledNumber }
}

/** A line is told when it was said to its end; all are timed alike, from the call's start. */
function lineEvent({ call, type, transcriptType, role, transcript: text, timestamp, startedAt }: VapiMessage): ProviderEvent | null {
  if (!type.startsWith('transcript') || transcriptType !== 'final') return null
  if (!text || (role !== 'assistant' && role !== 'user')) return null
  const began = startedAt ?? call.startedAt
  const startSeconds = began && timestamp !== null ? Math.max(0, (timestamp - began.getTime()) / 1000) : null
  const dedupeKey = `vapi:transcript:${call.id}:${timestamp}:${role}:${fingerprint(text)}`
  const line = { role: role === 'assistant' ? ('agent' as const) : ('user' as const), text, startSeconds }
  return { type: 'transcript', dedupeKey, providerCallId: call.id, ref: refOf(call), lines: [line], mode: 'append' }
}
