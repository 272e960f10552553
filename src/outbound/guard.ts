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
 * Starts a request to an untrusted URL, on a new connection. Checks the address before connecting, an IP literal directly and a name by all
 * its DNS answers, and the peer once connected. Throws BlockedAddressError for a blocked literal; for a name the request fails with it.
 */
export function guardedRequest(
  target: URL,
  request: http.RequestOptions,
  { allowPrivate = false, lookup = dns.lookup }: GuardOptions = {},
): http.ClientRequest {
  const mayReach = (address = '') => allowPrivate || isPublicAddress(address)
  // Node does not call `lookup` for a literal.
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

/** Wraps a lookup so that it fails if any of its addresses is blocked. The connection uses the checked addresses. */
const guardLookup =
  (lookup: LookupFunction, mayReach: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, result) => {
      const addresses = Array.isArray(result) ? result : []
      const first = addresses[0]
      if (error) callback(error, [])
      else if (!first || !addresses.every(({ address }) => mayReach(address))) callback(new BlockedAddressError(), [])
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
