import type { IncomingMessage } from 'node:http'
import type { Admission } from '../http/bodyTurns.ts'
import type { ValidationItem } from '../vocabulary/errors.ts'
import { keepSources } from './jsonMembers.ts'
import { faultsIn } from './jsonFaults.ts'
import { isForbiddenName, isSafeNumber, MAX_DEPTH } from './jsonRules.ts'
import { parseInSlices, UnreadableJson } from './jsonSlices.ts'
import { BodyError, readBytes } from '../http/requestBody.ts'
import { inTurns } from '../lib/slices.ts'
import { isStorable } from '../lib/text.ts'

export interface JsonBody {
  /** The bytes as they were sent. */
  raw: Buffer
  value: Record<string, unknown>
}

interface Reading {
  /** How many levels of objects keep their texts (`jsonSource.ts`); none where absent. */
  levels?: number
  admission?: Admission
}

/**
 * The JSON object in a request's body; an empty body is an empty object (contract: error body, text bytes). A long one waits for its turn.
 * Throws BodyError, Aborted, or what `admission` throws.
 */
export async function readJson(req: IncomingMessage, limitBytes: number, { levels = 0, admission }: Reading = {}): Promise<JsonBody> {
  const raw = await readBytes(req, limitBytes, admission)
  if (raw.length === 0) return { raw, value: {} }
  if (!/^(identity)?$/i.test(req.headers['content-encoding'] ?? '')) throw new BodyError(415, 'Compressed request bodies are not accepted.')
  if (!isJson(req.headers['content-type'] ?? '')) throw new BodyError(415, 'Content-Type must be application/json.')
  const text = await longTextOf(raw)
  const value = raw.length <= SHORT_BYTES ? strictObject(parseJson(text)) : await parseLongObject(text)
  if (levels > 0) await keepSources(text, value, levels)
  return { raw, value }
}

/** What is parsed at once, in a few milliseconds whatever it spells. */
const SHORT_BYTES = 32_768
/** Values that a body may hold: small ones take far more memory than text. */
const MAX_VALUES = 1_000_000

/** JSON in UTF-8; parameters that nobody knows are not heeded. */
function isJson(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  return type === 'application/json' && parameters.every((parameter) => !parameter.startsWith('charset') || /^charset=(utf-?8|"utf-?8")$/.test(parameter))
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The object that the bytes spell in strict JSON: everything in it can be stored and comes back unchanged. Throws BodyError 422. */
export const parseObject = (raw: Uint8Array): Record<string, unknown> => strictObject(parseJson(textOf(raw)))

/** The same object, once it is known that everything in it can be stored and comes back unchanged. Throws BodyError 422. */
export function strictObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refused({ loc: ['body'], msg: 'value is not a valid dict', type: 'type_error.dict' })
  const fault = isFaultless(value, 0) ? null : findFault(value)
  if (fault) throw refused(fault)
  return value as Record<string, unknown>
}

/** The same for a value however large, while others are served. */
export async function strictLongObject(value: object): Promise<Record<string, unknown>> {
  const fault = await inTurns(faultsIn(value))
  if (fault) throw refused(fault)
  return value as Record<string, unknown>
}

/** What the text spells in JSON. Throws BodyError 422. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused({ loc: ['body'], msg: 'the body is not valid JSON', type: 'value_error.jsondecode' })
  }
}

/** The same as `parseObject` for a long text; others are served meanwhile, and nothing is built that could not be taken. Throws BodyError 422. */
async function parseLongObject(text: string): Promise<Record<string, unknown>> {
  const root = await parseLong(text, MAX_DEPTH, (part, { path, offset }) => {
    const depth = path.length + 1
    if (isFaultless(part, depth - 1)) return
    const fault = findFault(part, depth - 1)!
    const [first, ...rest] = fault.loc.slice(1)
    throw refused({ ...fault, loc: ['body', ...path, typeof first === 'number' ? first + offset : first!, ...rest] })
  })
  if (!isObject(root)) throw refused({ loc: ['body'], msg: 'value is not a valid dict', type: 'type_error.dict' })
  return root
}

/** What the text spells in JSON, read piece by piece while others are served. Throws BodyError 422, and what `judge` throws. */
export async function parseLong(text: string, levels: number, judge?: Parameters<typeof parseInSlices>[1]['judge']): Promise<unknown> {
  try {
    return await inTurns(parseInSlices(text, { levels, mostValues: MAX_VALUES, judge }))
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error
    if (error.reason === 'depth') throw refused({ loc: ['body'], msg: `JSON can be nested at most ${levels} levels deep`, type: 'value_error.json.depth' })
    const msg = error.reason === 'syntax' ? 'the body is not valid JSON' : `the body ${error.message}: at most ${MAX_VALUES} in all, 20000 in an object`
    throw refused({ loc: ['body'], msg, type: error.reason === 'syntax' ? 'value_error.jsondecode' : 'value_error.json.values' })
  }
}

function textOf(raw: Uint8Array): string {
  try {
    return utf8.decode(raw)
  } catch {
    throw notText()
  }
}

const notText = () => refused({ loc: ['body'], msg: 'the body is not valid UTF-8', type: 'value_error.jsondecode' })

/** Bytes made into text at a stretch. */
const PIECE_BYTES = 1_048_576

/** The text of bytes however many, while others are served; without a mark of byte order. Throws BodyError 422. */
export const longTextOf = (raw: Uint8Array): Promise<string> =>
  raw.length <= PIECE_BYTES ? Promise.resolve().then(() => textOf(raw)) : inTurns(textInSlices(raw))

function* textInSlices(raw: Uint8Array): Generator<void, string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  try {
    for (let at = 0; at < raw.length; at += PIECE_BYTES) {
      yield
      text += decoder.decode(raw.subarray(at, at + PIECE_BYTES), { stream: true })
    }
    return text + decoder.decode()
  } catch {
    throw notText()
  }
}

const refused = (item: ValidationItem) => new BodyError(422, [item])

/** Whether all of it can be taken, at a fraction of what finding the fault costs; it recurses no deeper than is allowed. */
function isFaultless(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value === 'number') return isSafeNumber(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every((each) => isFaultless(each, depth + 1))
  for (const key in value) if (isForbiddenName(key) || !isStorable(key) || !isFaultless((value as Record<string, unknown>)[key], depth + 1)) return false
  return true
}

/** What keeps a value from being stored and coming back unchanged, in a sentence; null for nothing. */
export const faultIn = (value: object): string | null => (isFaultless(value, 0) ? null : findFault(value)!.msg)

/** The first value that cannot be taken. */
function findFault(root: object, depth = 0): ValidationItem | null {
  const looking = faultsIn(root, depth)
  for (;;) {
    const { done, value } = looking.next()
    if (done) return value
  }
}

/** What a text spells in JSON; undefined for one that is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The same of a text however long, read piece by piece while others are served; undefined also for one that holds too much. */
export async function longJsonIn(text: string): Promise<unknown> {
  if (text.length <= SHORT_BYTES) return jsonIn(text)
  try {
    return await inTurns(parseInSlices(text, { levels: MAX_DEPTH, mostValues: MAX_VALUES }))
  } catch (error) {
    if (error instanceof UnreadableJson) return undefined
    throw error
  }
}

/** Whether a value is an object as JSON knows it: no list, not null. */
export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
