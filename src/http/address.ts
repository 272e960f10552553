import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import proxyAddr from 'proxy-addr'
import { log } from '../kernel/log.ts'

let isTrusted: ((address: string, hop: number) => boolean) | null = null

/** Believes what these proxies say in X-Forwarded-For: addresses, ranges, or names as `proxy-addr` knows them. */
export function trustProxies(proxies: readonly string[]) {
  isTrusted = proxies.length > 0 ? proxyAddr.compile([...proxies]) : null
  hasWarned = false
}

const isNear = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal'])
let hasWarned = false

/** Says once that a neighbor which seems to be a proxy is not among the trusted ones: everybody behind it is counted as one. */
function warnOfProxy(req: IncomingMessage, nearest: string) {
  if (hasWarned || req.headers['x-forwarded-for'] === undefined || !nearest || isTrusted?.(nearest, 0) || !isNear(nearest, 0)) return
  hasWarned = true
  log.warn(
    { proxy: unmapped(nearest) },
    'a request with X-Forwarded-For came from a proxy that is not trusted. All clients behind it count as one address for rate limits. Add the proxy to TRUSTED_PROXIES',
  )
}

/**
 * Where a request comes from, to count by: an IPv4 address, or the /64 network of an IPv6 one, since that is what one
 * customer of a provider has. Behind trusted proxies, the nearest address that is not one of them.
 */
export const addressOf = (req: IncomingMessage): string => networkOf(wholeAddressOf(req))

/** The same, whole: to tell people where something came from. */
export function wholeAddressOf(req: IncomingMessage): string {
  const nearest = req.socket.remoteAddress ?? ''
  warnOfProxy(req, nearest)
  const told = isTrusted && nearest ? proxyAddr(req, isTrusted) : nearest
  return unmapped(isIP(told) ? told : nearest)
}

/** IPv4 as itself, also where it came in over an IPv6 socket. */
const unmapped = (address: string) => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address

function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head, tail] = address.split('::').map((part) => (part ? part.split(':') : []))
  const zeros = tail ? Array<string>(8 - head!.length - tail.length).fill('0') : []
  const groups = [...head!, ...zeros, ...(tail ?? [])].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
