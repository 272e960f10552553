import { isIP } from 'node:net'
import { badRequest } from '../../kernel/vocabulary/errors.ts'
import { causeOf, type ProblemCause } from '../../providers/problem.ts'
import { hostOf, looksPublic } from '../../outbound/addresses.ts'
import { settings } from '../../kernel/config/settings.ts'

/**
 * Returns a customer's URL unchanged, or null if it is empty. Throws BAD_REQUEST with the field's name if the URL is invalid or blocked:
 * only the server administrator can allow private and http URLs (contract: Webhooks).
 */
export function requireCallableUrl(text: string | null | undefined, field: string): string | null {
  if (!text) return null
  const problem = findUrlProblem(text)
  if (problem) throw badRequest(problem, { field })
  return text
}

/** Returns the unmet requirement of a customer's URL; null if the URL is valid. */
function findUrlProblem(text: string): 'url_with_credentials' | 'url_not_https' | 'url_private' | null {
  const url = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text) : null
  if (!url || url.username || url.password) return 'url_with_credentials'
  if (settings.allowPrivateWebhooks) return null
  if (url.protocol !== 'https:') return 'url_not_https'
  return looksPublic(url) ? null : 'url_private'
}

/** A variable that a voice provider fills in during the call. */
const VARIABLE = /\{\{[^{}]*\}\}/g

/**
 * Returns why a voice provider must not call the URL of an agent's tool, or null if it can. The rules of webhooks apply. In addition, variables are
 * allowed after the host only, and the host must not be this server: a provider signs tool requests like its webhooks, with content that
 * the customer controls.
 */
export function findToolUrlProblem(address: unknown): ProblemCause | null {
  if (typeof address !== 'string' || address === '') return causeOf('url_invalid')
  const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(address) ?? []
  if (authority !== undefined && /[{}]/.test(authority)) return causeOf('url_host_variable')
  if (authority !== undefined && /[\\@\s]/.test(authority)) return causeOf('url_with_credentials')
  const plain = address.replaceAll(VARIABLE, 'x')
  const problem = findUrlProblem(plain)
  if (problem) return causeOf(problem)
  return isOwnHost(new URL(plain)) ? causeOf('url_of_this_server') : null
}

/** Whether a URL leads to this server or its simulator by one of their known names. */
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
