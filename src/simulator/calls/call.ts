import type { JsonObject } from '../../providers/provider.ts'
import type { Scenario, WebhookBehavior } from './testNumbers.ts'

export interface Line {
  role: 'agent' | 'user'
  text: string
}

/** All that will be said, decided when the call is placed; an early end cuts it short. */
export interface Conversation {
  /** BCP-47, as the agent is configured. */
  language: string
  /** BCP-47 of what the person speaks: nearly always the same. */
  spoken: string
  /** BCP-47 of the summary. */
  written: string
  lines: Line[]
  /** Extracted values by field name; every one that is asked for is spoken in the lines. */
  answers: JsonObject
  /** What is known when the call ends before its time. */
  cutShort: JsonObject
}

export type CallEventKind = 'ringing' | 'connected' | 'speech' | 'line' | 'ended' | 'analyzed'

interface CallBase {
  id: string
  direction: 'inbound' | 'outbound'
  /** Empty when the caller withholds it. */
  from: string
  to: string
  /** Milliseconds since the epoch, real time. */
  createdAt: number
  /** Simulated seconds in a real one; fixed at placement, so that a restart with another speed changes no call. */
  speed: number
  scenario: Scenario
  webhooks: WebhookBehavior
  /** Simulated seconds until the answer, or until nobody answered. */
  ringTimeoutSeconds: number
  /** Which moments of the call its agent wants to hear of. */
  announces: CallEventKind[]
  /** Conversation seconds after which the provider ends the call. */
  maxSeconds: number
  /** Simulated seconds after the beginning at which the agent's side ended the call, or null. */
  stoppedAfter: number | null
  /** Of the announced moments, how many have been delivered. */
  delivered: number
  finished: boolean
  /** `transient`: the link dies ten minutes after the call, which is all that Retell has for not recording. */
  audio: 'kept' | 'transient' | 'none'
  conversation: Conversation
  /** What the model asks of the customer's servers during the call; absent in calls of earlier versions. */
  tools?: ToolCall[]
}

export interface RetellCall extends CallBase {
  provider: 'retell'
  wire: {
    agentId: string
    agentVersion: number
    agentName: string | undefined
    model: string
    metadata: JsonObject | undefined
    variables: JsonObject | undefined
    sipHeaders: JsonObject | undefined
    storage: 'everything' | 'everything_except_pii' | 'basic_attributes_only'
    signedUrl: boolean
    webhook: { url: string; timeoutMs: number } | null
  }
}

export interface VapiServer {
  url: string
  headers: Record<string, string>
  credentialId: string | undefined
  timeoutSeconds: number
  backoff: { exponential: boolean; maxRetries: number; baseDelaySeconds: number; excludedStatusCodes: number[] }
}

export type MonitorAccess = 'open' | 'key' | 'none'

export interface VapiCall extends CallBase {
  provider: 'vapi'
  wire: {
    /** What the caller sent and the vendor gives back: `assistantId`, `assistantOverrides`, `customer`, `name` … */
    request: JsonObject
    phoneNumberId: string
    /** Who may listen and control: whoever has the address, whoever has the key too, or nobody. */
    monitor: { listen: MonitorAccess; control: MonitorAccess }
    server: VapiServer | null
    serverMessages: string[]
    analysis: { summary: boolean; success: boolean; data: boolean; minMessages: number }
  }
}

/** One call as it is stored. What it is doing at a moment follows from this and the time alone (see timeline.ts). */
export type Call = RetellCall | VapiCall

/** What came of somebody calling one of the vendor's numbers. */
export interface InboundResult {
  /** The vendor's id of the call, whether it keeps a call of that id or not. */
  id: string
  answered: boolean
  reason: string
}

/** A tool of an agent that asks its customer's server, with the arguments that the model of this call fills in. */
export interface ToolCall {
  name: string
  url: string
  method: string
  headers: Record<string, string>
  args: JsonObject
  /** The arguments are the body themselves. */
  isBare: boolean
  timeoutMs: number
}
