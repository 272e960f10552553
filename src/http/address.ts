import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import proxyAddr from 'proxy-addr'
import { log } from '../kernel/log.ts'
import { perServer } from '../kernel/serverState.ts'

const createTrust = (proxies: readonly string[]) => ({ isTrusted: proxies.length > 0 ? proxyAddr.compile([...proxies]) : null, hasWarned: false })
const trust = perServer(() => createTrust([]))

/** Trusts X-Forwarded-For from these proxies: addresses, ranges, or names of `proxy-addr`. */
export const trustProxies = (proxies: readonly string[]) => trust.set(createTrust(proxies))

const isLocalNetwork = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal'])

/** Warns once about a likely proxy that is not trusted: all clients behind it count as one address. */
function warnOfProxy(req: IncomingMessage, nearest: string) {
  const own = trust()
  if (own.hasWarned || req.headers['x-forwarded-for'] === undefined || !nearest || own.isTrusted?.(nearest, 0) || !isLocalNetwork(nearest, 0)) return
  own.hasWarned = true
  log.warn(
    { proxy: unmapIPv4(nearest) },
    'a request with X-Forwarded-For came from a proxy that is not trusted. All clients behind it count as one address for rate limits. Add the proxy to TRUSTED_PROXIES',
  )
}

/**
 * Returns the address of a request for rate limits: an IPv4 address, or the /64 network of an IPv6 address, which is what one internet customer
 * has. Behind trusted proxies, the nearest address that is not a proxy.
 */
export const addressOf = (req: IncomingMessage): string => networkOf(fullAddressOf(req))

/** Returns the full address of a request, to show to people. */
export function fullAddressOf(req: IncomingMessage): string {
  const nearest = req.socket.remoteAddress ?? ''
  warnOfProxy(req, nearest)
  const { isTrusted } = trust()
  const client = isTrusted && nearest ? proxyAddr(req, isTrusted) : nearest
  return unmapIPv4(isIP(client) ? client : nearest)
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
const unmapIPv4 = (address: string) => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address

function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head, tail] = address.split('::').map((part) => (part ? part.split(':') : []))
  const zeros = tail ? Array<string>(8 - head!.length - tail.length).fill('0') : []
  const groups = [...head!, ...zeros, ...(tail ?? [])].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
