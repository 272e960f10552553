import { nowMs } from '../kernel/lib/clock.ts'
import { MalformedJsonError, parseUntrustedJson } from '../kernel/json/untrustedJson.ts'

/** How far the moment at which a request was signed may be from ours: Telnyx's own bound, kept to for all. */
const TOLERANCE_SECONDS = 300
const MAX_DEPTH = 20

/** Whether a request was signed too long ago, or in the future; `seconds` since the epoch, and none is too old. */
export const isStale = (seconds: number) => !(Math.abs(nowMs() / 1000 - seconds) <= TOLERANCE_SECONDS)

/** What a body spells in JSON; undefined for one that is none, or nested too deeply. */
export function parseJson(raw: Uint8Array): unknown {
  try {
    return parseUntrustedJson(raw, MAX_DEPTH)
  } catch (error) {
    if (error instanceof MalformedJsonError) return undefined
    throw error
  }
}

/** What a carrier's word stands for; undefined where the table does not have it, whatever it is called. */
export const lookUp = <Value>(table: Readonly<Record<string, Value>>, key: string | null | undefined): Value | undefined =>
  key != null && Object.hasOwn(table, key) ? table[key] : undefined

/** Many times what a message with all its media has. */
export const MAX_FIELDS = 500

/** What a body spells as a form; null for one of too many fields, each of which would cost more than its text. */
export function parseForm(raw: Uint8Array): URLSearchParams | null {
  const text = Buffer.from(raw).toString('utf8')
  return text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS ? null : new URLSearchParams(text)
}
