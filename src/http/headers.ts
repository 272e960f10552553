import type { IncomingMessage, ServerResponse } from 'node:http'
import { settings } from '../kernel/config/settings.ts'

const YEAR_SECONDS = 31_536_000
/** A browser would require https of all programs on the machine, whatever their port. */
const OWN_MACHINE = /^https:\/\/localhost(?=[:/]|$)/

/** Sets the headers of every response: no content sniffing and, with https, HSTS (RFC 6797). */
export function setCommonHeaders(res: ServerResponse) {
  res.setHeader('X-Content-Type-Options', 'nosniff')
  if (settings.publicUrl.startsWith('https:') && !OWN_MACHINE.test(settings.publicUrl)) res.setHeader('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`)
}

/** Marks the response as private: no cache stores it or shares it between callers. */
export function setPrivateHeaders(_req: IncomingMessage, res: ServerResponse, next: () => void) {
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Vary', 'Authorization, X-API-Key')
  next()
}
