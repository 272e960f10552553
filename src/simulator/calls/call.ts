import type { JsonObject } from '../../providers/provider.ts'
import type { Scenario, WebhookBehavior } from './testNumbers.ts'

export interface Line {
  role: 'agent' | 'user'
  text: string
}

/** All lines and results of a call, decided when it is placed. An early end cuts them short. */
export interface Conversation {
  /** BCP-47 tag, as the agent is configured. */
  language: string
  /** BCP-47 tag of the contact's language. Differs from `language` only in `other_language` calls. */
  spoken: string
  /** BCP-47 tag of the summary. */
  written: string
  lines: Line[]
  /** Extracted values by field name. The contact says each requested value in `lines`. */
  answers: JsonObject
  /** Extracted values if the call ends early. */
  cutShort: JsonObject
}

export type CallEventKind = 'ringing' | 'connected' | 'speech' | 'line' | 'ended' | 'analyzed'

interface CallBase {
  id: string
  direction: 'inbound' | 'outbound'
  /** Empty if the caller withholds the number. */
  from: string
  to: string
  /** Milliseconds since the epoch, real time. */
  createdAt: number
  /** Simulated seconds per real second. Fixed at placement, so that a restart at another speed does not change the call. */
  speed: number
  scenario: Scenario
  webhooks: WebhookBehavior
  /** Simulated seconds until the call is answered or given up. */
  ringTimeoutSeconds: number
  /** The events that the agent's webhook receives. */
  announces: CallEventKind[]
  /** Seconds of conversation after which the provider ends the call. */
  maxSeconds: number
  /** Simulated seconds after the start at which our side ended the call; null if it did not. */
  stoppedAfter: number | null
  /** How many of the announced events have been delivered. */
  delivered: number
  finished: boolean
  /** `transient`: the recording expires ten minutes after the call, the closest Retell has to not recording. */
  audio: 'kept' | 'transient' | 'none'
  conversation: Conversation
  /** Requests to the customer's servers during the call. Absent in calls of earlier versions. */
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
    /** Fields of the request that the vendor returns unchanged: `assistantId`, `assistantOverrides`, `customer`, `name` … */
    request: JsonObject
    phoneNumberId: string
    /** Who can listen and control: anyone with the URL (`open`), only with the API key (`key`), or no one (`none`). */
    monitor: { listen: MonitorAccess; control: MonitorAccess }
    server: VapiServer | null
    serverMessages: string[]
    analysis: { summary: boolean; success: boolean; data: boolean; minMessages: number }
  }
}

/** A call as stored. Its current phase follows from this record and the time (see timeline.ts). */
export type Call = RetellCall | VapiCall

/** Result of an inbound call to one of the vendor's numbers. */
export interface InboundResult {
  /** The vendor's call ID, whether or not the call is stored. */
  id: string
  answered: boolean
  reason: string
}

/** A request of an agent's tool to the customer's server, with the arguments that the simulated model fills in. */
export interface ToolCall {
  name: string
  url: string
  method: string
  headers: Record<string, string>
  args: JsonObject
  /** Whether the arguments are the whole body. */
  isBare: boolean
  timeoutMs: number
}
