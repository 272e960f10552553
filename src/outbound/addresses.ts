import { BlockList, isIP } from 'node:net'

type Family = 'ipv4' | 'ipv6'

const listOf = (family: Family, networks: string[]) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address, bits] = network.split('/')
    list.addSubnet(address!, Number(bits), family)
  }
  return list
}

/** IANA's special-purpose registry, multicast, reserved space, and the host agent of a large cloud (168.63.129.16). */
const specialV4 = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
])
/** All other IPv6 addresses are mapped, translated, link-local, unique local or multicast, and can lead to an internal address. */
const globalV6 = listOf('ipv6', ['2000::/3'])
const specialV6 = listOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'])

/** Whether an IP address is on the public internet. False for anything that is not an address, or has a zone. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false
  if (isIP(address) === 4) return !specialV4.check(address, 'ipv4')
  return isIP(address) === 6 && globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}

const LOCAL_DOMAINS = ['localhost', 'local', 'localdomain', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'home.arpa']

/**
 * Whether a URL's host could be public, by its spelling alone: a public IP literal, or a name with at least two labels outside the domains
 * of local networks. The address that a name resolves to is checked on connecting.
 */
export function looksPublic(url: URL): boolean {
  const host = hostOf(url)
  if (isIP(host)) return isPublicAddress(host)
  const name = host.replace(/\.$/, '')
  return name.includes('.') && !LOCAL_DOMAINS.some((domain) => name.endsWith(`.${domain}`))
}

/** The host without the brackets of an IPv6 literal. The URL parser has already turned 0x7f.1 and its like into 127.0.0.1. */
export const hostOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1')
