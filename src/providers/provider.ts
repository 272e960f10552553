import type { CallState } from '../kernel/vocabulary/callStates.ts'
import type { EndedReason } from '../kernel/vocabulary/endedReasons.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { VoiceEngine } from '../kernel/vocabulary/engines.ts'
import type { CallFindings } from './callFindings.ts'
import type { LiveAudio } from './liveAudio.ts'
import type { SipTrunk } from './sipTrunk.ts'
import type { AgentReference } from './agentReference.ts'
import type { KnowledgeCopy, KnowledgePlace, KnowledgeSource } from './knowledge.ts'

export type ProviderName = VoiceEngine

/**
 * What a provider's refusal means for us:
 * rejected, account, throttled and not_found mean nothing happened there; unavailable means it was never reached
 * (or failed on a call without effect); unknown_outcome means a placed call may exist; bad_signature is a forged webhook.
 */
export type ProviderErrorKind = 'rejected' | 'not_found' | 'account' | 'throttled' | 'unavailable' | 'unknown_outcome' | 'bad_signature'

export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly kind: ProviderErrorKind
  readonly info: { status?: number; code?: string; retryAfterMs?: number; problems?: Problem[] }
  constructor(kind: ProviderErrorKind, message: string, info: ProviderError['info'] = {}) {
    super(message)
    this.kind = kind
    this.info = info
  }
}

export type JsonObject = Record<string, unknown>

/** One thing to find out from a call, in neutral words; adapters translate it. */
export interface AnalysisItem {
  name: string
  /** `json` is a list or an object; providers that know only plain answers write it as JSON text. */
  type: 'string' | 'number' | 'boolean' | 'enum' | 'json'
  description: string
  choices?: string[]
  /** JSON Schema of the answer, where one was given: for providers that take it as it is. */
  schema?: JsonObject
}

/** Why an agent cannot be published as it is: the public name of a field, and a sentence without the field's name. */
export interface Problem {
  field: string
  reason: string
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
  /** What it says first; null lets the model begin. */
  firstMessage: string | null
  /** What it leaves on an answering machine; null hangs up. */
  voicemailMessage: string | null
  maxDurationSeconds: number
  ringTimeoutSeconds: number
  /** What it answers from; absent for nothing. */
  knowledge?: KnowledgeCopy[]
  /** The agents that its tools name, by our ids; absent for none. */
  agents?: Record<string, AgentReference>
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

/** What one call is held on: its agent, and what it asks for instead of what the agent says. */
export interface CallTerms {
  /** Our unique reference (a UUID), sent along so that the call can be found again. */
  ref: string
  agent: PublishedAgent
  recording: boolean
  variables: Record<string, string>
  /** The customer's own, for their tools; our reference goes beside it. */
  metadata: JsonObject
  /** BCP-47, or `auto` to understand whatever is spoken; absent means the agent's own. */
  language?: string
  /** BCP-47 of summary and analysis; absent means the language spoken. */
  outputLanguage?: string
  /** All that is to be found out; absent means the agent's own. Given whenever `outputLanguage` is. */
  analysis?: AnalysisItem[]
  /** What it is answered from besides what the agent knows. */
  knowledge?: KnowledgeCopy[]
}

export interface PlaceCall extends CallTerms {
  from: { e164: string; providerNumberId: string }
  to: string
  /** After this the outcome counts as unknown. */
  timeoutMs: number
}

/** What has to be known to find again what an agent has at its provider. */
export interface Place {
  /** Ours, a UUID; left on everything that is made there. */
  tag: string
  /** What is known of it, as it was saved. */
  refs: Partial<PublishedAgent>
  /** Whether something may have been made there without being saved here: an earlier publish was cut short. */
  mayHaveMore: boolean
}

/** Where a provider sends the webhooks of one agent or number, and the secret that it shows there where it does not sign. */
export interface WebhookTarget {
  url: string
  secret: string
}

/** What publishing needs besides the configuration. */
export interface PublishPlace extends Place {
  webhook: WebhookTarget
}

/** A carrier's account, for a provider that reaches its numbers by itself. */
export type CarrierAccount =
  | { carrier: 'twilio'; accountSid: string; authToken: string }
  | { carrier: 'twilio'; accountSid: string; apiKey: string; apiSecret: string }
  | { carrier: 'vonage'; apiKey: string; apiSecret: string }

/** How a number is reached: over a trunk, or at the carrier's account itself. */
export type Way = { sip: SipTrunk; account?: undefined } | { account: CarrierAccount; sip?: undefined }

/** A number, and one way to reach it. `tag` is ours, a UUID: what is made for the number bears a mark of it. */
export type NumberToImport = { e164: string; tag: string; label: string | null; webhook: WebhookTarget } & Way

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
  endedReason: EndedReason | null
  /** The provider's own word for it. */
  providerEndedReason: string | null
  transcript: TranscriptLine[] | null
  hasRecording: boolean
  /** What the provider charges, in micro-units of USD. */
  providerCostMicros: number | null
  detectedLanguage: string | null
  outcome: string | null
  analysis: CallFindings | null
  /** Its analysis was longer than is kept, and is left out. */
  isAnalysisTooLong?: boolean
  /** Nothing more will come. */
  final: boolean
}

