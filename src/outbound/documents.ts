import { exchange } from './exchange.ts'
import type { GuardOptions } from './guard.ts'

const MAX_BYTES = 64 * 1024
const TIMEOUT_MS = 10_000

/**
 * Fetches a document from an untrusted URL, as a `fetch` response of at most 64 KiB. Checks the address before connecting and follows no
 * redirects. Throws ExchangeError for blocked and unreachable addresses, for an incomplete document, and when the signal aborts.
 */
export async function fetchDocument(url: string | URL, { headers, signal }: RequestInit, guard: GuardOptions = {}): Promise<Response> {
  const reply = await exchange({
    url: new URL(url),
    method: 'GET',
    headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
    signal: signal ?? AbortSignal.timeout(TIMEOUT_MS),
    guard,
    maxBytes: MAX_BYTES,
  })
  if (reply.failure) throw reply.failure
  const pairs = Object.entries(reply.headers).flatMap(([name, values = []]) => [values].flat().map((value): [string, string] => [name, value]))
  return new Response(reply.body.length > 0 ? reply.body : null, { status: reply.status, headers: pairs })
}
