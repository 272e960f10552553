import { readFileSync } from 'node:fs'

interface Recorded<Vector> {
  /** When they were signed, in seconds since the epoch. */
  at: number
  /** The body of vectors that name none. */
  body: string
  vectors: (Vector & { title: string; body?: string; genuine: boolean })[]
}
interface Signatures {
  telnyx: Recorded<{ headers: Record<string, string> }> & { publicKey: string }
  vonage: Recorded<{ authorization: string }> & { secret: string; apiKey: string; applicationId: string }
}

/** Signed webhooks, and what the vendors' own SDKs say of them. */
export const SIGNATURES = JSON.parse(readFileSync(new URL('signatures.telnyx.vonage.json', import.meta.url), 'utf8')) as Signatures
