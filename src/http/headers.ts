import type { IncomingMessage, ServerResponse } from 'node:http'
import { settings } from '../kernel/config/settings.ts'

const YEAR_SECONDS = 31_536_000

/** Headers of every answer: nothing is what its type does not say, and where the address is https, browsers come by nothing else (RFC 6797). */
export function everyAnswer(res: ServerResponse) {
  res.setHeader('X-Content-Type-Options', 'nosniff')
  if (settings.publicUrl.startsWith('https:')) res.setHeader('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`)
}

/** Marks what follows as the caller's own: no cache keeps it, and none takes one caller's answer for another's. */
export function personal(_req: IncomingMessage, res: ServerResponse, next: () => void) {
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Vary', 'Authorization, X-API-Key')
  next()
}
