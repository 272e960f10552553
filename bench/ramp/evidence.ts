/** A call that the voice provider says it placed. */
export interface DialedCall {
  providerCallId: string
  toNumber: string
}

/** A delivery of an event to the customers' server, with the times of its attempts in milliseconds since the epoch. */
export interface Delivery {
  /** The same for all attempts. */
  id: string
  type: string
  workspaceId: number
  callId: number
  providerCallId: string | null
  at: number[]
}

/** What others than the product know about its calls. */
export interface Evidence {
  dialed: DialedCall[]
  deliveries: Delivery[]
  /** What the administrator's check of the statistics found. */
  statistics: string[]
}
