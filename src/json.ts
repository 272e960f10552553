import type { IncomingMessage } from 'node:http'
import type { ValidationItem } from './errors.ts'
import { isStorable } from './text.ts'

/** A body that is not read: too large (413), not JSON (415), or JSON that cannot be taken (422). `detail` goes to the caller as it is. */
export class BodyError extends Error {
  override readonly name = 'BodyError'
  readonly status: 413 | 415 | 422
  readonly detail: string | ValidationItem[]
  constructor(status: 413 | 415 | 422, detail: string | ValidationItem[]) {
    super(typeof detail === 'string' ? detail : detail[0]?.msg)
    this.status = status
    this.detail = detail
  }
}

/** The client went away while it was sending: there is nobody to answer. */
export class Aborted extends Error {
  override readonly name = 'Aborted'
}

export interface JsonBody {
  /** The bytes as they were sent. */
  raw: Buffer
  value: Record<string, unknown>
}

/**
 * The JSON object in a request's body; an empty body is an empty object (contract: error body, text bytes).
 * Throws BodyError, or Aborted.
 */
export async function readJson(req: IncomingMessage, limitBytes: number): Promise<JsonBody> {
  const raw = await readBytes(req, limitBytes)
  if (raw.length === 0) return { raw, value: {} }
  if (!/^(identity)?$/i.test(req.headers['content-encoding'] ?? '')) throw new BodyError(415, 'Compressed bodies are not accepted')
  if (!isJson(req.headers['content-type'] ?? '')) throw new BodyError(415, 'Content-Type must be application/json')
  return { raw, value: parseObject(raw) }
}

export const tooLarge = (limitBytes: number) => new BodyError(413, `The body is larger than ${limitBytes} bytes`)

/** JSON in UTF-8; parameters that nobody knows are not heeded. */
function isJson(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  return type === 'application/json' && parameters.every((parameter) => !parameter.startsWith('charset') || /^charset=(utf-?8|"utf-?8")$/.test(parameter))
}

/** What comes after the limit is read and dropped, so that the client hears the answer instead of a broken connection. */
export const readBytes = (req: IncomingMessage, limitBytes: number) =>
  new Promise<Buffer>((resolve, reject) => {
    let ended = false
    const gone = () => {
      if (!ended) reject(new Aborted('the client went away'))
    }
    if (req.destroyed) return gone()
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limitBytes) return chunks.push(chunk)
      chunks.length = 0
      reject(tooLarge(limitBytes))
    })
    req.on('end', () => {
      ended = true
      resolve(Buffer.concat(chunks))
    })
    req.on('error', gone)
    req.on('close', gone)
  })

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The object that the bytes spell in strict JSON: everything in it can be stored and comes back unchanged. Throws BodyError 422. */
export const parseObject = (raw: Uint8Array): Record<string, unknown> => strictObject(parseJson(raw))

/** The same object, once it is known that everything in it can be stored and comes back unchanged. Throws BodyError 422. */
export function strictObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refused({ loc: ['body'], msg: 'value is not a valid dict', type: 'type_error.dict' })
  const fault = isFaultless(value, 0) ? null : findFault(value)
  if (fault) throw refused(fault)
  return value as Record<string, unknown>
}

/** What the bytes spell in JSON. Throws BodyError 422. */
export function parseJson(raw: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(raw))
  } catch (error) {
    const msg = error instanceof SyntaxError ? 'the body is not valid JSON' : 'the body is not valid UTF-8'
    throw refused({ loc: ['body'], msg, type: 'value_error.jsondecode' })
  }
}

const refused = (item: ValidationItem) => new BodyError(422, [item])

const MAX_DEPTH = 32
/** Names that would reach an object's prototype where code copies keys. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Whether nothing in it lies deeper than so many levels. */
export const isNestedWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' || value === null || (levels > 0 && Object.values(value).every((inside) => isNestedWithin(inside, levels - 1)))

/** Whether all of it can be taken, at a fraction of what finding the fault costs; it recurses no deeper than is allowed. */
function isFaultless(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value === 'number') return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every((each) => isFaultless(each, depth + 1))
  for (const key in value) if (FORBIDDEN_KEYS.has(key) || !isStorable(key) || !isFaultless((value as Record<string, unknown>)[key], depth + 1)) return false
  return true
}

interface Place {
  value: unknown
  key: string | number
  parent: Place | null
  depth: number
}

/** The first value that cannot be taken. It does not recurse: a body may be nested deeper than the stack. */
function findFault(root: object): ValidationItem | null {
  const open: Place[] = [{ value: root, key: 'body', parent: null, depth: 0 }]
  for (let place = open.pop(); place; place = open.pop()) {
    const fault = faultOf(place)
    if (fault) return { loc: locationOf(place), ...fault }
    if (typeof place.value !== 'object' || place.value === null) continue
    const isList = Array.isArray(place.value)
    for (const [key, value] of Object.entries(place.value)) open.push({ value, key: isList ? Number(key) : key, parent: place, depth: place.depth + 1 })
  }
  return null
}

function faultOf({ value, key, depth }: Place): Omit<ValidationItem, 'loc'> | null {
  if (typeof key === 'string' && FORBIDDEN_KEYS.has(key)) return { msg: 'key is not allowed', type: 'value_error.key' }
  if ((typeof key === 'string' && !isStorable(key)) || (typeof value === 'string' && !isStorable(value)))
    return { msg: 'text holds characters that cannot be stored', type: 'value_error.str.characters' }
  if (typeof value === 'number') return numberFault(value)
  if (typeof value === 'object' && value !== null && depth >= MAX_DEPTH)
    return { msg: `JSON may be nested ${MAX_DEPTH} levels deep`, type: 'value_error.json.depth' }
  return null
}

function numberFault(value: number) {
  if (!Number.isFinite(value)) return { msg: 'value is not a finite number', type: 'value_error.number.not_finite' }
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return null
  return value > 0
    ? { msg: `ensure this value is less than or equal to ${Number.MAX_SAFE_INTEGER}`, type: 'value_error.number.not_le' }
    : { msg: `ensure this value is greater than or equal to ${Number.MIN_SAFE_INTEGER}`, type: 'value_error.number.not_ge' }
}

function locationOf(place: Place): (string | number)[] {
  const keys: (string | number)[] = []
  for (let at: Place | null = place; at; at = at.parent) keys.push(at.key)
  return keys.reverse()
}

/** What a text spells in JSON; undefined for one that is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value is an object as JSON knows it: no list, not null. */
export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
