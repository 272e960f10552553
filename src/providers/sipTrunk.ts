/** Where a number's outgoing calls are handed over. */
export interface SipTrunk {
  /** A host, or a SIP URI with port and transport. */
  terminationUri: string
  username?: string
  password?: string
}
