import type { CallState } from '../kernel/vocabulary/callStates.ts'
import type { EndedReason } from '../kernel/vocabulary/endedReasons.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { VendorError, type VendorErrorInfo } from '../outbound/vendorErrors.ts'
import type { VoiceEngine } from '../kernel/vocabulary/engines.ts'
import type { CallFindings } from './callFindings.ts'
import type { LiveAudio } from './liveAudio.ts'
import type { SipTrunk } from './sipTrunk.ts'
import type { AgentReference } from './agentReference.ts'
import type { Problem } from './problem.ts'
import type { ProviderKnowledgeBase, KnowledgeLocator, KnowledgeSource } from './knowledge.ts'

export type ProviderName = VoiceEngine

/**
 * - rejected, account, throttled, not_found: nothing happened at the provider;
 * - unavailable: the provider was never reached, or failed on a request without effect;
 * - unknown_outcome: a placed call may exist;
 * - bad_signature: a forged webhook.
 */
export type ProviderErrorKind = 'rejected' | 'not_found' | 'account' | 'throttled' | 'unavailable' | 'unknown_outcome' | 'bad_signature'

export class ProviderError extends VendorError<ProviderErrorKind, VendorErrorInfo & { problems?: Problem[] }> {
  override readonly name = 'ProviderError'
}

export type JsonObject = Record<string, unknown>

/** One value to extract from a call, provider-neutral; adapters translate it. */
export interface AnalysisItem {
  name: string
  /** `json` is a list or an object; providers with plain answers only return it as JSON text. */
  type: 'string' | 'number' | 'boolean' | 'enum' | 'json'
  description: string
  choices?: string[]
  /** JSON Schema of the answer, if one was provided; used by providers that accept it unchanged. */
  schema?: JsonObject
}

/** Configuration of an agent to publish: provider-neutral, complete, with all defaults resolved. */
export interface AgentConfig {
  /** Our ID, stored at the provider for people who look there. */
  agentId: string
  name: string
  /** BCP-47. */
  language: string
  voiceId: string | null
  model: string
  systemPrompt: string
  /** Tools in the format of Retell (`end_call`, `transfer_call`, `custom`, …) or of the provider. */
  tools: JsonObject[]
  analysis: AnalysisItem[]
  recordingEnabled: boolean
  /** First message; null lets the model begin. */
  firstMessage: string | null
  /** Voicemail message; null hangs up. */
  voicemailMessage: string | null
  maxDurationSeconds: number
  ringTimeoutSeconds: number
  /** Values of variables that a call doesn't fill. A call's own values contain those of its first agent; absent for none. */
  defaultVariables?: Readonly<Record<string, string>>
  /** Knowledge bases of the agent; absent for none. */
  knowledge?: ProviderKnowledgeBase[]
  /** Agents that the tools reference, by our IDs; absent for none. */
  agents?: Record<string, AgentReference>
}

/** An agent's IDs at its provider. `refs` holds helper resources, such as Retell's LLM. */
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

/** Options of one call: its agent, and overrides of the agent configuration. */
export interface CallOptions {
  /** Our unique reference (a UUID), sent along to find the call again. */
  ref: string
  agent: PublishedAgent
  recording: boolean
  variables: Record<string, string>
  /** Metadata of the customer, for their tools; our reference is added to it. */
  metadata: JsonObject
  /** BCP-47, or `auto` to detect the language; absent uses the language of the agent. */
  language?: string
  /** Language (BCP-47) of summary and analysis; absent means the language spoken. */
  outputLanguage?: string
  /** All values to extract; absent uses those of the agent. Required with `outputLanguage`. */
  analysis?: AnalysisItem[]
  /** Knowledge bases in addition to those of the agent. */
  knowledge?: ProviderKnowledgeBase[]
}

export interface PlaceCallRequest extends CallOptions {
  from: { e164: string; providerNumberId: string }
  to: string
  /** Timeout in milliseconds; afterwards the outcome is unknown. */
  timeoutMs: number
}

