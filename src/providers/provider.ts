import type { IncomingHttpHeaders } from 'node:http'
import type { VoiceEngine } from '../engines.ts'

export type ProviderName = VoiceEngine

/** A call's state as every provider's words are translated into. The order of the first four is the order of life. */
export type CallState = 'queued' | 'dialing' | 'ringing' | 'in_progress' | 'completed' | 'no_answer' | 'busy' | 'voicemail' | 'failed' | 'canceled'

/**
 * What a provider's refusal means for us:
 * rejected, account, throttled and not_found mean nothing happened there; unavailable means it was never reached
 * (or failed on a call without effect); unknown_outcome means a placed call may exist; bad_signature is a forged webhook.
 */
export type ProviderErrorKind = 'rejected' | 'not_found' | 'account' | 'throttled' | 'unavailable' | 'unknown_outcome' | 'bad_signature'

export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly kind: ProviderErrorKind
  readonly info: { status?: number; code?: string; retryAfterMs?: number }
  constructor(kind: ProviderErrorKind, message: string, info: { status?: number; code?: string; retryAfterMs?: number } = {}) {
    super(message)
    this.kind = kind
    this.info = info
  }
}

export type JsonObject = Record<string, unknown>

/** One thing to find out from a call, in neutral words; adapters translate it. */
export interface AnalysisItem {
  name: string
  type: 'string' | 'number' | 'boolean' | 'enum'
  description: string
  choices?: string[]
}

/** An agent's configuration as it is published: neutral, complete, no defaults left open. */
export interface AgentConfig {
  /** Our id, kept at the provider for people who look there. */
  agentId: string
  name: string
  /** BCP-47. */
  language: string
  voiceId: string | null
  model: string
  systemPrompt: string
  /** Tools in the words of the first provider (`end_call`, `transfer_call`, `custom`, …) or the provider's own. */
  tools: JsonObject[]
  analysis: AnalysisItem[]
  recordingEnabled: boolean
  maxDurationSeconds: number
  ringSeconds: number
}

/** Where an agent lives at its provider. `refs` holds helper resources, such as Retell's LLM. */
export interface PublishedAgent {
  providerAgentId: string
  version: string | null
  refs: Record<string, string>
}

export interface TranscriptLine {
  role: 'agent' | 'user'
  text: string
  startSeconds: number | null
}

export interface PlaceCall {
  /** Our unique reference (a UUID), sent along so that the call can be found again. */
  ref: string
  agent: PublishedAgent
  from: { e164: string; providerNumberId: string }
  to: string
  recording: boolean
  variables: Record<string, string>
  /** BCP-47; absent means the agent's own. */
  language?: string
  /** After this the outcome counts as unknown. */
  timeoutMs: number
}

/** A provider's view of one call. Null means not known (yet); a later view never turns a known value into null. */
export interface CallSnapshot {
  providerCallId: string
  /** Our reference as sent at placement, or null when the provider does not give it back. */
  ref: string | null
  state: CallState
  direction: 'inbound' | 'outbound'
  toNumber: string | null
  startedAt: Date | null
  endedAt: Date | null
  durationSeconds: number | null
  endedReason: string | null
  transcript: TranscriptLine[] | null
  hasRecording: boolean
  /** What the provider charges, in micro-units of USD. */
  providerCostMicros: number | null
  detectedLanguage: string | null
  outcome: string | null
  analysis: {
    summary: string | null
    structuredData: JsonObject
    successEvaluation: string | null
    raw: JsonObject
  } | null
  /** Nothing more will come. */
  final: boolean
}

export type ProviderEvent =
  | { type: 'call'; dedupeKey: string; call: CallSnapshot }
  | { type: 'transcript'; dedupeKey: string; providerCallId: string; ref: string | null; lines: TranscriptLine[]; mode: 'replace' | 'append' }
  | { type: 'ignored'; dedupeKey: string }

/**
 * A voice platform. Every method throws ProviderError only. Creating methods send at most one request and are never
 * retried by the adapter; reading and deleting ones may be.
 */
export interface VoiceProvider {
  readonly name: ProviderName
  /** How long after a placement of unknown outcome the provider may still fail to list the call. */
  readonly listLagMs: number
  /** Whether a call can be held in the language of that BCP-47 tag. */
  speaks(language: string): boolean
  /**
   * Creates or updates the agent and makes the result what new calls use. `save` is awaited after each step that
   * leaves something at the provider, so that a crash between two steps leaves no orphan: the next publish starts
   * from what was saved.
   */
  publishAgent(
    config: AgentConfig,
    previous: Partial<PublishedAgent> | null,
    save: (progress: Partial<PublishedAgent>) => Promise<void>,
  ): Promise<PublishedAgent>
  deleteAgent(agent: PublishedAgent): Promise<void>
  /** Sends exactly one request. Throws `unknown_outcome` when the call may exist all the same. */
  placeCall(call: PlaceCall): Promise<{ providerCallId: string; state: CallState }>
  getCall(providerCallId: string): Promise<CallSnapshot | null>
  /** Finds a call by our reference; null when the provider lists none. */
  findCall(wanted: { ref: string; agent: PublishedAgent; since: Date }): Promise<CallSnapshot | null>
  endCall(providerCallId: string): Promise<void>
  /** A fresh address of the audio, or null when there is none. */
  openRecording(providerCallId: string): Promise<{ url: string; headers: Record<string, string> } | null>
  /** Makes the number usable as a caller; safe to repeat. Answers the provider's id for it. */
  importNumber(number: { e164: string; label: string | null; sip: { terminationUri: string; username?: string; password?: string } }): Promise<string>
  /** Throws `bad_signature` when the request is not the provider's. */
  verifyWebhook(raw: Buffer, headers: IncomingHttpHeaders): void
  /** Reads a verified webhook body. Never throws on unknown event types: those are `ignored`. */
  parseEvent(body: unknown): ProviderEvent
  /** The body with every link to audio removed, fit to be stored. */
  withoutAudio(body: unknown): unknown
}
