import { createHash, randomBytes, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random base62 text, each character drawn evenly. */
export const randomText = (length: number) => Array.from({ length }, () => BASE62[randomInt(62)]).join('')

export const sha256 = (data: string | Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest())

/** A webhook signing secret (contract: Webhooks). */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const checksumOf = (text: string) => {
  let rest = crc32(text) >>> 0
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = BASE62[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

function newSecret(prefix: string): string {
  const body = `${prefix}${randomText(25)}`
  return body + checksumOf(body)
}

/** `ago_` and 31 base62 characters, the last six a checksum of the rest: 35 in all (contract: API keys). */
export const newApiKey = () => newSecret('ago_')

/** A CLI token: the same format with the prefix `agc_` (contract: CLI tokens). */
export const newCliToken = () => newSecret('agc_')

/** Whether the text has the format of an API key or CLI token: prefix, length, alphabet and checksum. Needs no look-up. */
export const looksLikeKey = (text: string) => text.length === 35 && /^ag[oc]?_[0-9A-Za-z]+$/.test(text) && checksumOf(text.slice(0, -6)) === text.slice(-6)
