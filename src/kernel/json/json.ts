import type { IncomingMessage } from 'node:http'
import type { Admission } from '../http/bodyTurns.ts'
import type { ValidationItem } from '../vocabulary/errors.ts'
import { isObject } from './isObject.ts'
import { rememberSources } from './jsonMembers.ts'
import { scanForFault } from './jsonFaults.ts'
import { isForbiddenName, isSafeNumber, MAX_DEPTH } from './jsonRules.ts'
import { parseInSlices, UnreadableJson } from './jsonSlices.ts'
import { BodyError, readBytes } from '../http/requestBody.ts'
import { runSliced } from '../lib/slices.ts'
import { isStorable } from '../lib/text.ts'

export interface JsonBody {
  /** The bytes as they were sent. */
  raw: Buffer
  value: Record<string, unknown>
}

interface ReadOptions {
  /** Number of object levels whose source text is remembered (`jsonSource.ts`). Defaults to 0. */
  levels?: number
  admission?: Admission
}

/**
 * Reads the JSON object in a request body; an empty body is an empty object (contract: error body, text bytes). A long body waits for its
 * turn. Throws BodyError, RequestAbortedError, or what `admission` throws.
 */
export async function readJson(req: IncomingMessage, limitBytes: number, { levels = 0, admission }: ReadOptions = {}): Promise<JsonBody> {
  const raw = await readBytes(req, { limitBytes, admission })
  if (raw.length === 0) return { raw, value: {} }
  if (!isJson(req.headers['content-type'] ?? '')) throw new BodyError(415, 'Content-Type must be application/json.')
  const text = await decodeLongText(raw)
  const value = raw.length <= SHORT_BYTES ? strictObject(parseJson(text)) : await parseLongObject(text)
  if (levels > 0) await rememberSources(text, value, levels)
  return { raw, value }
}

/** Bodies up to this size are parsed synchronously, which takes a few milliseconds at most. */
const SHORT_BYTES = 32_768
/** Maximum number of values in a body: many small values take far more memory than text. */
const MAX_VALUES = 1_000_000

/** Whether the content type is JSON in UTF-8. Unknown parameters are ignored. */
function isJson(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  return type === 'application/json' && parameters.every((parameter) => !parameter.startsWith('charset') || /^charset=(utf-?8|"utf-?8")$/.test(parameter))
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a strict JSON object: everything in it can be stored and read back unchanged. Throws BodyError 422. */
export const parseObject = (raw: Uint8Array): Record<string, unknown> => strictObject(parseJson(decodeText(raw)))

/** Requires that everything in the object can be stored and read back unchanged. Throws BodyError 422. */
export function strictObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidBody({ loc: ['body'], msg: 'value is not a valid dict', type: 'type_error.dict' })
  const fault = isFaultless(value, 0) ? null : findFault(value)
  if (fault) throw invalidBody(fault)
  return value as Record<string, unknown>
}

/** Does the same for a large value, and yields to other work. */
export async function strictLongObject(value: object): Promise<Record<string, unknown>> {
  const fault = await runSliced(scanForFault(value))
  if (fault) throw invalidBody(fault)
  return value as Record<string, unknown>
}

/** Parses JSON. Throws BodyError 422. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidBody({ loc: ['body'], msg: 'the body is not valid JSON', type: 'value_error.jsondecode' })
  }
}

/** Parses a strict JSON object from a long text, and yields to other work. Stops at the first invalid part. Throws BodyError 422. */
async function parseLongObject(text: string): Promise<Record<string, unknown>> {
  const root = await parseLong(text, MAX_DEPTH, (part, { path, offset }) => {
    const depth = path.length + 1
    if (isFaultless(part, depth - 1)) return
    const fault = findFault(part, depth - 1)!
    const [first, ...rest] = fault.loc.slice(1)
    throw invalidBody({ ...fault, loc: ['body', ...path, typeof first === 'number' ? first + offset : first!, ...rest] })
  })
  if (!isObject(root)) throw invalidBody({ loc: ['body'], msg: 'value is not a valid dict', type: 'type_error.dict' })
  return root
}

/** Parses JSON piece by piece, and yields to other work. Throws BodyError 422, and what `validate` throws. */
export async function parseLong(text: string, levels: number, validate?: Parameters<typeof parseInSlices>[1]['validate']): Promise<unknown> {
  try {
    return await runSliced(parseInSlices(text, { levels, maxValues: MAX_VALUES, validate }))
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error
    if (error.reason === 'depth') throw invalidBody({ loc: ['body'], msg: `JSON can be nested at most ${levels} levels deep`, type: 'value_error.json.depth' })
    const msg = error.reason === 'syntax' ? 'the body is not valid JSON' : `the body ${error.message}: at most ${MAX_VALUES} in all, 20000 in an object`
    throw invalidBody({ loc: ['body'], msg, type: error.reason === 'syntax' ? 'value_error.jsondecode' : 'value_error.json.values' })
  }
}

function decodeText(raw: Uint8Array): string {
  try {
    return utf8.decode(raw)
  } catch {
    throw invalidUtf8()
  }
}

const invalidUtf8 = () => invalidBody({ loc: ['body'], msg: 'the body is not valid UTF-8', type: 'value_error.jsondecode' })

/** Bytes decoded between two pauses. */
const PIECE_BYTES = 1_048_576

/** Decodes any number of bytes without their byte order mark, and yields to other work. Throws BodyError 422. */
export const decodeLongText = (raw: Uint8Array): Promise<string> =>
  raw.length <= PIECE_BYTES ? Promise.resolve().then(() => decodeText(raw)) : runSliced(textInSlices(raw))

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
    throw invalidUtf8()
  }
}

const invalidBody = (item: ValidationItem) => new BodyError(422, [item])

/** Whether a value is valid. Much faster than finding the fault; recurses no deeper than `MAX_DEPTH`. */
function isFaultless(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value === 'number') return isSafeNumber(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every((each) => isFaultless(each, depth + 1))
  for (const key in value) if (isForbiddenName(key) || !isStorable(key) || !isFaultless((value as Record<string, unknown>)[key], depth + 1)) return false
  return true
}

/** Describes why a value cannot be stored and read back unchanged; null if it can. */
export const describeFault = (value: object): string | null => (isFaultless(value, 0) ? null : findFault(value)!.msg)

/** Finds the first invalid value. */
function findFault(root: object, depth = 0): ValidationItem | null {
  const scan = scanForFault(root, depth)
  for (;;) {
    const { done, value } = scan.next()
    if (done) return value
  }
}

/** Parses JSON; undefined if it is invalid. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses long JSON piece by piece, and yields to other work; undefined if it is invalid or has too many values. */
export async function tryParseLongJson(text: string): Promise<unknown> {
  if (text.length <= SHORT_BYTES) return tryParseJson(text)
  try {
    return await runSliced(parseInSlices(text, { levels: MAX_DEPTH, maxValues: MAX_VALUES }))
  } catch (error) {
    if (error instanceof UnreadableJson) return undefined
    throw error
  }
}
