import type { CarrierName } from '../../kernel/vocabulary/carrierNames.ts'
import type { JsonObject } from '../../providers/provider.ts'
import type { Answer, Outcome, Refusal, Site } from '../wire/http.ts'

/** A customer's account at a carrier. */
export interface SimAccount {
  /** The carrier's ID. */
  id: string
  carrier: CarrierName
  /** All credentials that exist, under the names of `inputs/carriers.ts`. */
  credentials: Record<string, string>
  /** suspended: closed by the carrier; forbidden: the credentials lack permissions. */
  state: 'active' | 'suspended' | 'forbidden'
  /** Whether it owns every requested number that no other account has. */
  ownsAny: boolean
  /** The carrier's own data, such as keys, profiles and applications. */
  keys: JsonObject
  /** Milliseconds since the epoch. */
  createdAt: number
}

/** A number. It belongs to one account at a time. */
export interface SimNumber {
  /** The carrier's ID. */
  id: string
  carrier: CarrierName
  accountId: string
  e164: string
  voice: boolean
  sms: boolean
  /** Whether the number is registered for messaging where that is required, as in the USA. */
  registered: boolean
  /** Webhook URL for inbound messages; null if there is none, or if the carrier stores it elsewhere. */
  inboundUrl: string | null
  /** Other data that the carrier stores. */
  more: JsonObject
  createdAt: number
}

/** Why a message is refused or undelivered. */
export type MessageProblem = 'opted_out' | 'invalid_number' | 'blocked' | 'unreachable' | 'carrier_error'

/** A status change of an outbound message, reported by a receipt. */
export interface MessageStep {
  status: 'sent' | 'delivered' | 'undelivered' | 'failed'
  /** Milliseconds since the epoch, real time. */
  at: number
  /** Null unless something went wrong. */
  trouble: MessageProblem | null
}

export interface SimMessage {
  /** The carrier's ID. */
  id: string
  carrier: CarrierName
  accountId: string
  direction: 'inbound' | 'outbound'
  from: string
  to: string
  body: string
  media: string[]
  /** The sender's reference, if the carrier accepts one. */
  ref: string | null
  /** URL for receipts. */
  statusUrl: string | null
  /** Status changes of an outbound message in order. Before the first, it is queued. */
  steps: MessageStep[]
  /** How receipts are sent. */
  telling: 'once' | 'twice' | 'reordered' | 'never'
  /** The recipient's reply; null if there is none. */
  answer: string | null
  /** How many steps were reported. */
  told: number
  /** Whether everything was reported or given up. */
  finished: boolean
  createdAt: number
  /** Other data that the carrier returns. */
  more: JsonObject
}

/** A POST request from the carrier to its customer. */
export interface CarrierRequest {
  url: string
  body: string
  /** Includes the content type. Created for each attempt, since signatures contain the time in milliseconds. */
  headers(now: number): Record<string, string>
  /** Headers of a sender that does not know the secret. */
  forgedHeaders(now: number): Record<string, string>
  /** Replaces the carrier's default policy. */
  retryPolicy?: RetryPolicy
}

/** How long a carrier waits for a response, and when it retries. */
export interface RetryPolicy {
  timeoutMs: number
  /** Real milliseconds before each retry. */
  retryDelaysMs: number[]
  /** Whether to retry after this status, 0 if there was no response. Not called after a success. */
  shouldRetry(status: number): boolean
}

/** A message as a request describes it. */
export type NewMessage = Pick<SimMessage, 'id' | 'from' | 'to' | 'body' | 'ref' | 'statusUrl'> & { more?: JsonObject }

/** The carrier's responses to a request to send. */
export interface SendReplies {
  accepted(message: SimMessage): Answer
  /** Returns null if the carrier accepts such a message and reports the problem in a receipt. */
  rejected(trouble: 'opted_out' | 'invalid_number' | 'blocked'): Refusal | null
}

/** State shared by the carrier simulators. */
export interface CarrierContext {
  /** The simulator's own URL. */
  url: string
  account(carrier: CarrierName, id: string): SimAccount | undefined
  /** Finds the account by the value of one credential. */
  accountWith(carrier: CarrierName, credential: string, value: string): SimAccount | undefined
  saveAccount(account: SimAccount): Promise<void>
  /** The account's numbers, oldest first. */
  numbers(account: SimAccount): SimNumber[]
  /** The account's number. Creates it for an account that owns any. */
  number(account: SimAccount, e164: string): Promise<SimNumber | undefined>
  numberById(account: SimAccount, id: string): SimNumber | undefined
  saveNumber(phoneNumber: SimNumber): Promise<void>
  /** The account's messages in both directions, oldest first. */
  messages(account: SimAccount): SimMessage[]
  message(account: SimAccount, id: string): SimMessage | undefined
  /** The latest step so far; null while the message is queued. */
  stepOf(message: SimMessage): MessageStep | null
  /**
   * Accepts or rejects a message to send, as the last four digits of its recipient demand. An accepted message continues on its own. Throws a
   * Refusal.
   */
  acceptMessage(account: SimAccount, newMessage: NewMessage, replies: SendReplies): Promise<Outcome>
}

/** A simulated carrier: its API, IDs and signatures. */
export interface CarrierSimulator {
  carrier: CarrierName
  /** Its APIs, each with the prefix `/carriers/<host>`. */
  sites(context: CarrierContext): Site[]
  /** Creates the ID and all random credentials of a new account. */
  createAccount(): { id: string; credentials: Record<string, string>; keys?: JsonObject }
  /** Creates the ID of a new number. */
  createNumber(account: SimAccount, e164: string): { id: string; details?: JsonObject }
  /** Creates the ID of an inbound message. */
  createMessageId(): string
  /** The signed request that reports a step; null if the carrier does not report it. */
  receipt(context: CarrierContext, account: SimAccount, message: SimMessage, step: MessageStep): CarrierRequest | null
  /** The signed request that delivers an inbound message; null without a webhook URL. */
  inbound(context: CarrierContext, account: SimAccount, phoneNumber: SimNumber, message: SimMessage): CarrierRequest | null
  /** Why inbound messages cannot be delivered, if the customer has to fix it by hand; null otherwise. */
  inboundProblem?(account: SimAccount): string | null
  retryPolicy: RetryPolicy
}
