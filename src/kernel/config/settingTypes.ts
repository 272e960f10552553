import { isIP } from 'node:net'
import proxyAddr from 'proxy-addr'
import { z } from 'zod'

/** Splits a comma-separated list. */
export const splitList = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/** A text of at most `count` lines, also written with `\\n` in between, since few files of settings can hold several lines. */
export const lines = (count: number, maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform((text) => text.replaceAll('\\n', '\n').replaceAll('\r', '').trim())
    .refine((text) => text.split('\n').length <= count, `must have at most ${count} lines`)

/** An absolute URL that begins with one of these. */
export const urlWith = (...schemes: string[]) =>
  z.url({ protocol: new RegExp(`^(${schemes.join('|')})$`), error: `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}` })

/** An email address, also with a name before it. */
export const mailbox = z
  .string()
  .refine((text) => /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text), 'must be an email address, such as Callwright <noreply@example.com>')

/** An absolute URL without a trailing slash. Must use https, or http on this machine, since API keys are sent there. */
export const vendorUrl = z
  .string()
  .refine((text) => URL.canParse(text) && isVendorUrl(new URL(text)), 'must be an https URL (http only for localhost) without a user name, query or fragment')
  .transform((text) => text.replace(/\/+$/, ''))

/** An absolute http or https URL without a trailing slash, to which paths are added. */
export const baseUrl = z
  .string()
  .refine((text) => URL.canParse(text) && isBase(new URL(text)), 'must be a URL that begins with https:// or http://, without a user name, query or fragment')
  .transform((text) => text.replace(/\/+$/, ''))

const isBase = ({ protocol, username, password, search, hash }: URL) => /^https?:$/.test(protocol) && !username && !password && !search && !hash

const isVendorUrl = ({ protocol, hostname, username, search, hash }: URL) =>
  (protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))) && !username && !search && !hash

/** Whether a text is an origin such as https://app.example.com, or `*`. */
export const isOrigin = (text: string) => text === '*' || (URL.canParse(text) && new URL(text).origin === text)

/** Whether a text is 32 bytes in base64. */
export const isKey = (text: string) => z.base64().safeParse(text).success && Buffer.from(text, 'base64').length === 32

/** Addresses, ranges and names of proxies, separated by commas. */
export const proxies = z
  .string()
  .transform(splitList)
  .refine(areProxies, 'must be a comma-separated list of addresses, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal')

function areProxies(entries: string[]): boolean {
  const isNamed = (entry: string) => isIP(entry.split('/', 1)[0]!) > 0 || ['loopback', 'linklocal', 'uniquelocal'].includes(entry)
  try {
    proxyAddr.compile([...entries])
    return entries.every(isNamed)
  } catch {
    return false
  }
}
