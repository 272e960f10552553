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

/** The setting of proxies, as a list. */
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
