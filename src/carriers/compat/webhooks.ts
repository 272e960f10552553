import { createHash, createHmac } from 'node:crypto'
import { isObject } from '../../kernel/json/isObject.ts'
import { sameSecret } from '../../kernel/crypto/sameSecret.ts'
import type { WebhookResult, WebhookReply, WebhookRequest, SmsEvent } from '../carrier.ts'
import { kindOfCode } from './api.ts'
import { statusOf } from './messages.ts'
import { parseForm, parseJson, lookUp, MAX_FIELDS } from '../webhooks.ts'

/** A request's fields. A repeated field has all its values. */
type Fields = ReadonlyMap<string, string[]>

const REPLY: WebhookReply = { status: 200, type: 'text/xml', body: '<Response/>' }
const KEYWORDS: Record<string, 'stop' | 'start' | 'help'> = { STOP: 'stop', START: 'start', HELP: 'help' }

/** Verifies a request by Twilio's scheme and parses it. The first of the headers that is present has the signature, made with `key`. */
export function parseWebhook({ raw, headers, url }: WebhookRequest, key: string | undefined, signatureHeaders: readonly string[]): WebhookResult {
  const signature = signatureHeaders.map((name) => headers[name]).find((value) => typeof value === 'string')
  const isForm = /^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? '')
  const fields = isForm ? parseFormFields(raw) : parseJsonFields(raw)
  if (isForm && !fields) return { refused: 'malformed' }
  const signed = isForm ? signedFormTexts(fields!) : signedBodyTexts(raw, url, fields)
  if (key === undefined || signature === undefined || !isGenuine(key, signature, url, signed)) return { refused: 'bad_signature' }
  const events = fields && toEvents(fields)
  return events ? { events, reply: REPLY } : { refused: 'malformed' }
}

function parseFormFields(raw: Buffer): Fields | null {
  const form = parseForm(raw)
  if (!form) return null
  const fields = new Map<string, string[]>()
  for (const [name, value] of form) {
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  return fields
}

function parseJsonFields(raw: Buffer): Fields | null {
  const body = parseJson(raw)
  if (!isObject(body) || Object.keys(body).length > MAX_FIELDS) return null
  return new Map(
    Object.entries(body).flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[name, [`${value as string | number | boolean}`]] as const] : [],
    ),
  )
}

/** Returns the texts of a form that may be signed after the URL. Vendors differ on repeated values: distinct and sorted, or as sent. */
function signedFormTexts(fields: Fields): string[] {
  const concatenate = (order: (values: string[]) => string[]) =>
    [...fields.keys()]
      .toSorted(byCodeUnits)
      .map((name) =>
        order(fields.get(name)!)
          .map((value) => name + value)
          .join(''),
      )
      .join('')
  return [concatenate((values) => [...new Set(values)].toSorted(byCodeUnits)), concatenate((values) => values)]
}

const byCodeUnits = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Returns the texts of another body that may be signed after the URL: an empty one if the URL has its hash, else the body or its JSON fields. */
function signedBodyTexts(raw: Buffer, url: string, fields: Fields | null): string[] {
  const declaredHash = URL.canParse(url) ? new URL(url).searchParams.get('bodySHA256') : null
  if (declaredHash !== null) return sameSecret(declaredHash.toLowerCase(), createHash('sha256').update(raw).digest('hex')) ? [''] : []
  return [raw.toString('utf8'), ...(fields ? signedFormTexts(fields) : [])]
}

/** Whether the signature matches. Carriers sign the URL with its port, without a port, or with the default port. */
function isGenuine(key: string, signature: string, url: string, texts: string[]): boolean {
  const digests = listUrlSpellings(url).flatMap((spelling) =>
    texts.map((text) =>
      createHmac('sha1', key)
        .update(spelling + text, 'utf8')
        .digest(),
    ),
  )
  return digests.some((digest) => sameSecret(signature, digest.toString('base64')) || sameSecret(signature, digest.toString('hex')))
}

function listUrlSpellings(url: string): string[] {
  const [, scheme, host, port, rest] = /^(https?:\/\/)(\[[^\]]*\]|[^/:?#]*)(:\d+)?(.*)$/s.exec(url) ?? []
  if (scheme === undefined) return [url]
  const defaultPort = scheme === 'https://' ? ':443' : ':80'
  return [...new Set([url, scheme + host + rest, scheme + host + (port ?? defaultPort) + rest])]
}

/** Converts the fields to events: none for an unknown status, null if they are not about a message. */
function toEvents(fields: Fields): SmsEvent[] | null {
  const fieldOf = (...names: string[]) => names.map((name) => fields.get(name)?.[0]).find((value) => value !== undefined && value !== '') ?? null
  const id = fieldOf('MessageSid', 'SmsSid', 'SmsMessageSid')
  if (id === null) return null
  const rawStatus = fieldOf('MessageStatus', 'SmsStatus')
  if (rawStatus !== null && rawStatus !== 'received' && rawStatus !== 'receiving') return toReceipt(id, rawStatus, fieldOf('ErrorCode'))
  const [from, to] = [fieldOf('From'), fieldOf('To')]
  if (from === null || to === null) return null
  const keyword = lookUp(KEYWORDS, fieldOf('OptOutType'))
  return [{ type: 'inbound', carrierMessageId: id, from, to, body: fieldOf('Body') ?? '', media: mediaOf(fields), ...(keyword && { keyword }) }]
}

function toReceipt(carrierMessageId: string, rawStatus: string, code: string | null): SmsEvent[] {
  const status = statusOf(rawStatus)
  const errorCode = code === '0' ? null : code
  const errorReason = errorCode === null ? null : (kindOfCode(errorCode) ?? 'rejected')
  return status ? [{ type: 'status', carrierMessageId, ref: null, status, errorCode, errorReason }] : []
}

const mediaOf = (fields: Fields): string[] => [...fields].flatMap(([name, [url]]) => (/^MediaUrl\d+$/.test(name) && url ? [url] : []))
