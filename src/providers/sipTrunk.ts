/** SIP trunk for the outbound calls of a number. */
export interface SipTrunk {
  /** A host, or a SIP URI with port and transport. */
  terminationUri: string
  username?: string
  password?: string
}
