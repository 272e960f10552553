import { createHash, randomBytes, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Creates random base62 text with evenly distributed characters. */
export const randomText = (length: number) => Array.from({ length }, () => BASE62[randomInt(62)]).join('')

export const sha256 = (data: string | Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest())

/** Creates a webhook signing secret (contract: Webhooks). */
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

/** Creates an API key of 35 characters: `ago_`, 25 random base62 characters, and a checksum of six (contract: API keys). */
export const newApiKey = () => newSecret('ago_')

/** Creates a CLI token: the same format with the prefix `agc_` (contract: CLI tokens). */
export const newCliToken = () => newSecret('agc_')

/** Whether the text has the format of an API key or CLI token: prefix, length, alphabet and checksum. Needs no look-up. */
export const looksLikeKey = (text: string) => text.length === 35 && /^ag[oc]?_[0-9A-Za-z]+$/.test(text) && checksumOf(text.slice(0, -6)) === text.slice(-6)
