import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { hostOf, isPublicAddress } from './addresses.ts'
import { BlockedAddress } from './failures.ts'

export interface GuardOptions {
  /** Skips the check of addresses. */
  allowPrivate?: boolean
  lookup?: LookupFunction
}

/**
 * Begins a request to an address that a stranger chose, on a connection of its own and past any proxy. The address is judged before it is
 * connected to: an IP literal as it is, a name by all its answers; and the peer once connected. Throws BlockedAddress for a literal that
 * must not be reached; the request fails with it for a name.
 */
export function guardedRequest(
  target: URL,
  request: http.RequestOptions,
  { allowPrivate = false, lookup = dns.lookup }: GuardOptions = {},
): http.ClientRequest {
  const mayReach = (address = '') => allowPrivate || isPublicAddress(address)
  // Node connects to a literal without asking `lookup`.
  if (isIP(hostOf(target)) && !mayReach(hostOf(target))) throw new BlockedAddress()
  const connection = {
    ...request,
    agent: false,
    lookup: judged(lookup, mayReach),
    // The default of a quarter of a second gives up on receivers that are merely far away.
    autoSelectFamilyAttemptTimeout: 2_000,
  }
  const outgoing = (target.protocol === 'https:' ? https : http).request(target, connection)
  outgoing.on('socket', (socket) =>
    socket.on('connect', () => {
      if (!mayReach(socket.remoteAddress)) outgoing.destroy(new BlockedAddress())
    }),
  )
  return outgoing
}

/** A look-up all of whose answers may be reached; one that may not spoils the name. What was judged is what is connected to. */
const judged =
  (lookup: LookupFunction, mayReach: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const answers = Array.isArray(found) ? found : []
      const first = answers[0]
      if (error) callback(error, [])
      else if (!first || !answers.every(({ address }) => mayReach(address))) callback(new BlockedAddress(), [])
      else if (options.all) callback(null, answers)
      else callback(null, first.address, first.family)
    })