/** Locates the resources of an agent at its provider. */
export interface ResourceLocator {
  /** Our tag, a UUID; set on every created resource. */
  tag: string
  /** Saved IDs. */
  refs: Partial<PublishedAgent>
  /** Whether unsaved resources may exist because an earlier publish was interrupted. */
  mayHaveOrphans: boolean
}

/** Webhook URL of one agent or number, and the secret that providers without signatures send. */
export interface WebhookTarget {
  url: string
  secret: string
}

/** Locator and webhook for publishing an agent. */
export interface PublishTarget extends ResourceLocator {
  webhook: WebhookTarget
}

/** Credentials of a carrier, for providers that access its numbers directly. */
export type CarrierAccount =
  | { carrier: 'twilio'; accountSid: string; authToken: string }
  | { carrier: 'twilio'; accountSid: string; apiKey: string; apiSecret: string }
  | { carrier: 'vonage'; apiKey: string; apiSecret: string }

/** Connection to a number: a SIP trunk or the account at the carrier. */
export type NumberRoute = { sip: SipTrunk; account?: undefined } | { account: CarrierAccount; sip?: undefined }

/** A number to import, and its route. `tag` is ours, a UUID: resources created for the number have a mark of it. */
export type NumberToImport = { e164: string; tag: string; label: string | null; webhook: WebhookTarget } & NumberRoute

/** State of a call at the provider. Null means unknown (yet); a later snapshot never replaces a known value with null. */
export interface CallSnapshot {
  providerCallId: string
  /** Our reference from placement; null if the provider does not return it. */
  ref: string | null
  state: CallState
  direction: 'inbound' | 'outbound'
  toNumber: string | null
  startedAt: Date | null
  endedAt: Date | null
  durationSeconds: number | null
  endedReason: EndedReason | null
  /** Original end reason of the provider. */
  providerEndedReason: string | null
  transcript: TranscriptLine[] | null
  hasRecording: boolean
  /** Cost at the provider, in micro-units of USD. */
  providerCostMicros: number | null
  detectedLanguage: string | null
  outcome: string | null
  analysis: CallFindings | null
  /** Whether the analysis exceeded the size limit and was dropped. */
  isAnalysisTooLong?: boolean
  /** Whether no further updates will follow. */
  final: boolean
}

/** Lines of a conversation: the next ones (`append`), or all from the position `start` on (`replace`). */
export type SpokenLines = { lines: TranscriptLine[]; mode: 'replace' | 'append'; start: number }

export type ProviderEvent =
  | { type: 'call'; dedupeKey: string; call: CallSnapshot }
  /** An inbound call: the provider waits for the agent. `callerNumber` is null if withheld. */
  | { type: 'inbound'; dedupeKey: string; providerCallId: string | null; callerNumber: string | null; calledNumber: string }
  | { type: 'transcript'; dedupeKey: string; providerCallId: string; ref: string | null; spoken: SpokenLines }
  | { type: 'ignored'; dedupeKey: string }

/**
 * A voice platform. All methods throw only ProviderError. Methods that create resources send at most one request and never retry; methods that
 * read or delete may retry.
 */
