import { createHash } from 'node:crypto'
import { isObject } from '../kernel/json/isObject.ts'
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
  return isObject(body)
    ? copyOf(
        body,
        (key) => !isLink(key),
        (value) => removeLinks(value, isLink),
      )
    : body
}

/** Returns a copy with only these keys, those that there are. */
export const pick = (object: JsonObject, keys: readonly string[]): JsonObject => copyOf(object, (key) => keys.includes(key))

/** Returns a copy of an object with the members whose key is kept. Faster than by way of entries, and for each line of each webhook. */
export function copyOf(object: JsonObject, isKept: (key: string) => boolean, convert = (value: unknown, _key: string) => value): JsonObject {
  const copy: JsonObject = {}
  for (const key in object) if (isKept(key) && key !== '__proto__') copy[key] = convert(object[key], key)
  return copy
}
