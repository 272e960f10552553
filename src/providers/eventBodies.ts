import { createHash } from 'node:crypto'
import type { JsonObject } from './provider.ts'

/** Returns a hash of a body of unknown shape; equal bodies have equal hashes. */
export const fingerprint = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('hex')
    .slice(0, 32)

const AUDIO_LINK = /^https?:\/\/[^\s]+\.(wav|mp3|mp4|m4a|ogg|webm|pcap)([?#]|$)/i

/** Returns a copy without the matching keys and without URLs of audio files, at any depth. */
export function removeLinks(body: unknown, isLink: (key: string) => boolean): unknown {
  if (Array.isArray(body)) return body.map((item) => removeLinks(item, isLink))
  if (typeof body === 'string') return AUDIO_LINK.test(body) ? null : body
  if (body === null || typeof body !== 'object') return body
  const entries = Object.entries(body).filter(([key]) => !isLink(key))
  return Object.fromEntries(entries.map(([key, value]) => [key, removeLinks(value, isLink)]))
}

/** Returns a copy with only these keys, those that there are. */
export const pick = (object: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)))
