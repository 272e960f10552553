import { isIP } from 'node:net'
import { badInput } from '../../kernel/vocabulary/errors.ts'
import { hostOf, looksPublic } from '../../outbound/addresses.ts'
import { settings } from '../../kernel/config/settings.ts'

/**
 * An address of a customer's server as it was written, or null where it is empty. BAD_REQUEST, naming the field, for one
 * that cannot be called, or must not be: private and http ones are the operator's to permit (contract: Webhooks).
 */
export function callable(text: string | null | undefined, field: string): string | null {
  if (!text) return null
  const problem = problemOf(text)
  if (problem) throw badInput(`${field} must ${problem}`)
  return text
}

/** What an address of a customer's server must be or do and does not, in words that follow `must`; null for one that can be called. */
function problemOf(text: string): string | null {
  const url = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text) : null
  if (!url || url.username || url.password) return 'be a full HTTPS URL without a user name or password'
  if (settings.allowPrivateWebhooks) return null
  if (url.protocol !== 'https:') return 'start with https://'
  return looksPublic(url) ? null : 'not point to a private or local host'
}

/** A variable that a voice provider fills in during the call. */
const VARIABLE = /\{\{[^{}]*\}\}/g

/**
 * Why a voice provider must not request an address when an agent uses a tool; null for one that it may. The rule is that of webhooks;
 * besides, variables may stand behind the host only, and the host must not be one of this installation: a provider signs what it
 * sends for a tool like its webhooks, whatever the customer has it say.
 */
export function toolAddressProblem(address: unknown): string | null {
  if (typeof address !== 'string' || address === '') return 'Must be a full HTTPS URL'
  const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(address) ?? []
  if (authority !== undefined && /[{}]/.test(authority)) return 'Must not have a variable in its host'
  if (authority !== undefined && /[\\@\s]/.test(authority)) return 'Must be a full HTTPS URL without a user name or password'
  const plain = address.replaceAll(VARIABLE, 'x')
  const problem = problemOf(plain)
  if (problem) return `Must ${problem}`
  return isOwnHost(new URL(plain)) ? 'Must not point to this server itself' : null
}

/** Whether a URL leads to this server or its simulator by one of the names they are known by. */
function isOwnHost(url: URL): boolean {
  const own = [...settings.bases, ...(settings.simulatorUrl ? [settings.simulatorUrl] : [])].map((base) => new URL(base))
  return own.some((base) => (isLoopback(base) ? isLoopback(url) && portOf(base) === portOf(url) : nameOf(base) === nameOf(url)))
}

const nameOf = (url: URL) => hostOf(url).replace(/\.$/, '')
const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80')

function isLoopback(url: URL): boolean {
  const name = nameOf(url)
  if (isIP(name) === 4) return name.startsWith('127.') || name === '0.0.0.0'
  return ['::1', '::', 'localhost'].includes(name) || name.startsWith('::ffff:7f') || name.endsWith('.localhost')
}
