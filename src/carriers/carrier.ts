import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { CarrierName } from '../kernel/vocabulary/carrierNames.ts'
import type { Credentials } from '../inputs/carriers.ts'

/**
 * What a carrier's refusal means for us: bad_credentials, suspended and forbidden are the customer's to mend at the
 * carrier; throttled and unavailable pass, and nothing happened; unknown_outcome means a message may have been sent.
 * The others are about one message or number, and nothing happened.
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

export class CarrierError extends Error {
  override readonly name = 'CarrierError'
  readonly kind: CarrierErrorKind
  readonly info: { status?: number; code?: string; retryAfterMs?: number }
  /** The message is fit for a customer: one line, short, without credentials. */
  constructor(kind: CarrierErrorKind, message: string, info: CarrierError['info'] = {}) {
    super(message)
    this.kind = kind
    this.info = info
  }
}

/**
 * What an account or a number still needs for texts, in words that stay: a field of the credentials, or
 * messaging_profile (none is enabled), sms_capable_number, messaging_permission, inbound_webhook (only a person can set
 * our address there, and nothing came in yet), a2p_registration.
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

/** What a carrier says of the account that the credentials open. */
export interface Account {
  /** Its public id there. */
  accountId: string
  smsMissing: SmsMissing[]
}

/** A number as the carrier has it. */
export interface OwnedNumber {
  e164: string
  carrierNumberId: string
  voice: boolean
  sms: boolean
  /** What it needs besides what its account needs. */
  smsMissing: SmsMissing[]
}

export interface OutgoingSms {
  from: string
  to: string
  body: string
  /** Our reference (a UUID), sent along where the carrier takes one. */
  ref: string
  /** Where receipts are to go; names the message. */
  statusUrl: string
  /** Past it the outcome counts as unknown. */
  timeoutMs: number
}

/** queued: the carrier has it; sent: it is on its way; the others are final. */
export type SmsStatus = 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed'

export interface SentSms {
  carrierMessageId: string
  status: SmsStatus
}

/** One thing that a carrier tells. Numbers are E.164 where they can be; `from` may be a short code or a name. */
export type SmsEvent =
  | {
      type: 'inbound'
      carrierMessageId: string
      from: string
      to: string
      body: string
      media: string[]
      /** What the carrier itself took the text for and acted on, where it says so; wins over our own reading. */
      keyword?: 'stop' | 'start' | 'help'
    }
  | {
      type: 'status'
      /** Null where the carrier names the message by our reference alone. */
      carrierMessageId: string | null
      /** Our reference, where the carrier gives it back. */
      ref: string | null
      status: SmsStatus
      errorCode: string | null
      errorReason: CarrierErrorKind | null
    }

/** A request that claims to come from the carrier. */
export interface WebhookRequest {
  raw: Buffer
  headers: IncomingHttpHeaders
  /** The address as the carrier was told it, with path and query. */
  url: string
}

export interface WebhookReply {
  status: number
  type?: string
  body?: string
}

/**
 * What a request from the carrier is: genuine, and then what it tells and how it is answered, or why it is not. `unsigned`
 * is for a carrier whose own requests may lack their signature by mistake and come again, signed, after a status of 5xx;
 * they are refused with 503, every other bad signature with 401.
 */
export type WebhookResult = { events: SmsEvent[]; reply: WebhookReply } | { refused: 'bad_signature' | 'unsigned' | 'stale' | 'malformed' }

/** How a voice provider reaches numbers of the account by SIP. */
export interface Trunk {
  terminationUri: string
  username?: string
  password?: string
}

/**
 * A carrier. Every method throws CarrierError only. Sending is one request and is never repeated; reading, and setting
 * what may be set twice, may be.
 */
export interface Carrier<Name extends CarrierName = CarrierName> {
  readonly name: Name
  readonly credentials: z.ZodType<Credentials<Name>>
  /** Whether it answers STOP, START and HELP of that number's correspondents by itself. */
  handlesKeywords(e164: string): boolean
  /** Whether the credentials open an account, and whose; one cheap request or two. */
  verify(credentials: Credentials<Name>): Promise<Account>
  /** The number if the account owns exactly it; else null. */
  findNumber(credentials: Credentials<Name>, e164: string): Promise<OwnedNumber | null>
  /** The account's numbers, a page at a time; `next` is null on the last. */
  listNumbers(credentials: Credentials<Name>, cursor: string | null): Promise<{ numbers: OwnedNumber[]; next: string | null }>
  /** Has texts to the number come to the address. False where only a person can set that at the carrier. Safe to repeat. */
  routeInbound(credentials: Credentials<Name>, number: { e164: string; carrierNumberId: string }, url: string): Promise<boolean>
  /**
   * Undoes that as long as it is our address that stands there; a number that is gone is no error. Safe to repeat. `others`
   * are the account's numbers that stay linked: an address that numbers share must stay while one of them needs it.
   */
  unrouteInbound(credentials: Credentials<Name>, number: { e164: string; carrierNumberId: string }, url: string, others: readonly string[]): Promise<void>
  /** Sends exactly one request. Throws `unknown_outcome` when the message may have been sent all the same. */
  sendSms(credentials: Credentials<Name>, sms: OutgoingSms): Promise<SentSms>
  /**
   * Looks for a message whose sending came to an unknown outcome: null when there is none. Absent where the carrier
   * cannot be asked. `isKnown` tells of an id that it is another message of ours.
   */
  findSms?(
    credentials: Credentials<Name>,
    sms: Pick<OutgoingSms, 'from' | 'to' | 'body' | 'ref'> & { since: Date },
    isKnown: (carrierMessageId: string) => Promise<boolean>,
  ): Promise<SentSms | null>
  /** Verifies and reads a request that came to our address; `token` is the address's unguessable part. */
  parseWebhook(credentials: Credentials<Name>, request: WebhookRequest, token: string): WebhookResult
  /** How voice providers reach its numbers by SIP; null where that cannot be known. May ask the carrier. */
  trunk(credentials: Credentials<Name>, number: { e164: string; carrierNumberId: string }): Promise<Trunk | null>
}