export type ProviderEvent =
  | { type: 'call'; dedupeKey: string; call: CallSnapshot }
  /** Somebody calls one of our numbers, and the provider waits for who is to answer. `callerNumber` is null when withheld. */
  | { type: 'inbound'; dedupeKey: string; providerCallId: string | null; callerNumber: string | null; calledNumber: string }
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
  /** Carriers whose numbers it reaches by the account alone, without a SIP trunk. */
  readonly nativeCarriers: readonly CarrierAccount['carrier'][]
  /** Whether a call can be held in the language of that BCP-47 tag. */
  speaks(language: string): boolean
  /** Everything of the configuration that cannot be expressed there, before anything is asked of the provider. */
  problems(config: AgentConfig): Problem[]
  /**
   * Creates or updates the agent and makes the result what new calls use. `save` is awaited after each step that leaves
   * something at the provider. What a crash kept from being saved is found by its tag, so that in the end there is one
   * agent there, whatever happened. Throws `rejected` for what `problems` lists or the provider refuses.
   */
  publishAgent(config: AgentConfig, place: PublishPlace, save: (refs: Partial<PublishedAgent>) => Promise<void>): Promise<PublishedAgent>
  /** Deletes all there is of the agent, saved or found by its tag. Safe to repeat. */
  deleteAgent(place: Place): Promise<void>
  /**
   * Brings a version of a knowledge base there, and answers whether it can be used yet; while it cannot, it is called again
   * with what was saved until it can. `save` is awaited after each step that leaves something at the provider, and what a
   * crash kept from being saved is found by its tag. Throws `rejected` for what the provider cannot read.
   */
  putKnowledge(source: KnowledgeSource, place: KnowledgePlace, save: (refs: Record<string, string>) => Promise<void>): Promise<boolean>
  /** Deletes all there is of it, saved or found by its tag. Safe to repeat. */
  deleteKnowledge(place: KnowledgePlace): Promise<void>
  /** Sends exactly one request. Throws `unknown_outcome` when the call may exist all the same. */
  placeCall(call: PlaceCall): Promise<{ providerCallId: string; state: CallState }>
  getCall(providerCallId: string): Promise<CallSnapshot | null>
  /** Finds a call by our reference; null when the provider lists none. */
  findCall(wanted: { ref: string; agent: PublishedAgent; since: Date }): Promise<CallSnapshot | null>
  /** Hangs up; a call that is over is no error. */
  endCall(providerCallId: string): Promise<void>
  /** How to hear a call in progress, or null when it cannot be heard now. */
  listen(providerCallId: string): Promise<LiveAudio | null>
  /** A fresh address of the audio, or null when there is none. */
  openRecording(providerCallId: string): Promise<{ url: string; headers: Record<string, string> } | null>
  /** Deletes the audio there, and what the provider cannot delete it without; what is gone already is no error. */
  deleteRecording(providerCallId: string): Promise<void>
  /** Deletes everything that the provider holds of the call; one that is gone is no error. */
  deleteCall(providerCallId: string): Promise<void>
  /**
   * Makes the number usable as a caller, with its inbound calls asked of us and its texts left where they go; safe to repeat.
   * An account may be given only where it is one of `nativeCarriers`. Answers the provider's id for the number. Throws what `isTaken`
   * knows where the account has the number without our mark: that one is left as it is.
   */
  importNumber(number: NumberToImport): Promise<string>
  /** Has the provider ask us who answers calls to the number. Safe to repeat. */
  routeInbound(number: { e164: string; tag: string; providerNumberId: string; webhook: WebhookTarget }): Promise<void>
  /** Takes the number away from the provider if we brought it there; one that is gone is no error. It is looked for where its id is not known. */
  releaseNumber(number: { e164: string; tag: string; providerNumberId: string | null; webhook: WebhookTarget }): Promise<void>
  /** The answer to an inbound request that has the call held on those terms. */
  answerInbound(terms: CallTerms): JsonObject
  /** The answer to an inbound request that turns the caller away. */
  rejectInbound(reason: string): JsonObject
  /** Calls in progress and how many there may be, over everything done with our key; null when the provider does not tell. */
  concurrency(): Promise<{ current: number; limit: number } | null>
  /** Throws `bad_signature` when the request is not the provider's. `secret` is that of the address it came in at. */
  verifyWebhook(raw: Buffer, headers: IncomingHttpHeaders, secret: string): void
  /** Reads a verified webhook body. Never throws on unknown event types: those are `ignored`. */
  parseEvent(body: unknown): ProviderEvent
  /** The body with every link to audio removed, fit to be stored. */
  withoutAudio(body: unknown): unknown
}
