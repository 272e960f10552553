import type { IncomingMessage } from 'node:http'
import { connectionLostError, ExchangeError, timeoutError } from './failures.ts'
import { type GuardOptions, guardedRequest } from './guard.ts'

/**
 * Requests a file at an untrusted URL, and returns the response, whose body the caller must read or destroy. Checks the address before
 * connecting and follows no redirects. The signal also ends a body that is being read. Throws ExchangeError if no response arrives.
 */
export function startDownload(url: URL, headers: Record<string, string>, signal: AbortSignal, guard: GuardOptions = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(error instanceof ExchangeError ? error : new ExchangeError(true, signal.aborted ? timeoutError() : error))
    const outgoing = guardedRequest(url, { method: 'GET', headers: { ...headers, 'accept-encoding': 'identity' }, signal }, guard)
    outgoing.on('error', fail)
    outgoing.on('close', () => fail(connectionLostError()))
    outgoing.on('response', resolve)
    outgoing.end()
  })
}