export interface VoiceProvider {
  readonly name: ProviderName
  readonly baseUrl: string
  /** How long the provider may omit a call of unknown outcome from its list, in milliseconds. */
  readonly listLagMs: number
  /** Carriers whose numbers it accesses with the account alone, without a SIP trunk. */
  readonly nativeCarriers: readonly CarrierAccount['carrier'][]
  /** Whether the provider supports the language (BCP-47). */
  supportsLanguage(language: string): boolean
  /** Lists the parts of the configuration that the provider does not support. Sends no request. */
  findProblems(config: AgentConfig): Problem[]
  /**
   * Creates or updates the agent and makes the result the version that new calls use. Awaits `save` after each step that creates a resource.
   * Resources that a crash left unsaved are found by their tag, so exactly one agent remains in the end. Throws `rejected` for the problems of
   * `findProblems` and for anything else the provider refuses.
   */
  publishAgent(config: AgentConfig, target: PublishTarget, save: (refs: Partial<PublishedAgent>) => Promise<void>): Promise<PublishedAgent>
  /** Deletes all resources of the agent, saved or found by tag. Safe to repeat. */
  deleteAgent(locator: ResourceLocator): Promise<void>
  /**
   * Uploads a version of a knowledge base and returns whether it is ready; until then the caller repeats the call with the saved refs. Awaits
   * `save` after each step that creates a resource; resources that a crash left unsaved are found by tag. Throws `rejected` for content the
   * provider cannot read.
   */
  putKnowledge(source: KnowledgeSource, locator: KnowledgeLocator, save: (refs: Record<string, string>) => Promise<void>): Promise<boolean>
  /** Deletes all resources of the knowledge base, saved or found by tag. Safe to repeat. */
  deleteKnowledge(locator: KnowledgeLocator): Promise<void>
  /** Sends exactly one request. Throws `unknown_outcome` if the call may exist despite the error. */
  placeCall(call: PlaceCallRequest): Promise<{ providerCallId: string; state: CallState }>
  getCall(providerCallId: string): Promise<CallSnapshot | null>
  /** Finds a call by our reference; null if the provider does not list it. */
  findCall(query: { ref: string; agent: PublishedAgent; since: Date }): Promise<CallSnapshot | null>
  /** Hangs up. No error if the call is already over. */
  endCall(providerCallId: string): Promise<void>
  /** Returns access to the live audio of a call, or null if it is not available now. */
  listen(providerCallId: string): Promise<LiveAudio | null>
  /** Returns a new URL of the recording, or null if there is none. */
  openRecording(providerCallId: string): Promise<{ url: string; headers: Record<string, string> } | null>
  /** Deletes the recording, and everything the provider can only delete together with it. No error if it is already gone. */
  deleteRecording(providerCallId: string): Promise<void>
  /** Deletes all data of the call at the provider. No error if it is already gone. */
  deleteCall(providerCallId: string): Promise<void>
  /**
   * Imports the number as a caller ID, points its inbound webhook to us, and leaves its SMS routing unchanged. Safe to repeat. `account` is
   * allowed only for `nativeCarriers`. Returns the ID of the number at the provider. Throws an error that `isNumberTaken` recognizes if the
   * account already has the number without our mark; that number stays unchanged.
   */
  importNumber(number: NumberToImport): Promise<string>
  /** Points the inbound webhook of the number to us. Safe to repeat. */
  routeInbound(number: { e164: string; tag: string; providerNumberId: string; webhook: WebhookTarget }): Promise<void>
  /** Removes the number from the provider if we imported it. No error if it is gone. Searches for it if its ID is unknown. */
  releaseNumber(number: { e164: string; tag: string; providerNumberId: string | null; webhook: WebhookTarget }): Promise<void>
  /** Returns the response that accepts an inbound call with these options. */
  answerInbound(options: CallOptions): JsonObject
  /** Returns the response that rejects an inbound call. */
  rejectInbound(reason: string): JsonObject
  /** Active calls and their limit, over all use of our key; null if the provider does not report them. */
  getConcurrency(): Promise<{ current: number; limit: number } | null>
  /** Throws `bad_signature` if the request is not from the provider. `secret` belongs to the requested URL. */
  verifyWebhook(raw: Buffer, headers: IncomingHttpHeaders, secret: string): void
  /** Parses a verified webhook body. Never throws on unknown event types: those are `ignored`. */
  parseEvent(body: unknown): ProviderEvent
  /** Returns the body as it is stored: without links to audio, and without what repeats other parts of it. Parsing it gives the same event, but for the recording. */
  toStored(body: unknown): unknown
}
