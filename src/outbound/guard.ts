import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { hostOf, isPublicAddress } from './addresses.ts'
import { BlockedAddressError } from './failures.ts'

export interface GuardOptions {
  /** Skips the address check. */
  allowPrivate?: boolean
  lookup?: LookupFunction
}

/**
 * Starts a request to an untrusted URL, on a new connection and without a proxy. Checks the address before connecting, an IP literal
 * directly and a name by all its DNS answers, and the peer once connected. Throws BlockedAddressError for a blocked literal; for a name the
 * request fails with it.
 */
export function guardedRequest(
  target: URL,
  request: http.RequestOptions,
  { allowPrivate = false, lookup = dns.lookup }: GuardOptions = {},
): http.ClientRequest {
  const mayReach = (address = '') => allowPrivate || isPublicAddress(address)
  // Node connects to a literal without asking `lookup`.
  if (isIP(hostOf(target)) && !mayReach(hostOf(target))) throw new BlockedAddressError()
  const connection = {
    ...request,
    agent: false,
    lookup: guardLookup(lookup, mayReach),
    // The default of 250 ms gives up on receivers that are merely far away.
    autoSelectFamilyAttemptTimeout: 2_000,
  }
  const outgoing = (target.protocol === 'https:' ? https : http).request(target, connection)
  outgoing.on('socket', (socket) =>
    socket.on('connect', () => {
      if (!mayReach(socket.remoteAddress)) outgoing.destroy(new BlockedAddressError())
    }),
  )
  return outgoing
}

/** A look-up that fails if any of its answers is blocked. The connection uses the checked answers. */
const guardLookup =
  (lookup: LookupFunction, mayReach: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const answers = Array.isArray(found) ? found : []
      const first = answers[0]
      if (error) callback(error, [])
      else if (!first || !answers.every(({ address }) => mayReach(address))) callback(new BlockedAddressError(), [])
      else if (options.all) callback(null, answers)
      else callback(null, first.address, first.family)
    })
