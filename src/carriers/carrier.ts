import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { CarrierName } from '../kernel/vocabulary/carrierNames.ts'
import type { Credentials } from '../inputs/carriers.ts'
import { VendorError } from '../outbound/vendorErrors.ts'

/**
 * The meaning of a carrier's error. The customer fixes bad_credentials, suspended and forbidden at the carrier. throttled and
 * unavailable are temporary and had no effect. unknown_outcome means that a message may have been sent. The other kinds concern
 * one message or number and had no effect.
 */
export type CarrierErrorKind =
  | 'bad_credentials'
  | 'suspended'
  | 'forbidden'
  | 'throttled'
  | 'unavailable'
  | 'unknown_outcome'
  | 'not_found'
  | 'invalid_number'
  | 'not_sms_capable'
  | 'opted_out'
  | 'blocked'
  | 'insufficient_funds'
  | 'rejected'

export class CarrierError extends VendorError<CarrierErrorKind> {
  override readonly name = 'CarrierError'
}

/**
 * A requirement for SMS that an account or number does not meet. Stored, so the values must not change. A value is a field of the
 * credentials, or messaging_profile (none is enabled), sms_capable_number, messaging_permission, inbound_webhook (the customer must
 * set our URL at the carrier, and no request has arrived), or a2p_registration.
 */
export type SmsMissing =
  | 'auth_token'
  | 'public_key'
  | 'signature_secret'
  | 'signing_key'
  | 'application_id'
  | 'service_plan_id'
  | 'api_token'
  | 'messaging_profile'
  | 'sms_capable_number'
  | 'messaging_permission'
  | 'inbound_webhook'
  | 'a2p_registration'

/** The account that the credentials belong to. */
export interface Account {
  /** The account's public ID at the carrier. */
  accountId: string
  smsMissing: SmsMissing[]
}

/** A number of the account. */
export interface OwnedNumber {
  e164: string
  carrierNumberId: string
  voice: boolean
  sms: boolean
  /** The number's own requirements, without those of its account. */
  smsMissing: SmsMissing[]
}

export interface OutgoingSms {
  from: string
  to: string
  body: string
  /** Our reference (a UUID), sent if the carrier accepts one. */
  ref: string
  /** The URL for receipts, which ends in the reference. */
  statusUrl: string
  /** After this time the outcome is unknown. */
  timeoutMs: number
}

/** queued: the carrier accepted the message. sent: the carrier passed it on. The other statuses are final. */
export type SmsStatus = 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed'

export interface SentSms {
  carrierMessageId: string
  status: SmsStatus
}

/** An event in a carrier's webhook. Numbers are in E.164; `from` may also be a short code or a name. */
export type SmsEvent =
  | {
      type: 'inbound'
      carrierMessageId: string
      from: string
      to: string
      body: string
      media: string[]
      /** The keyword that the carrier detected and acted on, if it reports one. Takes precedence over our own detection. */
      keyword?: 'stop' | 'start' | 'help'
    }
  | {
      type: 'status'
      /** Null if the carrier identifies the message by our reference only. */
      carrierMessageId: string | null
      /** Our reference, if the carrier returns it. */
      ref: string | null
      status: SmsStatus
      errorCode: string | null
      errorReason: CarrierErrorKind | null
    }

/** A request that claims to come from the carrier, not yet verified. */
export interface WebhookRequest {
  raw: Buffer
  headers: IncomingHttpHeaders
  /** The public URL with path and query, as the carrier was given it. */
  url: string
}

export interface WebhookReply {
  status: number
  type?: string
  body?: string
}

/**
 * The events of a genuine request and the reply to send, or the reason for refusing the request. `unsigned` is for carriers whose
 * own requests may lack a signature by mistake and are sent again, signed, after a 5xx status. They get a 503, every other bad
 * signature a 401.
 */
export type WebhookResult = { events: SmsEvent[]; reply: WebhookReply } | { refused: 'bad_signature' | 'unsigned' | 'stale' | 'malformed' }

/** The SIP trunk through which a voice provider reaches the account's numbers. */
export interface Trunk {
  terminationUri: string
  username?: string
  password?: string
}

/**
 * A carrier's client. Every method throws CarrierError only. Sending is one request and is never repeated. Reads and idempotent
 * changes may be repeated.
 */
export interface Carrier<Name extends CarrierName = CarrierName> {
  readonly name: Name
  readonly credentials: z.ZodType<Credentials<Name>>
  /** Whether the carrier answers STOP, START and HELP sent to this number. */
  handlesKeywords(e164: string): boolean
  /** Verifies the credentials with one or two cheap requests and returns their account. */
  verify(credentials: Credentials<Name>): Promise<Account>
  /** Finds the number by exact match. Returns null if the account does not own it. */
  findNumber(credentials: Credentials<Name>, e164: string): Promise<OwnedNumber | null>
  /** Lists a page of the account's numbers. `next` is null on the last page. */
  listNumbers(credentials: Credentials<Name>, cursor: string | null): Promise<{ numbers: OwnedNumber[]; next: string | null }>
  /** Routes the number's inbound SMS to the URL. Returns false if only the customer can set that at the carrier. Idempotent. */
  routeInbound(credentials: Credentials<Name>, number: { e164: string; carrierNumberId: string }, url: string): Promise<boolean>
  /**
   * Removes that route if the URL is still ours. Idempotent; a number that no longer exists is not an error. `connectedNumbers` are the
   * account's other connected numbers: a URL that numbers share stays while one of them needs it.
   */
  unrouteInbound(
    credentials: Credentials<Name>,
    number: { e164: string; carrierNumberId: string },
    url: string,
    connectedNumbers: readonly string[],
  ): Promise<void>
  /** Sends a message with exactly one request. Throws `unknown_outcome` if the message may have been sent nevertheless. */
  sendSms(credentials: Credentials<Name>, sms: OutgoingSms): Promise<SentSms>
  /**
   * Looks for a message after an unknown outcome. Returns null if the carrier does not have the message. Undefined for carriers
   * without such a search. `isKnown` returns whether an ID belongs to another of our messages.
   */
  findSms?(
    credentials: Credentials<Name>,
    sms: Pick<OutgoingSms, 'from' | 'to' | 'body' | 'ref'> & { since: Date },
    isKnown: (carrierMessageId: string) => Promise<boolean>,
  ): Promise<SentSms | null>
  /** Verifies and parses a request to our webhook URL. `token` is the secret part of the URL. */
  parseWebhook(credentials: Credentials<Name>, request: WebhookRequest, token: string): WebhookResult
  /** Returns the SIP trunk for the number, or null if it is unknown. May send requests to the carrier. */
  trunk(credentials: Credentials<Name>, number: { e164: string; carrierNumberId: string }): Promise<Trunk | null>
}
