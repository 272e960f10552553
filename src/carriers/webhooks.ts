import { nowMs } from '../kernel/lib/clock.ts'
import { MalformedJsonError, parseUntrustedJson } from '../kernel/json/untrustedJson.ts'

/** Largest difference between a request's signing time and our clock. Telnyx's limit, used for every carrier. */
const TOLERANCE_SECONDS = 300
const MAX_DEPTH = 20

/** Whether a request was signed too long ago or in the future, in seconds since the epoch. NaN is stale. */
export const isStale = (seconds: number) => !(Math.abs(nowMs() / 1000 - seconds) <= TOLERANCE_SECONDS)

/** Parses a JSON body. Returns undefined if it is malformed or nested too deeply. */
export function parseJson(raw: Uint8Array): unknown {
  try {
    return parseUntrustedJson(raw, MAX_DEPTH)
  } catch (error) {
    if (error instanceof MalformedJsonError) return undefined
    throw error
  }
}

/** Looks up a carrier's value in a table. Returns undefined if it is not an own key, so `constructor` finds nothing. */
export const lookUp = <Value>(table: Readonly<Record<string, Value>>, key: string | null | undefined): Value | undefined =>
  key != null && Object.hasOwn(table, key) ? table[key] : undefined

/** Most fields in a body, many times as many as a message with all its media has. */
export const MAX_FIELDS = 500

/** Parses a form. Returns null if it has more than MAX_FIELDS, which would take far more memory than the text. */
export function parseForm(raw: Uint8Array): URLSearchParams | null {
  const text = Buffer.from(raw).toString('utf8')
  return text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS ? null : new URLSearchParams(text)
}
