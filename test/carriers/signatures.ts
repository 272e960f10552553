import { readFileSync } from 'node:fs'

interface Recording<Vector> {
  /** When the vectors were signed, in seconds since the epoch. */
  at: number
  /** The body of the vectors that have none. */
  body: string
  vectors: (Vector & { title: string; body?: string; genuine: boolean })[]
}
interface Signatures {
  telnyx: Recording<{ headers: Record<string, string> }> & { publicKey: string }
  vonage: Recording<{ authorization: string }> & { secret: string; apiKey: string; applicationId: string }
}

/** Signed webhooks, and whether the vendors' own SDKs accept them. */
export const SIGNATURES = JSON.parse(readFileSync(new URL('signatures.telnyx.vonage.json', import.meta.url), 'utf8')) as Signatures
