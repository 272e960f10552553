import { badInput } from '../errors.ts'
import { looksPublic } from '../outbound/addresses.ts'
import { settings } from '../settings.ts'

/**
 * An address of a customer's server as it was written, or null where it is empty. BAD_INPUT, naming the field, for one
 * that cannot be called, or must not be: private and http ones are the operator's to permit (contract: Webhooks).
 */
export function callable(text: string | null | undefined, field: string): string | null {
  if (!text) return null
  const url = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text) : null
  if (!url || url.username || url.password) throw badInput(`${field} must be an absolute https address without credentials`)
  if (settings.allowPrivateWebhooks) return text
  if (url.protocol !== 'https:') throw badInput(`${field} must begin with https://`)
  if (!looksPublic(url)) throw badInput(`${field} must not name a private or local host`)
  return text
}
