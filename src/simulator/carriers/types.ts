import type { CarrierName } from '../../kernel/vocabulary/carrierNames.ts'
import type { JsonObject } from '../../providers/provider.ts'
import type { Answer, Outcome, Refusal, Site } from '../wire/http.ts'

/** A customer's account at a carrier. */
export interface SimAccount {
  /** The carrier's id of it. */
  id: string
  carrier: CarrierName
  /** All that exist, under the names of `inputs/carriers.ts`. */
  credentials: Record<string, string>
  /** suspended: the carrier closed it; forbidden: the credentials lack the rights. */
  state: 'active' | 'suspended' | 'forbidden'
  /** Whatever number it asks for is its own, unless it is somebody else's. */
  ownsAny: boolean
  /** Keys that the carrier keeps for itself, profiles, applications and the like. */
  keys: JsonObject
  /** Milliseconds since the epoch. */
  createdAt: number
}

/** A number, which one account of one carrier has at a time. */
export interface SimLine {
  /** The carrier's id of it. */
  id: string
  carrier: CarrierName
  accountId: string
  e164: string
  voice: boolean
  sms: boolean
  /** Whether it is registered for texts where that is asked for, as in the USA. */
  registered: boolean
  /** Where texts to it are told, unless the carrier keeps that elsewhere. */
  inboundUrl: string | null
  /** What else the carrier knows of it. */
  more: JsonObject
  createdAt: number
}

/** Why a text is refused, or does not arrive. */
export type TextTrouble = 'opted_out' | 'invalid_number' | 'blocked' | 'unreachable' | 'carrier_error'

/** One change of an outbound text's state, which a receipt tells of. */
export interface TextStep {
  status: 'sent' | 'delivered' | 'undelivered' | 'failed'
  /** Milliseconds since the epoch, real time. */
  at: number
  /** Null as long as all is well. */
  trouble: TextTrouble | null
}

export interface SimText {
  /** The carrier's id of it. */
  id: string
  carrier: CarrierName
  accountId: string
  direction: 'inbound' | 'outbound'
  from: string
  to: string
  body: string
  media: string[]
  /** The sender's own reference, where the carrier takes one. */
  ref: string | null
  /** Where receipts go. */
  statusUrl: string | null
  /** Of an outbound one, in the order of its life; before the first it is queued. */
  steps: TextStep[]
  /** How its receipts are told. */
  telling: 'once' | 'twice' | 'reordered' | 'never'
  /** What the recipient answers. */
  answer: string | null
  /** How many of the steps, or of an inbound text itself, were told. */
  told: number
  /** All that there is to tell was told, or given up. */
  finished: boolean
  createdAt: number
  /** What else the carrier gives back when it is asked. */
  more: JsonObject
}

/** A request that the carrier sends to its customer, a POST. */
export interface Outgoing {
  url: string
  body: string
  /** The content type included; made anew for each attempt, as signatures carry the time in milliseconds. */
  headers(now: number): Record<string, string>
  /** The same from somebody who does not know the secret. */
  forgedHeaders(now: number): Record<string, string>
  /** In place of the carrier's usual one, where the customer asked for another. */
  patience?: Patience
}

/** How long a carrier waits for an answer to its requests, and when it asks again. */
export interface Patience {
  timeoutMs: number
  /** Real milliseconds before each further attempt. */
  pausesMs: number[]
  /** Whether an answer, 0 when there was none, makes it ask again. Never asked of a success. */
  asksAgain(status: number): boolean
}

/** A text as a request describes it. */
export type GivenText = Pick<SimText, 'id' | 'from' | 'to' | 'body' | 'ref' | 'statusUrl'> & { more?: JsonObject }

/** How a carrier words what becomes of a request to send. */
export interface Words {
  accepted(text: SimText): Answer
  /** Null where the carrier takes such a text all the same, and tells of the trouble in a receipt. */
  refused(trouble: 'opted_out' | 'invalid_number' | 'blocked'): Refusal | null
}

/** What a carrier's half has to work with. */
export interface CarrierWorld {
  /** The simulator's own address. */
  url: string
  account(carrier: CarrierName, id: string): SimAccount | undefined
  /** The account of which one of the credentials is that. */
  accountWith(carrier: CarrierName, credential: string, value: string): SimAccount | undefined
  saveAccount(account: SimAccount): Promise<void>
  /** The account's numbers, oldest first. */
  lines(account: SimAccount): SimLine[]
  /** The account's number; one is made for an account that owns any. */
  line(account: SimAccount, e164: string): Promise<SimLine | undefined>
  lineById(account: SimAccount, id: string): SimLine | undefined
  saveLine(line: SimLine): Promise<void>
  /** The account's texts in both directions, oldest first. */
  texts(account: SimAccount): SimText[]
  text(account: SimAccount, id: string): SimText | undefined
  /** The latest step that has come; null while the text is queued. */
  stepOf(text: SimText): TextStep | null
  /**
   * Takes a text to send, or not, as the last four digits of its recipient want it. What was taken lives on by itself.
   * Throws a Refusal.
   */
  take(account: SimAccount, given: GivenText, words: Words): Promise<Outcome>
}

/** What there is to know of one carrier: its wire protocol, its ids and its signatures. */
export interface CarrierHalf {
  carrier: CarrierName
  /** Its APIs; the prefix is `/carriers/<host>`. */
  sites(context: CarrierWorld): Site[]
  /** A new customer's account: its id, and random credentials, all that exist. */
  newAccount(): { id: string; credentials: Record<string, string>; keys?: JsonObject }
  /** A new number of an account. */
  newLine(account: SimAccount, e164: string): { id: string; more?: JsonObject }
  /** The id of a text that somebody sends to one of its numbers. */
  newTextId(): string
  /** The signed request that tells of a step; null when the carrier would not tell. */
  receipt(context: CarrierWorld, account: SimAccount, text: SimText, step: TextStep): Outgoing | null
  /** The signed request that brings a text; null when the carrier was not told where to. */
  inbound(context: CarrierWorld, account: SimAccount, line: SimLine, text: SimText): Outgoing | null
  /** Why texts to the account can go nowhere, where its customer has to mend that by hand; else null. */
  deaf?(account: SimAccount): string | null
  patience: Patience
}
